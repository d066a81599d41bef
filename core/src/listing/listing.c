#include "listing/listing.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "listing/class_words.h"

#include <string.h>

/* Bytes of a tag before code that are looked at. */
#define TAG_MOST 512

bool dana__is_listing(const dana__markup *tag)
{
    dana_view class;
    dana_view role;

    if (tag->name_text + tag->name.length + sizeof("class") > tag->end) {
        return false;
    }
    class = dana__class_value(dana__tag_view(tag));
    unsigned sets = dana__class_sets(class);

    if ((sets & DANA__CLASS_LISTING) != 0) {
        return true;
    }
    /* Themes of blogs have a cm-content too, and fragments of other kinds other words. */
    if ((sets & DANA__CLASS_DIFF) != 0) {
        return dana_tag_attribute(dana__tag_view(tag), "summary", &role) &&
               dana__is_text(role, "diff");
    }
    return ((sets & DANA__CLASS_EDITOR) != 0 &&
            dana_tag_attribute(dana__tag_view(tag), "role", &role) && role.length == 7) ||
           (class.length == 8 && (sets & DANA__CLASS_FRAGMENT) != 0);
}

bool dana__is_code_line(const dana__markup *tag)
{
    dana_view value;
    dana__kind kind = dana__kind_of(tag->flags);

    if (kind == DANA__KIND_ROW || kind == DANA__KIND_ITEM) {
        return true;
    }
    return (dana__class_sets(dana__class_value(dana__tag_view(tag))) & DANA__CLASS_LINE) != 0 ||
           (kind == DANA__KIND_SPAN &&
            dana_tag_attribute(dana__tag_view(tag), "data-line", &value));
}

static bool is_code_name(const dana__markup *tag)
{
    uint64_t key = tag->name.key;

    return key == DANA__NAME_KEY('c', 'o', 'd', 'e') || key == DANA__NAME_KEY('s', 'a', 'm', 'p') ||
           key == DANA__NAME_KEY('t', 't');
}

/* Whether the tag of a block, or the page's start, stands right before a place. */
static bool follows_block(const char *p, const char *source)
{
    dana__markup tag;

    while (p > source && dana__is_space(p[-1])) {
        p--;
    }
    size_t reach = (size_t)(p - source) < TAG_MOST ? (size_t)(p - source) : TAG_MOST;
    const char *open = reach > 0 && p[-1] == '>' ? memrchr(p - reach, '<', reach) : NULL;

    if (open == NULL) {
        return p == source;
    }
    dana__read_markup(open, p, &tag);
    return tag.end == p && (tag.flags & DANA__BLOCK) != 0;
}

/* Whether the tag of a block, or the page's end, stands right behind a place. */
static bool precedes_block(const char *p, const char *end)
{
    dana__markup tag;

    while (p < end && dana__is_space(*p)) {
        p++;
    }
    if (p == end || *p != '<') {
        return p == end;
    }
    dana__read_markup(p, end, &tag);
    return (tag.flags & DANA__BLOCK) != 0;
}

bool dana__is_code_paragraph(const dana__markup *tag, const char *source, const char *end)
{
    bool has_break = false;
    dana__markup inner;

    if (!is_code_name(tag) || !follows_block(tag->start, source)) {
        return false;
    }
    for (const char *p = dana__find_markup(tag->end, end); p < end; p = dana__find_markup(p, end)) {
        dana__read_markup(p, end, &inner);
        p = inner.end > p ? inner.end : p + 1;
        if (inner.kind != DANA__START_TAG && inner.kind != DANA__END_TAG) {
            continue;
        }
        if (dana__kind_of(inner.flags) == DANA__KIND_BR) {
            has_break = true;
        } else if (is_code_name(&inner)) {
            return has_break && inner.kind == DANA__END_TAG && inner.name.key == tag->name.key &&
                   precedes_block(inner.end, end);
        } else if ((inner.flags & DANA__BLOCK) != 0) {
            return false;
        }
    }
    return false;
}
