/* Metadata of work that is cancelled at any of its looks at the clock. */
#include "unit.h"

#include "dana/extract.h"
#include "dana/metadata.h"
#include "support.h"

static bool is_last_look(void *left)
{
    return (*(int *)left)-- <= 0;
}

/* Work that is cancelled ends with that, whatever was being looked for: an image here, too. */
static void cancelled_work_is_not_found_empty(void **state)
{
    static const char html[] =
        "<title>Storm</title><article><h1>Storm</h1><p>The harbour reopened on "
        "Monday, said the officer who runs the ferry and the tugs.</p><img "
        "src=http://a.example/storm.jpg width=900><p>No one was hurt, and "
        "the pilots went back to work at dawn, off the coast.</p></article>";
    int looks = 0;
    bool cancelled = true;

    (void)state;
    for (int n = 0; cancelled; n++) {
        int left = n;
        dana_page *page;
        dana_result result;
        dana_view text;
        dana_metadata found;

        assert_int_equal(dana_page_open(html, sizeof(html) - 1, 0, NULL, &page, NULL), DANA_OK);
        assert_int_equal(dana_extract(page, dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4), NULL,
                                      &result, NULL),
                         DANA_OK);
        assert_int_equal(dana_render_text(page, &result, &text, NULL), DANA_OK);
        dana_metadata_input input = {.url = view(""), .result = &result, .text = text};
        dana_page_set_cancel(page, is_last_look, &left);
        dana_status status = dana_find_metadata(page, &input, &found, NULL);
        cancelled = left < 0;
        assert_int_equal(status, cancelled ? DANA_CANCELLED : DANA_OK);
        if (!cancelled) {
            assert_int_equal(found.image.value.length, strlen("http://a.example/storm.jpg"));
            looks = n;
        }
        dana_page_close(page);
    }
    assert_in_range(looks, 2, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cancelled_work_is_not_found_empty),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
