/*
 * Start tags that have a class and nothing else: of tags with attributes every second one.
 */
#ifndef DANA_HTML_CLASS_ALONE_H
#define DANA_HTML_CLASS_ALONE_H

#include "html/markup.h"
#include "html/next_attribute.h"

/* What stands before the value. */
#define DANA__BEFORE_CLASS " class=\""

/* Returns whether a start tag has a class and nothing else, written as most are: <p class="value">.
 * Sets its raw value. `end`: of the source. */
static inline bool dana__has_class_alone(const dana__markup *tag, const char *end, dana_view *value)
{
    const char *before = tag->name_text + tag->name.length;
    const char *p = before + sizeof(DANA__BEFORE_CLASS) - 1;
    const char *quote = tag->end - 2;

    if (p > quote || *quote != '"' ||
        memcmp(before, DANA__BEFORE_CLASS, sizeof(DANA__BEFORE_CLASS) - 1) != 0 ||
        dana__find_quote(p, end, '"') != quote) {
        return false;
    }
    *value = (dana_view){p, (size_t)(quote - p)};
    return true;
}

#endif
