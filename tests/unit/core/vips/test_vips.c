/* VIPS: separators as its paper finds them, and what must hold for the segments of any page. */
#include "unit.h"

#include "boxes/check_segments.h"
#include "boxes/random_boxes.h"
#include "dana/segments.h"
#include "support.h"
#include "vips/separators.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STRIPES 64

/* Separators as pairs of borders. */
typedef struct {
    float stripes[MAX_STRIPES][2];
    size_t count;
} stripes;

/* One block put in, by the three operations of 4.2.1: a separator that holds it is split, one that
 * it crosses shrinks, one that it covers goes. */
static void put_in(stripes *all, float top, float bottom)
{
    stripes next = {.count = 0};

    for (size_t i = 0; i < all->count; i++) {
        float start = all->stripes[i][0];
        float end = all->stripes[i][1];

        if (bottom <= start || top >= end) {
            next.stripes[next.count][0] = start;
            next.stripes[next.count++][1] = end;
            continue;
        }
        if (top > start) {
            next.stripes[next.count][0] = start;
            next.stripes[next.count++][1] = top;
        }
        if (bottom < end) {
            next.stripes[next.count][0] = bottom;
            next.stripes[next.count++][1] = end;
        }
    }
    *all = next;
}

/* The paper's way, those at the pool's border taken out at the end. */
static stripes as_in_the_paper(const dana__visual_block *blocks, size_t count, float end)
{
    stripes all = {{{0, end}}, 1};
    stripes inner = {.count = 0};

    for (size_t i = 0; i < count; i++) {
        put_in(&all, blocks[i].rect.top, blocks[i].rect.bottom);
    }
    for (size_t i = 0; i < all.count; i++) {
        if (all.stripes[i][0] > 0 && all.stripes[i][1] < end) {
            memcpy(inner.stripes[inner.count++], all.stripes[i], sizeof(all.stripes[i]));
        }
    }
    return inner;
}

/* Most blocks of a pool. */
#define BLOCKS_MAX 12

/* A tree of a node for each block, none of which has text. */
static dana__look_tree empty_tree(void)
{
    static dana__look_node nodes[BLOCKS_MAX];

    for (size_t i = 0; i < BLOCKS_MAX; i++) {
        nodes[i] = (dana__look_node){.longest = DANA__NO_NODE};
    }
    return (dana__look_tree){nodes, BLOCKS_MAX};
}

static dana__visual_block block_of(float left, float top, float right, float bottom)
{
    return (dana__visual_block){.rect = {left, top, right, bottom}, .longest = DANA__NO_NODE};
}

static size_t find(dana__visual_block *blocks, size_t count, dana__direction direction,
                   dana__separator *out)
{
    const dana__look_tree tree = empty_tree();
    const dana__rules none = {NULL, 0};

    dana__sort_blocks(blocks, count, direction);
    return dana__find_separators(&tree, &none, blocks, count, direction, out);
}

/* The example of 4.2.1: three blocks below each other split the pool; the fourth, beside them,
 * crosses the second separator and covers the third. One separator is left, and it has shrunk. */
static void the_example_of_the_paper(void **state)
{
    dana__visual_block blocks[] = {block_of(10, 10, 90, 30), block_of(10, 50, 40, 70),
                                   block_of(10, 80, 40, 95), block_of(50, 45, 90, 95)};
    const stripes three = as_in_the_paper(blocks, 3, 100);
    const stripes four = as_in_the_paper(blocks, 4, 100);
    dana__separator found[3];

    (void)state;
    assert_int_equal(three.count, 2);
    assert_int_equal(four.count, 1);
    assert_int_equal(find(blocks, 3, DANA__HORIZONTAL, found), 2);
    assert_true(found[0].start == 30.0f && found[0].end == 50.0f);
    assert_true(found[1].start == 70.0f && found[1].end == 80.0f);
    assert_int_equal(find(blocks, 4, DANA__HORIZONTAL, found), 1);
    assert_true(found[0].start == 30.0f && found[0].end == 45.0f && found[0].after == 1);
    assert_int_equal(find(blocks, 4, DANA__VERTICAL, found), 0);
}

static void separators_are_those_of_the_paper(void **state)
{
    dana__visual_block blocks[BLOCKS_MAX];
    dana__separator found[BLOCKS_MAX - 1];

    (void)state;
    srand(7);
    for (int round = 0; round < 3000; round++) {
        size_t count = 1 + (size_t)rand() % BLOCKS_MAX;

        for (size_t i = 0; i < count; i++) {
            float top = (float)(1 + rand() % 90);

            blocks[i] = block_of(0, top, 10, top + (float)(2 + rand() % 12));
            blocks[i].first = (uint32_t)i;
        }
        stripes wanted = as_in_the_paper(blocks, count, 200);
        size_t made = find(blocks, count, DANA__HORIZONTAL, found);
        size_t seen = 0;

        for (size_t i = 0; i < made; i++) {
            if (found[i].end <= found[i].start) {
                continue; /* blocks that touch, which the paper leaves together */
            }
            assert_true(seen < wanted.count);
            assert_true(found[i].start == wanted.stripes[seen][0]);
            assert_true(found[i].end == wanted.stripes[seen][1]);
            seen++;
        }
        assert_int_equal(seen, wanted.count);
    }
}

