/* Boxes of a page: how they are checked and read, and the blocks of text that they show. */
#include "unit.h"

#include "dana/boxes.h"
#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/limits.h"
#include "dana/segments.h"
#include "support.h"

#include <math.h>
#include <string.h>

static const char html[] = "<body><h1>Ferry</h1><p>It <b>sails</b> again.<p>On Monday.</body>";

/* Where what begins with `text` begins. */
static size_t at(const char *text)
{
    return (size_t)(strstr(html, text) - html);
}

static dana_box box_at(const char *text, float y, unsigned flags)
{
    return (dana_box){.offset = at(text),
                      .x = 10,
                      .y = y,
                      .width = 100,
                      .height = 20,
                      .font_size = 16,
                      .font_weight = 400,
                      .color = 0xff,
                      .background = 0xffffffff,
                      .flags = (uint8_t)(flags | DANA_BOX_VISIBLE)};
}

static dana_status set(dana_page *page, const dana_box *items, size_t count, dana_error *err)
{
    static dana_boxes boxes;

    boxes = (dana_boxes){items, count, 200, 300};
    return dana_page_set_boxes(page, &boxes, err);
}

static void boxes_are_checked(void **state)
{
    dana_page *page = open_page(html);
    dana_box two[] = {box_at("<h1", 0, 0), box_at("<p>It", 40, 0)};
    dana_boxes wide = {two, 2, INFINITY, 300};
    dana_error err;

    (void)state;
    assert_false(dana_page_has_boxes(page));
    assert_int_equal(set(page, two, 2, &err), DANA_OK);
    assert_true(dana_page_has_boxes(page));
    assert_int_equal(dana_page_set_boxes(page, NULL, &err), DANA_OK);
    assert_false(dana_page_has_boxes(page));
    two[1].offset = two[0].offset;
    assert_int_equal(set(page, two, 2, &err), DANA_INVALID_BOXES);
    assert_int_equal(err.position, two[0].offset);
    assert_false(dana_page_has_boxes(page));
    two[1].offset = strlen(html);
    assert_int_equal(set(page, two, 2, &err), DANA_INVALID_BOXES);
    two[1].offset = strlen(html) - 1;
    assert_int_equal(set(page, two, 2, &err), DANA_OK);
    two[1].x = NAN;
    assert_int_equal(set(page, two, 2, &err), DANA_INVALID_BOXES);
    two[1].x = -40;
    assert_int_equal(set(page, two, 2, &err), DANA_OK);
    two[1].height = -1;
    assert_int_equal(set(page, two, 2, &err), DANA_INVALID_BOXES);
    two[1].height = 1e9f;
    assert_int_equal(set(page, two, 2, &err), DANA_INVALID_BOXES);
    assert_int_equal(dana_page_set_boxes(page, &wide, &err), DANA_INVALID_BOXES);
    dana_page_close(page);
}

static void boxes_are_read_from_text(void **state)
{
    static const struct {
        const char *text;
        const char *message; /* a part of it; NULL: the text can be read */
        size_t position;
    } rows[] = {
        {"200 300", NULL, 0},
        {"200 300\n6 1 2.5 -0 4 16 400 000000ff ffffffff tv\n", NULL, 0},
        {"\n 200 300 \r\n\r\n6 -1 -2.25 3 4 0 900 ABCDEF00 ffffffff -\r\n", NULL, 0},
        {"", "line 1 of the boxes: expected a number", 0},
        {"200", "line 1 of the boxes: expected a number", 3},
        {"200 300 400", "line 1 of the boxes: expected the end of the line", 8},
        {"200 300\n6 1 2 3", "line 2 of the boxes: expected a number", 15},
        {"200 300\n6.5 1 2 3 4 16 400 000000ff ffffffff tv", "expected a whole number", 8},
        {"200 300\n-6 1 2 3 4 16 400 000000ff ffffffff tv", "expected a whole number", 8},
        {"200 300\n6 1 2e3 3 4 16 400 000000ff ffffffff tv", "a number of at most", 13},
        {"200 300\n6 1 2. 3 4 16 400 000000ff ffffffff tv", "expected a digit", 14},
        {"200 300\n6 1 1234567890123 3", "a number of at most", 24},
        {"200 300\n6 1 2 3 4 16 400 0000ff ffffffff tv", "eight hexadecimal digits", 31},
        {"200 300\n6 1 2 3 4 16 400 000000ff fffffffff tv", "eight hexadecimal digits", 42},
        {"200 300\n6 1 2 3 4 16 400 000000ff ffffffff", "expected flags", 42},
        {"200 300\n6 1 2 3 4 16 400 000000ff ffffffff x", "expected flags", 43},
        {"200 300\n6 1 2 3 4 16 400 000000ff ffffffff t v", "expected the end of the line", 45},
        {"200 300\n6 1 2 3 4 16 400 000000ff ffffffff v\n6 1 2 3 4 16 400 000000ff ffffffff v",
         "box 1 has an offset out of order", 6},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        dana_page *page = open_page(html);
        dana_error err = {.status = DANA_OK};
        dana_status status = dana_page_read_boxes(page, view(rows[i].text), &err);

        assert_int_equal(status, rows[i].message != NULL ? DANA_INVALID_BOXES : DANA_OK);
        assert_int_equal(dana_page_has_boxes(page), rows[i].message == NULL);
        if (rows[i].message != NULL) {
            assert_non_null(strstr(err.message, rows[i].message));
            assert_int_equal(err.position, rows[i].position);
        }
        dana_page_close(page);
    }
}

