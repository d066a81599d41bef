/* The tree of a browser as HTML: what DOMSnapshot.captureSnapshot tells, made by hand. */
#include "unit.h"

#include "renderer/tree/looks.h"

#include "api/rendered.h"

#include <string.h>

/*
 * A snapshot of one document: nodes as [parent, type, name, value, attributes], texts as they are;
 * shadow: indices in shadow trees of the page.
 */
static json_t *snapshot_of(const char *nodes_text, const char *shadow_text)
{
    json_t *nodes = json_loads(nodes_text, 0, NULL);
    json_t *shadow = json_loads(shadow_text, 0, NULL);
    json_t *texts = json_pack("[s]", "open");
    json_t *out[6];
    json_t *values = json_array();

    for (int i = 0; i < 6; i++) {
        out[i] = json_array();
    }
    for (size_t i = 0; i < json_array_size(nodes); i++) {
        const json_t *node = json_array_get(nodes, i);
        json_t *attributes = json_array();

        for (size_t k = 0; k < json_array_size(json_array_get(node, 4)); k++) {
            json_array_append_new(attributes, json_integer((json_int_t)json_array_size(texts)));
            json_array_append(texts, json_array_get(json_array_get(node, 4), k));
        }
        json_array_append(out[0], json_array_get(node, 0));
        json_array_append(out[1], json_array_get(node, 1));
        for (size_t k = 2; k < 4; k++) {
            json_array_append_new(out[k], json_integer((json_int_t)json_array_size(texts)));
            json_array_append(texts, json_array_get(node, k));
        }
        json_array_append_new(out[4], json_integer((json_int_t)i + 100));
        json_array_append_new(out[5], attributes);
    }
    for (size_t i = 0; i < json_array_size(shadow); i++) {
        json_array_append_new(values, json_integer(0));
    }
    json_t *snapshot = json_pack("{so s[{s{so so so so so so s{so so}} s{}}]}", "strings", texts,
                                 "documents", "nodes", "parentIndex", out[0], "nodeType", out[1],
                                 "nodeName", out[2], "nodeValue", out[3], "backendNodeId", out[4],
                                 "attributes", out[5], "shadowRootType", "index", shadow, "value",
                                 values, "layout");

    json_decref(nodes);
    return snapshot;
}

static void expect_split(const char *nodes, const char *shadow, const char *document,
                         const char *html)
{
    json_t *snapshot = snapshot_of(nodes, shadow);
    json_t *split = document != NULL ? json_loads(document, 0, NULL) : NULL;
    svc_tree tree;
    svc_markup markup;

    assert_non_null(snapshot);
    assert_true(svc_tree_read(&tree, snapshot));
    if (split != NULL) {
        assert_true(tree.is_nested);
        svc_tree_split(&tree, split);
    }
    assert_true(svc_markup_write(&markup, &tree));
    assert_string_equal(markup.html.bytes, html);
    for (size_t i = 0; i < markup.place_count; i++) { /* sorted, and where they say */
        const svc_place *place = &markup.places[i];
        bool is_text = tree.nodes[place->node].type == SVC_TEXT;

        assert_true(i == 0 || place->offset > markup.places[i - 1].offset);
        assert_true(place->end > place->offset);
        assert_true(is_text || markup.html.bytes[place->offset] == '<');
    }
    svc_markup_clear(&markup);
    svc_tree_clear(&tree);
    json_decref(snapshot);
    json_decref(split);
}

static void expect(const char *nodes, const char *shadow, const char *html)
{
    expect_split(nodes, shadow, NULL, html);
}

static void writes_elements(void **state)
{
    (void)state;
    expect(
        "[[-1,9,\"#document\",\"\",[]],[0,10,\"html\",\"\",[]],[0,1,\"HTML\",\"\",[]],"
        "[2,1,\"P\",\"\",[\"class\",\"a\\\"<b\",\"hidden\",\"\"]],[3,3,\"#text\",\"1 < 2 & 3\",[]],"
        "[3,1,\"BR\",\"\",[]],[2,8,\"#comment\",\"kept\",[]],[2,8,\"#comment\",\"a-->b\",[]]]",
        "[]",
        "<!DOCTYPE html>\n<html><p class=\"a&quot;&lt;b\" hidden>1 &lt; 2 &amp; 3<br></p>"
        "<!--kept--></html>");
}

static void leaves_out(void **state)
{
    (void)state;
    expect("[[-1,9,\"#document\",\"\",[]],[0,1,\"NOSCRIPT\",\"\",[]],[1,3,\"#text\",\"<p>off\",[]],"
           "[0,1,\"TEMPLATE\",\"\",[]],[3,3,\"#text\",\"t\",[]],[0,1,\"SCRIPT\",\"\",[]],"
           "[5,3,\"#text\",\"a < b\",[]],[0,1,\"SCRIPT\",\"\",[]],"
           "[7,3,\"#text\",\"'</script><p>out'\",[]],[0,1,\"x<y\",\"\",[\"on click\",\"a\"]],"
           "[0,1,\"PRE\",\"\",[]],[10,3,\"#text\",\"\\nline\",[]]]",
           "[]",
           "<template></template><script>a < b</script><script></script><span></span>"
           "<pre>\n\nline</pre>");
}

