/* The DOM view: the element that contains each text unit, and the counts under it. */
#include "unit.h"

#include "dana/extract.h"
#include "dana/library.h"
#include "dom/dom.h"
#include "support.h"

#include <stdio.h>

static const dana__dom *view_of(dana_page *page)
{
    const dana__dom *dom;

    assert_int_equal(dana__dom_view(page, &dom, &(dana_error){DANA_OK}), DANA_OK);
    return dom;
}

/* Writes the tree as "(html(body(p#)))": '#' is a unit, "-" any other element. */
static void write_tree(const dana__dom *dom, char *out, size_t size)
{
    static const char *const names[DANA__ELEMENT_COUNT] = {
        [DANA__A] = "a",
        [DANA__BODY_ELEMENT] = "body",
        [DANA__DIV] = "div",
        [DANA__P] = "p",
        [DANA__HTML_ELEMENT] = "html",
        [DANA__HEAD] = "head",
        [DANA__LI] = "li",
        [DANA__UL] = "ul",
        [DANA__TABLE] = "table",
        [DANA__TR] = "tr",
        [DANA__TD] = "td",
        [DANA__IMG] = "img",
    };
    size_t used = 0;
    size_t unit = 0;
    size_t open = 0;

    out[0] = '\0';
    for (size_t i = 1; i <= dom->node_count; i++) {
        size_t next = i < dom->node_count ? dom->nodes[i].first_unit : dom->unit_count;
        size_t parent = i < dom->node_count ? dom->nodes[i].parent : 0;

        while (unit < next || open != parent) {
            if (unit < next && dom->unit_nodes[unit] == open) {
                used += (size_t)snprintf(out + used, size - used, "#");
                unit++;
            } else {
                used += (size_t)snprintf(out + used, size - used, ")");
                open = dom->nodes[open].parent;
            }
        }
        if (i < dom->node_count) {
            const char *name = names[dom->nodes[i].element];

            used += (size_t)snprintf(out + used, size - used, "(%s", name != NULL ? name : "-");
            open = i;
        }
    }
}

static void elements_hold_their_text(void **state)
{
    static const char *const rows[][2] = {
        {"", ""},
        {"text", "(html(body(p#)))"},
        {"<p>one<p>two", "(html(body(p#)(p#)))"},
        {"<p>one <b>two</b> three</p>", "(html(body(p#(-#)#)))"},
        {"<ul><li>a<li><a href='>'>b</a></ul>c", "(html(body(ul(li#)(li(a#)))#))"},
        {"<table><tr><td>a<td>b<tr><td>c</table>", "(html(body(table(tr(td#)(td#))(tr(td#)))))"},
        {"<head><title>t</title></head><body class='x>y'>a", "(html(head)(body#))"},
        {"<div>a<!-- <p>no</p> -->b<script>'<p>no</p>'</script>c</div>", "(html(body(div###)))"},
        {"<div/>inside</div>after", "(html(body(div#)#))"},
        {"a &lt; b <img src=x> c&nbsp;d", "(html(body(p#(img)#)))"},
        {"<section><svg><g>no</g></svg>x<select><option>no</select></section>", "(html(body(-#)))"},
        {"<a\"b>x</a\"b>y", "(html(body(-#)#))"},
        {"x</p></div></b>y", "(html(body(p#)#))"},
    };
    char tree[400];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        dana_page *page = open_page(rows[i][0]);
        const dana__dom *dom = view_of(page);

        write_tree(dom, tree, sizeof(tree));
        assert_string_equal(tree, rows[i][1]);
        assert_int_equal(dom->unmapped, 0);
        dana_page_close(page);
    }
}

static void counts_are_those_under_a_node(void **state)
{
    dana_page *page = open_page("<div><p>ab &amp; cd <a href=x>link <b>text</b></a></p>"
                                "<img src=x></div><p>more</p>");
    const dana__dom *dom = view_of(page);

    (void)state;
    /* document html body div p a b img p */
    assert_int_equal(dom->node_count, 9);
    assert_int_equal(dana__node_tags(dom, 0), 8);
    assert_int_equal(dana__node_tags(dom, 3), 4);
    assert_int_equal(dana__node_tags(dom, 7), 0);
    assert_int_equal(dana__node_links(dom, 3), 1);
    assert_int_equal(dana__node_links(dom, 5), 0);
    assert_int_equal(dana__node_chars(dom, &dom->nodes[3]), 7 + 4 + 4);
    assert_int_equal(dana__node_link_chars(dom, &dom->nodes[3]), 8);
    assert_int_equal(dana__node_chars(dom, &dom->nodes[8]), 4);
    assert_int_equal(dom->nodes[6].in_link, 1);
    assert_int_equal(dom->nodes[4].is_block, 1);
    assert_int_equal(dom->nodes[5].is_block, 0);
    dana_page_close(page);
}

static void the_view_is_made_once_and_the_scan_stays(void **state)
{
    dana_page *page = open_page("<p>one <a href=x>two</a>");
    const dana_scan *scan;
    const dana_scan_options options = {0};
    const dana__dom *dom = view_of(page);

    (void)state;
    assert_ptr_equal(view_of(page), dom);
    assert_int_equal(dana_scan_page(page, &options, &scan, NULL), DANA_OK);
    assert_int_equal(scan->unit_count, 2);
    assert_int_equal(scan->anchor_count, 1);
    dana_page_close(page);
}

static void too_deep_a_page_is_refused(void **state)
{
    static char html[3 * 5000 + 1];
    dana_page *page;
    const dana__dom *dom;
    dana_error err;

    (void)state;
    for (size_t i = 0; i < 5000; i++) {
        memcpy(html + 3 * i, "<b>", 3);
    }
    assert_int_equal(dana_page_open(html, 3 * 5000, 0, NULL, &page, NULL), DANA_OK);
    assert_int_equal(dana__dom_view(page, &dom, &err), DANA_TOO_COMPLEX);
    assert_non_null(strstr(err.message, "1024"));
    dana_page_close(page);
}

typedef struct {
    int left;
} countdown;

static bool cancel_after(void *arg)
{
    countdown *c = arg;

    return c->left-- <= 0;
}

static void the_parse_can_be_cancelled(void **state)
{
    static char html[9 * 20000 + 1];
    countdown c = {.left = 0};
    dana_page *page;
    const dana__dom *dom;
    dana_status status = DANA_CANCELLED;
    int polls = 0;

    (void)state;
    for (size_t i = 0; i < 20000; i++) {
        memcpy(html + 9 * i, "<i>x</i> ", 9);
    }
    for (; status == DANA_CANCELLED; polls++) {
        c.left = polls;
        assert_int_equal(dana_page_open(html, 9 * 20000, 0, NULL, &page, NULL), DANA_OK);
        dana_page_set_cancel(page, cancel_after, &c);
        status = dana__dom_view(page, &dom, &(dana_error){DANA_OK});
        dana_page_close(page);
    }
    assert_int_equal(status, DANA_OK);
    assert_true(polls > 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_hold_their_text),
        cmocka_unit_test(counts_are_those_under_a_node),
        cmocka_unit_test(the_view_is_made_once_and_the_scan_stays),
        cmocka_unit_test(too_deep_a_page_is_refused),
        cmocka_unit_test(the_parse_can_be_cancelled),
    };

    dana_library_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