/* The rules of weights one by one: each is heavier than the same without it. */
static void weights_follow_the_rules(void **state)
{
    const dana_box small = {.font_size = 16, .font_weight = 400};
    const dana_box large = {.font_size = 30, .font_weight = 700};
    const dana__look_node nodes[] = {{.longest = DANA__NO_NODE, .look = DANA__LOOK_OTHER},
                                     {.box = &small, .look = DANA__LOOK_TEXT},
                                     {.box = &large, .look = DANA__LOOK_TEXT},
                                     {.look = DANA__LOOK_TABLE}};
    const dana__look_tree tree = {nodes, 4};
    const dana__rect hr = {0, 40, 100, 42};
    const dana__rules none = {NULL, 0};
    const dana__rules one = {&hr, 1};
    dana__visual_block two[] = {block_of(0, 0, 100, 30), block_of(0, 50, 100, 80)};
    dana__separator s;

    (void)state;
    two[1].first = 3;
    assert_int_equal(dana__find_separators(&tree, &none, two, 2, DANA__HORIZONTAL, &s), 1);
    unsigned plain = s.weight;

    dana__find_separators(&tree, &one, two, 2, DANA__HORIZONTAL, &s);
    assert_true(s.weight > plain);
    two[0].background = 0xff;
    dana__find_separators(&tree, &none, two, 2, DANA__HORIZONTAL, &s);
    assert_true(s.weight > plain);
    two[0].background = 0;
    two[1].rect.top = 70;
    dana__find_separators(&tree, &none, two, 2, DANA__HORIZONTAL, &s);
    assert_true(s.weight > plain);
    two[1].rect.top = 50;
    two[1].first = 0; /* of one build */
    dana__find_separators(&tree, &none, two, 2, DANA__HORIZONTAL, &s);
    assert_true(s.weight < plain || plain == 1);
    two[1].first = 3;
    two[0].longest = 1;
    two[1].longest = 2;
    dana__find_separators(&tree, &none, two, 2, DANA__HORIZONTAL, &s);
    unsigned below = s.weight;

    assert_true(below > plain);
    two[0].longest = 2;
    two[1].longest = 1;
    dana__find_separators(&tree, &none, two, 2, DANA__HORIZONTAL, &s);
    assert_true(s.weight < below && s.weight > 1);
}

static char *random_page(size_t pieces)
{
    static const char *const texts[] = {"<div>",
                                        "</div>",
                                        "<p>A text of the page.</p>",
                                        "<b>bold</b>",
                                        "text ",
                                        "<table><tr><td>a</td><td>b</td></tr></table>",
                                        "<hr>",
                                        "<ul><li>one</li><li>two</li></ul>",
                                        "<a href=x>link</a>",
                                        "<span><p>inside</p></span>",
                                        "<h2>Heading</h2>",
                                        "<img src=x>",
                                        "<section>",
                                        "</section>"};
    char *html = malloc(pieces * 50 + 1);

    html[0] = '\0';
    char *end = html;

    for (size_t i = 0; i < pieces; i++) {
        const char *text = texts[(size_t)rand() % (sizeof(texts) / sizeof(texts[0]))];

        memcpy(end, text, strlen(text) + 1);
        end += strlen(text);
    }
    return html;
}

static void segments_hold_on_random_boxes(void **state)
{
    (void)state;
    srand(11);
    for (uint64_t round = 0; round < 250; round++) {
        char *html = random_page(1 + (size_t)rand() % 60);
        dana_boxes boxes = random_boxes(view(html), round);
        dana_page *page = open_page(html);

        assert_int_equal(dana_page_set_boxes(page, &boxes, NULL), DANA_OK);
        for (unsigned coherence = 1; coherence <= 10; coherence += 3) {
            dana_segments segments;

            assert_int_equal(dana_find_segments(page, coherence, &segments, NULL), DANA_OK);
            assert_null(check_segments(page, &segments));
            assert_null(check_texts(page, &boxes, &segments, true));
        }
        dana_page_close(page);
        free_boxes(&boxes);
        free(html);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_paper),
        cmocka_unit_test(separators_are_those_of_the_paper),
        cmocka_unit_test(weights_follow_the_rules),
        cmocka_unit_test(segments_hold_on_random_boxes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
