#include "listing/listing.h"

#include "dana/scan.h"
#include "listing/class_words.h"

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
