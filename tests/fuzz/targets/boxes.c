/*
 * Boxes of rendered pages, and what is made of them: visual segments, blocks of text, VIPS, the
 * headline by its font. An input is a text of boxes up to the first '<', and a page from there. The
 * same page is tried again with boxes that fit it.
 */
#include "boxes/check_segments.h"
#include "boxes/random_boxes.h"
#include "dana/decode.h"
#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/text.h"
#include "target.h"

#include <string.h>

#define ARENA_BYTES ((size_t)4 * 1024 * 1024)

static void check_selection(dana_page *page)
{
    const dana_algorithm *vips = dana_algorithm_find(DANA_KIND_CONTENT, "vips", 4);
    const dana_algorithm *font = dana_algorithm_find(DANA_KIND_HEADLINE, "largest-font", 12);
    dana_result result;
    dana_headline headline;
    dana_view text;

    must_be_right(dana_extract(page, vips, NULL, &result, NULL) == DANA_OK &&
                          dana_render_text(page, &result, &text, NULL) == DANA_OK &&
                          dana_utf8_valid_length(text.data, text.length) == text.length
                      ? NULL
                      : "the selection");
    must_be_right(dana_find_headline(page, font, NULL, true, &headline, NULL) == DANA_OK
                      ? NULL
                      : "the headline");
}

/* boxes: NULL where they may be any. */
static void check_looks(dana_page *page, const dana_boxes *boxes)
{
    const dana_text_block *blocks;
    size_t count;

    for (unsigned coherence = DANA_COHERENCE_MIN; coherence <= DANA_COHERENCE_MAX; coherence += 3) {
        dana_segments segments;

        must_be_right(dana_find_segments(page, coherence, &segments, NULL) == DANA_OK ? NULL
                                                                                      : "segments");
        must_be_right(check_segments(page, &segments));
        must_be_right(boxes != NULL ? check_texts(page, boxes, &segments, false) : NULL);
    }
    must_be_right(dana_find_text_blocks(page, &blocks, &count, NULL) == DANA_OK ? NULL
                                                                                : "blocks of text");
    must_be_right(check_text_blocks(page, blocks, count));
    check_selection(page);
}

static void check_given(dana_page *page, dana_view boxes)
{
    dana_error err = {.status = DANA_OK};

    if (dana_page_read_boxes(page, boxes, &err) == DANA_OK) {
        check_looks(page, NULL);
        return;
    }
    must_be_right(err.status == DANA_INVALID_BOXES && err.message[0] != '\0' ? NULL : "an error");
    must_be_right(!dana_page_has_boxes(page) ? NULL : "boxes after an error");
}

static void check_input(dana_view text)
{
    const char *markup = text.length > 0 ? memchr(text.data, '<', text.length) : NULL;
    size_t at = markup != NULL ? (size_t)(markup - text.data) : text.length;
    size_t length = text.length - at;
    /* A copy of exact size, so that a read beyond the end is detected. */
    char *html = malloc(length > 0 ? length : 1);
    dana_page *page;

    memcpy(html, text.data + at, length);
    must_be_right(dana_page_open(html, length, ARENA_BYTES, NULL, &page, NULL) == DANA_OK
                      ? NULL
                      : "opening it");
    check_given(page, (dana_view){text.data, at});
    dana_boxes fitting = random_boxes((dana_view){html, length}, random_state);

    must_be_right(dana_page_set_boxes(page, &fitting, NULL) == DANA_OK ? NULL : "boxes that fit");
    check_looks(page, &fitting);
    dana_page_close(page);
    free_boxes(&fitting);
    free(html);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dana_decoded decoded;

    seed_from((dana_view){(const char *)data, size});
    if (dana_decode((const char *)data, size, (dana_view){"utf-8", 5}, 4 * size + 64, NULL,
                    &decoded, NULL) == DANA_OK) {
        check_input(decoded.text);
        dana_decoded_clear(&decoded);
    }
    return 0;
}
