/* The rules behind the learned step: what the trace says of them, and that one can be left out. */
#include "decided.h"

#include "dana/trace.h"
#include "extractors/auto/settle.h"

#define DAY(day)                                                                                   \
    "<p>The ferry sails from the new quay to the islands at six in the morning, and the pilots "   \
    "wait for the tide, as they did on day " day ".</p>"
#define DAYS DAY("one") DAY("two") DAY("three") DAY("four")

static const char html[] =
    "<title>Ferry sails again</title><article><h1>Ferry sails again</h1>" DAYS
    "<p>Read also:</p><p><a href=/a>The old quay is sold</a></p>" DAYS "</article>";

static const dana_traced_block *traced(const dana_traced_block *blocks, size_t count,
                                       const char *text)
{
    size_t i = 0;

    while (i < count && strncmp(html + blocks[i].span.start, text, strlen(text)) != 0) {
        i++;
    }
    assert_true(i < count);
    return &blocks[i];
}

static void a_trace_names_the_rule(void **state)
{
    dana_page *page;
    dana_result result;
    const dana_traced_block *blocks;
    size_t count;

    (void)state;
    assert_int_equal(dana_page_open(html, strlen(html), 0, NULL, &page, NULL), DANA_OK);
    assert_int_equal(
        dana_extract(page, dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4), NULL, &result, NULL),
        DANA_OK);
    assert_int_equal(dana_result_trace(page, &result, &blocks, &count, NULL), DANA_OK);
    assert_string_equal(traced(blocks, count, "Read also")->settled_by, "cut_calls");
    assert_string_equal(traced(blocks, count, "The old quay")->settled_by, "cut_calls");
    assert_string_equal(traced(blocks, count, "The old quay")->decision, "cut");
    assert_null(traced(blocks, count, "The ferry")->settled_by);
    dana_page_close(page);
}

/* 1 + row of the only rule that changed a block of a page, 0 if none did. */
static uint8_t only_rule(const decided *d)
{
    const dana__blocks *blocks = &d->trace.blocks;
    uint8_t found = 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        assert_true(found == 0 || blocks->settled_by[i] == 0 || blocks->settled_by[i] == found);
        found = blocks->settled_by[i] != 0 ? blocks->settled_by[i] : found;
    }
    return found;
}

static void a_rule_can_be_left_out(void **state)
{
    dana__auto_settings settings = {.records_rules = true};
    decided all = decide(html, settings);

    (void)state;
    settings.rule_off = only_rule(&all);
    assert_string_equal(dana__settle_rule_name(settings.rule_off - 1u), "cut_calls");
    assert_false(dana__is_taken(find_block(&all, "Read also")));

    decided without = decide(html, settings);

    assert_int_equal(only_rule(&without), 0);
    assert_true(dana__is_taken(find_block(&without, "Read also")));
    dana_page_close(all.page);
    dana_page_close(without.page);
}

/* The place of a rule in the order; it has one. */
static size_t place_of(const char *name)
{
    size_t i = 0;

    while (strcmp(dana__settle_rule_name(i), name) != 0) {
        i++;
    }
    return i;
}

/* A post whose preview stands in another one comes again: settle_posts might cut the post itself,
 * and the preview went, too. */
static void previews_go_before_posts_are_settled(void **state)
{
    (void)state;
    assert_true(place_of("cut_previews") < place_of("settle_posts"));
}

static void names_are_of_rules_alone(void **state)
{
    size_t count = 0;

    (void)state;
    while (dana__settle_rule_name(count) != NULL) {
        assert_true(strlen(dana__settle_rule_name(count)) > 0);
        count++;
    }
    assert_true(count > 50);
    assert_null(dana__settle_rule_name(SIZE_MAX));
}

static void nothing_is_recorded_unless_asked_for(void **state)
{
    decided d = decide(html, (dana__auto_settings){0});

    (void)state;
    assert_null(d.trace.blocks.settled_by);
    dana_page_close(d.page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trace_names_the_rule),
        cmocka_unit_test(a_rule_can_be_left_out),
        cmocka_unit_test(names_are_of_rules_alone),
        cmocka_unit_test(previews_go_before_posts_are_settled),
        cmocka_unit_test(nothing_is_recorded_unless_asked_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
