/* auto: what a rule would prune by its name, and is a part of the text. */
#include "decided.h"

#include "blocks/marks.h"

#include <stdio.h>
#include <string.h>

#define PARAGRAPH                                                                                  \
    "<p>Those who want to lose weight need not do without milk, says a study of the university, "  \
    "which followed two hundred people.</p>"
#define HUNDRED                                                                                    \
    "The harbour reopened on Monday, said the ferry company, and the first boats left at noon in " \
    "rain."
#define THREE_HUNDRED HUNDRED " " HUNDRED " " HUNDRED " So it was, and so it is."

/* Whether a rule prunes the block that begins with "The harbour". */
static bool is_pruned(const char *html)
{
    decided d = decide_by_rules(html);
    const dana__block *block = find_block(&d, "The harbour");
    bool pruned = block->rule != 0;

    dana_page_close(d.page);
    return pruned;
}

/* Elements that hold the text, on a page with as much text besides. */
static const struct {
    const char *name;
    const char *html;
    bool pruned;
} elements[] = {
    {"a paragraph in a box for sharing", "<div class=share><p>" THREE_HUNDRED "</p></div>", false},
    {"a note in one", "<div class=share><p>" HUNDRED "</p></div>", true},
    {"a paragraph in a menu by its class", "<div class=menu><p>" THREE_HUNDRED "</p></div>", false},
    {"a note in one", "<div class=menu><p>" HUNDRED "</p></div>", true},
    {"with a link", "<div class=menu><p>" THREE_HUNDRED " <a href=/m>More</a></p></div>", true},
    {"in a menu by its element", "<nav><p>" THREE_HUNDRED "</p></nav>", true},
    {"the foot of a figure", "<figure><div class=footer><p>" HUNDRED "</p></div></figure>", false},
    {"a credit in one", "<figure><div class=footer>The harbour, Ada Lind</div></figure>", true},
    {"a foot elsewhere", "<div><div class=footer><p>" HUNDRED "</p></div></div>", true},
    {"by its element", "<figure><footer><p>" HUNDRED "</p></footer></figure>", true},
    {"a lead", "<div><div class=teaser-text>" HUNDRED "</div></div>", false},
    {"a short one", "<div><div class=teaser-text>The harbour reopened.</div></div>", true},
    {"with a link", "<div><div class=teaser-text>" HUNDRED " <a href=/m>More</a></div></div>",
     true},
    {"beside a link", "<div><h3><a href=/m>Boats</a></h3><p class=teaser>" HUNDRED "</p></div>",
     true},
    {"code that is called a menu", "<pre class=nav>" HUNDRED "</pre>", false},
    {"hidden code", "<pre hidden>" HUNDRED "</pre>", true},
    {"the caption of a picture", "<figure><img src=a><figcaption>" HUNDRED "</figcaption></figure>",
     true},
    {"of code",
     "<figure><pre>a = 1</pre><figcaption><p>" HUNDRED "</p></figcaption></figure><pre>b</pre>",
     false},
    {"beside code", "<figure><img src=a><figcaption>" HUNDRED "</figcaption></figure><pre>b</pre>",
     true},
    {"a table with tooltips", "<table class=js-dataTooltip><tr><td>" HUNDRED "</td></tr></table>",
     false},
    {"a tooltip", "<div class=tooltip>" HUNDRED "</div>", true},
};

static void what_an_element_holds_is_of_the_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(elements) / sizeof(elements[0]); i++) {
        char html[4096];

        snprintf(html, sizeof(html),
                 "<body><div>" PARAGRAPH PARAGRAPH PARAGRAPH PARAGRAPH PARAGRAPH PARAGRAPH PARAGRAPH
                     PARAGRAPH PARAGRAPH PARAGRAPH "</div>%s",
                 elements[i].html);
        if (is_pruned(html) != elements[i].pruned) {
            fail_msg("%s: pruned %d", elements[i].name, !elements[i].pruned);
        }
    }
}

