#include "html/dropped.h"

static bool is_unclosed(const dana__nesting *nesting, uint64_t key)
{
    for (size_t i = 0; i < nesting->unclosed_count; i++) {
        if (nesting->unclosed[i] == key) {
            return true;
        }
    }
    return false;
}

const char *dana__nested_end(dana__nesting *nesting, const char *end, const dana__markup *tag)
{
    if (dana__is_empty_element(tag)) {
        return tag->end;
    }
    if (is_unclosed(nesting, tag->name.key)) {
        return NULL;
    }
    bool nest = !nesting->distrust && (tag->flags & DANA__NO_NESTING) == 0;
    const char *behind = dana__element_end(tag->end, end, tag, nest);

    if (behind == NULL && nest) {
        nesting->distrust = true;
        behind = dana__element_end(tag->end, end, tag, false);
    }
    if (behind == NULL) {
        nesting->unclosed[nesting->unclosed_count++] = tag->name.key;
    }
    return behind;
}

/* Returns the position behind a start tag and what is dropped with it. */
static const char *behind_start(dana__nesting *nesting, const char *end, const dana__markup *tag)
{
    const char *behind = NULL;

    if ((tag->flags & DANA__RAW) != 0) {
        dana__raw_text_end(tag->end, end, tag, &behind);
    } else if ((tag->flags & DANA__NESTED) != 0) {
        behind = dana__nested_end(nesting, end, tag);
    }
    return behind != NULL ? behind : tag->end;
}

bool dana__next_tag(dana__nesting *nesting, const char **p, const char *end, dana__markup *tag)
{
    const char *at = dana__find_markup(*p, end);

    while (at < end) {
        dana__read_markup(at, end, tag);
        if (tag->kind == DANA__START_TAG || tag->kind == DANA__END_TAG) {
            *p = tag->kind == DANA__START_TAG ? behind_start(nesting, end, tag) : tag->end;
            return true;
        }
        at = dana__find_markup(tag->end, end);
    }
    *p = end;
    return false;
}
