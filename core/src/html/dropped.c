#include "html/dropped.h"

#include "base/ascii.h"
#include "html/content.h"

#include <string.h>

static bool is_unclosed(const dana__nesting *nesting, uint64_t key)
{
    for (size_t i = 0; i < nesting->unclosed_count; i++) {
        if (nesting->unclosed[i] == key) {
            return true;
        }
    }
    return false;
}

/* Returns the end of a DANA__NESTED element, NULL where it is never closed. */
static const char *nested_end(dana__nesting *nesting, const char *end, const dana__markup *tag)
{
    if (dana__is_empty_element(tag)) {
        return tag->end;
    }
    if (is_unclosed(nesting, tag->name.key)) {
        return NULL;
    }
    bool nest = !nesting->distrust && (tag->flags & DANA__NO_NESTING) == 0;
    const char *element_end = dana__element_end(tag->end, end, tag, nest);

    if (element_end == NULL && nest) {
        nesting->distrust = true;
        element_end = dana__element_end(tag->end, end, tag, false);
    }
    if (element_end == NULL) {
        nesting->unclosed[nesting->unclosed_count++] = tag->name.key;
    }
    return element_end;
}

bool dana__holds_escaped_markup(const dana__markup *tag, const char *end)
{
    const char *p = tag->end;

    while (p < end && dana__is_space(*p)) {
        p++;
    }
    return end - p > 4 && memcmp(p, "&lt;", 4) == 0;
}

const char *dana__dropped_end(dana__nesting *nesting, const char *end, const dana__markup *tag,
                              bool keep_noscript, const char **raw_end)
{
    const char *element_end = NULL;

    *raw_end = NULL;
    if ((tag->flags & DANA__RAW) != 0 && !(keep_noscript && (tag->flags & DANA__NOSCRIPT) != 0 &&
                                           !dana__holds_escaped_markup(tag, end))) {
        *raw_end = dana__raw_text_end(tag->end, end, tag, &element_end);
    } else if ((tag->flags & DANA__NESTED) != 0) {
        element_end = nested_end(nesting, end, tag);
    }
    return element_end;
}