#define COMMENTS(text) "<div id=Comments>" text "</div>"

#define CAPTION(text)  "<figure><img src=a><figcaption>" text "</figcaption></figure>"

/* Comments that hold more than half of the page's text, and captions. */
static const struct {
    const char *name;
    const char *html;
    bool pruned;
} pages[] = {
    {"three paragraphs before them",
     "<h1>Milk</h1>" PARAGRAPH PARAGRAPH PARAGRAPH COMMENTS("<p>" THREE_HUNDRED
                                                            "</p><p>" THREE_HUNDRED "</p>"),
     true},
    {"two", "<h1>Milk</h1>" PARAGRAPH PARAGRAPH COMMENTS("<p>" THREE_HUNDRED "</p>"), false},
    {"without a headline",
     PARAGRAPH PARAGRAPH PARAGRAPH COMMENTS("<p>" THREE_HUNDRED "</p><p>" THREE_HUNDRED "</p>"),
     false},
    {"which hold the headline",
     PARAGRAPH PARAGRAPH PARAGRAPH COMMENTS("<h1>Milk</h1><p>" THREE_HUNDRED "</p><p>" THREE_HUNDRED
                                            "</p>"),
     false},
    {"behind paragraphs in a box",
     "<h1>Milk</h1><aside>" PARAGRAPH
     "</aside>" PARAGRAPH PARAGRAPH COMMENTS("<p>" THREE_HUNDRED "</p><p>" THREE_HUNDRED "</p>"),
     false},
    {"behind short lines",
     "<h1>Milk</h1><p>Milk, says a study.</p><p>Milk, says a study.</p><p>Milk, says "
     "one.</p>" COMMENTS("<p>" THREE_HUNDRED "</p>"),
     false},
    {"a gallery of captions",
     CAPTION(THREE_HUNDRED) CAPTION(PARAGRAPH) CAPTION(PARAGRAPH PARAGRAPH) CAPTION("<p>" HUNDRED),
     false},
    {"two captions", CAPTION(HUNDRED) CAPTION(THREE_HUNDRED " " THREE_HUNDRED), true},
    {"of a text", PARAGRAPH PARAGRAPH CAPTION(HUNDRED) CAPTION(PARAGRAPH) CAPTION(PARAGRAPH), true},
};

static void what_is_most_of_a_page_is_its_text_unless_it_is_comments(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        if (is_pruned(pages[i].html) != pages[i].pruned) {
            fail_msg("%s: pruned %d", pages[i].name, !pages[i].pruned);
        }
    }
}

/* A page in an element that is called a part of one, and a menu in it. */
static void frames_of_the_main_element_are_no_boxes(void **state)
{
    decided d = decide_by_rules(
        "<body><div class=skip-nav><div class=sidebar-wrap><main><h1>Milk</h1>"
        "<p>Milk.</p><div class=nav><p>More.</p></div></main></div></div>");
    const dana__node *nodes = d.trace.blocks.nodes;
    uint32_t menu = DANA__MARK_BIT(NAV) | DANA__MARK_BIT(ASIDE);

    (void)state;
    assert_int_equal(nodes[find_block(&d, "Milk.")->node].all_marks & menu, 0);
    assert_int_equal(nodes[find_block(&d, "More.")->node].all_marks & menu, DANA__MARK_BIT(NAV));
    dana_page_close(d.page);
    d = decide_by_rules("<body><div class=skip-nav><h1>Milk</h1><p>Milk.</p></div>");
    assert_int_equal(d.trace.blocks.nodes[find_block(&d, "Milk.")->node].all_marks & menu,
                     DANA__MARK_BIT(NAV));
    dana_page_close(d.page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_an_element_holds_is_of_the_text),
        cmocka_unit_test(what_is_most_of_a_page_is_its_text_unless_it_is_comments),
        cmocka_unit_test(frames_of_the_main_element_are_no_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