static void puts_into_slots(void **state)
{
    (void)state;
    /* x-a has a tree of p, a slot named s with a fallback, a slot; and b slot=s, a text. */
    expect("[[-1,1,\"X-A\",\"\",[]],[0,1,\"P\",\"\",[]],[1,1,\"SLOT\",\"\",[\"name\",\"s\"]],"
           "[2,3,\"#text\",\"fallback\",[]],[0,1,\"SLOT\",\"\",[]],[0,3,\"#text\",\"given\",[]],"
           "[0,1,\"B\",\"\",[\"slot\",\"s\"]]]",
           "[1,2,3,4]", "<x-a><p><b slot=\"s\"></b></p>given</x-a>");
    expect("[[-1,1,\"X-A\",\"\",[]],[0,1,\"SLOT\",\"\",[\"name\",\"s\"]],"
           "[1,3,\"#text\",\"fallback\",[]],[0,3,\"#text\",\"not shown\",[]]]",
           "[1,2]", "<x-a>fallback</x-a>");
    /* Two slots of one name: what is given is there once. */
    expect("[[-1,1,\"X-A\",\"\",[]],[0,1,\"SLOT\",\"\",[]],[0,1,\"SLOT\",\"\",[]],"
           "[0,3,\"#text\",\"once\",[]]]",
           "[1,2]", "<x-a>once</x-a>");
}

static void splits_trees_in_trees(void **state)
{
    (void)state;
    /* x-a has a tree with x-b, which has a tree of i and a slot, and is given a text. */
    expect_split(
        "[[-1,1,\"X-A\",\"\",[]],[0,1,\"X-B\",\"\",[]],[1,1,\"I\",\"\",[]],"
        "[1,1,\"SLOT\",\"\",[]],[1,3,\"#text\",\"given\",[]]]",
        "[1,2,3,4]",
        "{\"root\":{\"backendNodeId\":1,\"children\":[{\"backendNodeId\":100,"
        "\"shadowRoots\":[{\"shadowRootType\":\"closed\",\"children\":[{\"backendNodeId\":101,"
        "\"children\":[{\"backendNodeId\":104}],\"shadowRoots\":[{\"shadowRootType\":\"open\","
        "\"children\":[{\"backendNodeId\":102},{\"backendNodeId\":103}]}]}]}]}]}}",
        "<x-a><x-b><i></i>given</x-b></x-a>");
    /* The slot comes first: so does what it is given. */
    expect_split(
        "[[-1,1,\"X-A\",\"\",[]],[0,1,\"X-B\",\"\",[]],[1,1,\"SLOT\",\"\",[]],"
        "[1,1,\"I\",\"\",[]],[1,3,\"#text\",\"given\",[]]]",
        "[1,2,3,4]",
        "{\"root\":{\"backendNodeId\":1,\"children\":[{\"backendNodeId\":100,"
        "\"shadowRoots\":[{\"shadowRootType\":\"closed\",\"children\":[{\"backendNodeId\":101,"
        "\"children\":[{\"backendNodeId\":104}],\"shadowRoots\":[{\"shadowRootType\":\"open\","
        "\"children\":[{\"backendNodeId\":102},{\"backendNodeId\":103}]}]}]}]}]}}",
        "<x-a><x-b>given<i></i></x-b></x-a>");
}

/* A browser under attack may say that a document is in two frames, in itself, or in none that there
 * is. */
static void a_document_is_in_one_frame(void **state)
{
    json_t *snapshot = json_loads(
        "{\"strings\":[\"\",\"#document\",\"IFRAME\"],\"documents\":[{\"nodes\":{"
        "\"parentIndex\":[-1,0,0,0,0],\"nodeType\":[9,1,1,1,1],\"nodeName\":[1,2,2,2,2],"
        "\"nodeValue\":[0,0,0,0,0],\"backendNodeId\":[1,2,3,4,5],"
        "\"attributes\":[[],[],[],[],[]],"
        "\"contentDocumentIndex\":{\"index\":[1,2,3,4],\"value\":[1,1,0,2]}},\"layout\":{}},"
        "{\"nodes\":{\"parentIndex\":[-1],\"nodeType\":[9],\"nodeName\":[1],\"nodeValue\":[0],"
        "\"backendNodeId\":[9],\"attributes\":[[]]},\"layout\":{}}]}",
        0, NULL);
    svc_tree tree;

    (void)state;
    assert_non_null(snapshot);
    assert_true(svc_tree_read(&tree, snapshot));
    assert_int_equal(tree.nodes[1].content, 1);
    assert_int_equal(tree.documents[1].frame, 1);
    for (int i = 2; i < 5; i++) {
        assert_int_equal(tree.nodes[i].content, SVC_NONE);
    }
    assert_int_equal(tree.documents[0].frame, SVC_NONE);
    svc_tree_clear(&tree);
    json_decref(snapshot);
}

static void refuses_nonsense(void **state)
{
    static const char *const texts[] = {"{}", "[]", "{\"documents\":[]}", "{\"documents\":[{}]}",
                                        "{\"documents\":[{\"nodes\":{}}]}"};
    svc_tree tree;

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_t *json = json_loads(texts[i], 0, NULL);

        assert_false(svc_tree_read(&tree, json));
        json_decref(json);
    }
    /* Parents behind their children, texts that there are not: a tree all the same, without them.
     */
    expect("[[5,1,\"P\",\"\",[]],[7,3,\"#text\",\"lost\",[]]]", "[9,-4]", "<p></p>");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_elements),
        cmocka_unit_test(leaves_out),
        cmocka_unit_test(puts_into_slots),
        cmocka_unit_test(splits_trees_in_trees),
        cmocka_unit_test(a_document_is_in_one_frame),
        cmocka_unit_test(refuses_nonsense),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
