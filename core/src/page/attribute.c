#include "dana/scan.h"
#include "page/tokenizer.h"

#include <string.h>
#include <strings.h>

bool dana_tag_attribute(dana_view tag, const char *name, dana_view *value)
{
    const char *p = tag.data;
    const char *end = tag.data + tag.length;
    const char *tag_end;
    dana__attribute attribute;
    size_t length = strlen(name);

    while (p < end && !dana__is_space(*p) && *p != '>') {
        p++;
    }
    for (p = dana__next_attribute(p, end, &attribute, &tag_end); p != NULL;
         p = dana__next_attribute(p, end, &attribute, &tag_end)) {
        if (attribute.name_length == length && strncasecmp(attribute.name, name, length) == 0) {
            *value = (dana_view){attribute.value, attribute.value_length};
            return true;
        }
    }
    return false;
}
