/* auto: the way from a site's front page to this one. */
#include "decided.h"

#include "extractors/prune/trail.h"

#define TEXT    "<p>" LONG_TEXT "</p>"
#define SEVENTY "a step that goes on and on, until it is longer than any step of a trail is"

/* Pages of which all is taken, and how many blocks are cut. */
static const struct {
    const char *name;
    const char *html;
    size_t cut;
} pages[] = {
    {"two signs", "<p><a href=/>Home</a> > <a href=/n>News</a> > Rain</p>" TEXT, 1},
    {"one sign", "<p><a href=/>Home</a> > Rain</p>" TEXT, 0},
    {"references", "<p><a href=/>Home</a> &gt; <a href=/n>News</a> &#8250; Rain</p>" TEXT, 1},
    {"signs of several", "<p><a href=/>Home</a> >> Rain</p>" TEXT, 0},
    {"twice", "<p><a href=/>Home</a> >> News &nbsp;>> Rain</p>" TEXT, 1},
    {"no link", "<p>Home > News > Rain</p>" TEXT, 0},
    {"a sign at the beginning", "<p>> <a href=/>Home</a> > News > Rain</p>" TEXT, 0},
    {"a sign at the end", "<p><a href=/>Home</a> > News ></p>" TEXT, 1},
    {"wide signs",
     "<p><a href=/>Home</a> \xEF\xBC\x9E News \xE3\x80\x89 Rain \xE2\x86\x92 Mud "
     "\xE2\x96\xB6 a \xE2\x96\xB8 b \xE2\x9D\xAF c</p>" TEXT,
     1},
    {"quotations", "<p><a href=/>Le</a> \xC2\xABtemps\xC2\xBB et \xC2\xABla pluie\xC2\xBB</p>" TEXT,
     0},
    {"single quotations",
     "<p><a href=/>Der</a> \xE2\x80\xB9 Wind \xE2\x80\xBA und \xE2\x80\xB9 Regen "
     "\xE2\x80\xBA</p>" TEXT,
     0},
    {"signs in a comment", "<p><a href=/>Home</a><!-- > News > Rain --></p>" TEXT, 0},
    {"a long step", "<p><a href=/>Home</a> > " SEVENTY SEVENTY ", and more of it > Rain</p>" TEXT,
     0},
    {"a long line",
     "<p><a href=/>Home</a> > " SEVENTY " > " SEVENTY " > " SEVENTY " > " SEVENTY "</p>" TEXT, 0},
    {"code", "<pre><a href=/>Home</a> > News > Rain</pre>" TEXT, 0},
    {"the second block", "<h1>Rain</h1><p><a href=/>Home</a> > News > Rain</p>" TEXT, 1},
    {"the third block", "<h1>Rain</h1>" TEXT "<p><a href=/>Home</a> > News > Rain</p>", 0},
    {"two of them", "<p><a href=/>Home</a> > News > Rain</p><p><a href=/>A</a> > B > C</p>", 1},
};

static void trails_at_the_beginning_are_cut(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        decided d = decide_by_rules(pages[i].html);
        dana__blocks *blocks = &d.trace.blocks;
        size_t cut = 0;

        for (size_t k = 0; k < blocks->block_count; k++) {
            blocks->blocks[k].decision = DANA__DECISION_SUBTREE;
        }
        dana__cut_trail(d.page, blocks);
        for (size_t k = 0; k < blocks->block_count; k++) {
            cut += !dana__is_taken(&blocks->blocks[k]);
        }
        if (cut != pages[i].cut) {
            fail_msg("%s: %zu are cut", pages[i].name, cut);
        }
        dana_page_close(d.page);
    }
}

/* What is not taken is no beginning. */
static void only_what_is_taken_counts(void **state)
{
    decided d = decide_by_rules("<p>Menu</p><p>Search</p><p><a href=/>A</a> > B > C</p>" TEXT);
    dana__blocks *blocks = &d.trace.blocks;

    (void)state;
    blocks->blocks[0].decision = DANA__DECISION_REFUSED;
    blocks->blocks[1].decision = DANA__DECISION_REFUSED;
    blocks->blocks[2].decision = DANA__DECISION_SUBTREE;
    dana__cut_trail(d.page, blocks);
    assert_false(dana__is_taken(&blocks->blocks[2]));
    dana_page_close(d.page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trails_at_the_beginning_are_cut),
        cmocka_unit_test(only_what_is_taken_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