static void a_text_runs_through_inline_elements(void **state)
{
    dana_page *page = open_page(html);
    dana_box items[] = {box_at("<body", 0, 0),
                        box_at("<h1", 0, 0),
                        box_at("Ferry", 0, DANA_BOX_TEXT),
                        box_at("<p>It", 40, 0),
                        box_at("It ", 40, DANA_BOX_TEXT),
                        box_at("<b>", 40, 0),
                        box_at("sails", 60, DANA_BOX_TEXT),
                        box_at(" again", 80, DANA_BOX_TEXT),
                        box_at("<p>On", 140, 0),
                        box_at("On Monday", 140, DANA_BOX_TEXT)};
    const dana_text_block *blocks;
    size_t count;

    (void)state;
    items[7].font_size = 20; /* the longest text of the three */
    assert_int_equal(set(page, items, 10, NULL), DANA_OK);
    assert_int_equal(dana_find_text_blocks(page, &blocks, &count, NULL), DANA_OK);
    assert_int_equal(count, 3);
    assert_int_equal(blocks[0].span.start, at("Ferry"));
    assert_int_equal(blocks[0].span.end, at("</h1"));
    assert_int_equal(blocks[1].span.start, at("It "));
    assert_int_equal(blocks[1].span.end, at("<p>On"));
    assert_true(blocks[1].looks.y == 40.0f && blocks[1].looks.height == 60.0f);
    assert_true(blocks[1].looks.font_size == 20.0f);
    assert_int_equal(blocks[2].span.end, at("</body"));
    dana_page_close(page);
}

/* Boxes of a page whose markup is another one, and of elements that were removed, do no harm. */
static void boxes_without_elements_are_left_out(void **state)
{
    dana_page *page = open_page(html);
    dana_box items[] = {box_at("ody>", 0, 0), box_at("1>", 300, 0),
                        box_at("erry", 0, DANA_BOX_TEXT), box_at("<p>On", 140, DANA_BOX_TEXT)};
    const dana_text_block *blocks;
    dana_segments segments;
    size_t count;

    (void)state;
    assert_int_equal(set(page, items, 4, NULL), DANA_OK);
    assert_int_equal(dana_find_text_blocks(page, &blocks, &count, NULL), DANA_OK);
    assert_int_equal(count, 1);
    assert_int_equal(dana_find_segments(page, 8, &segments, NULL), DANA_OK);
    dana_page_close(page);
}

static void more_boxes_than_the_limit_are_refused(void **state)
{
    const dana_limits limits = {
        .max_attributes = 8, .max_depth = 8, .max_nodes = 2, .max_lines = 8};
    dana_page *page = open_page(html);
    dana_box items[] = {box_at("<body", 0, 0), box_at("<h1", 0, 0),
                        box_at("Ferry", 0, DANA_BOX_TEXT)};
    const dana_text_block *blocks;
    dana_error err = {.status = DANA_OK};
    size_t count;

    (void)state;
    assert_int_equal(set(page, items, 2, NULL), DANA_OK);
    dana_page_set_limits(page, &limits);
    assert_int_equal(dana_find_text_blocks(page, &blocks, &count, &err), DANA_OK);
    dana_page_close(page);
    page = open_page(html);
    assert_int_equal(set(page, items, 3, NULL), DANA_OK);
    dana_page_set_limits(page, &limits);
    assert_int_equal(dana_find_text_blocks(page, &blocks, &count, &err), DANA_TOO_COMPLEX);
    assert_int_equal(err.position, 0);
    assert_string_equal(err.limit, "nodes");
    assert_int_equal(err.limit_value, 2);
    dana_page_close(page);
}

static void pages_without_boxes_say_so(void **state)
{
    static const dana_algorithm *algorithm;
    dana_page *page = open_page(html);
    const dana_text_block *blocks;
    dana_segments segments;
    dana_headline headline;
    dana_result result;
    dana_error err;
    size_t count;

    (void)state;
    assert_int_equal(dana_find_segments(page, 8, &segments, &err), DANA_NO_BOXES);
    assert_int_equal(dana_find_text_blocks(page, &blocks, &count, &err), DANA_NO_BOXES);
    for (size_t i = 0; i < dana_algorithm_count(); i++) {
        algorithm = dana_algorithm_at(i);
        dana_status status = algorithm->kind == DANA_KIND_CONTENT
                                 ? dana_extract(page, algorithm, NULL, &result, &err)
                                 : dana_find_headline(page, algorithm, NULL, true, &headline, &err);

        assert_int_equal(status, algorithm->needs_boxes ? DANA_NO_BOXES : DANA_OK);
    }
    dana_page_close(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_checked),
        cmocka_unit_test(boxes_are_read_from_text),
        cmocka_unit_test(a_text_runs_through_inline_elements),
        cmocka_unit_test(boxes_without_elements_are_left_out),
        cmocka_unit_test(more_boxes_than_the_limit_are_refused),
        cmocka_unit_test(pages_without_boxes_say_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
