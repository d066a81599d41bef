#include "page/dropped.h"

static bool is_unclosed(const dana__dropped *dropped, uint64_t key)
{
    for (size_t i = 0; i < dropped->unclosed_count; i++) {
        if (dropped->unclosed[i] == key) {
            return true;
        }
    }
    return false;
}

const char *dana__nested_end(dana__dropped *dropped, const dana__markup *tag, const char *end)
{
    if (dana__is_empty_element(tag)) {
        return tag->end;
    }
    if (is_unclosed(dropped, tag->name.key)) {
        return NULL;
    }
    bool nest = !dropped->distrusts_nesting && (tag->flags & DANA__NO_NESTING) == 0;
    const char *behind = dana__element_end(tag->end, end, tag, nest);

    if (behind == NULL && nest) {
        dropped->distrusts_nesting = true;
        behind = dana__element_end(tag->end, end, tag, false);
    }
    if (behind == NULL) {
        dropped->unclosed[dropped->unclosed_count++] = tag->name.key;
    }
    return behind;
}
