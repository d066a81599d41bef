/*
 * An attribute as it stands in a tag.
 */
#ifndef DANA_HTML_TAG_ATTRIBUTE_H
#define DANA_HTML_TAG_ATTRIBUTE_H

#include <stddef.h>

/* One attribute of a start tag; value is raw. */
typedef struct {
    const char *name;
    size_t name_length;
    const char *value;
    size_t value_length;
} dana__attribute;

#endif
