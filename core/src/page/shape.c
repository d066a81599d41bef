#include "page/shape.h"

#include "page/page.h"
#include "page/tokenizer.h"

/* Most tags of a page that a tree is built of. */
#define MAX_TAGS ((size_t)1 << 20)

dana_status dana__check_shape(dana_page *page, dana_error *err)
{
    const char *end = page->source.data + page->source.length;
    size_t tags = 0;

    for (const char *p = dana__find_markup(page->source.data, end); p < end;
         p = dana__find_markup(p + 1, end)) {
        if (++tags > MAX_TAGS) {
            return dana_error_set(err, DANA_TOO_COMPLEX, (size_t)(p - page->source.data),
                                  "the page has more than %zu tags", MAX_TAGS);
        }
    }
    return dana__poll(page, err);
}
