#include "listing/listing.h"

#include "dana/scan.h"
#include "listing/class_words.h"

bool dana__is_listing(const dana__markup *tag, dana__class_answers *classes)
{
    static const char *const words[] = {"syntaxhighlighter",
                                        "codemirrorcode",
                                        "jsfilelinecontainer",
                                        "dphighlighter",
                                        "enlighterjs",
                                        "enlightercode",
                                        "acetextlayer",
                                        "viewlines",
                                        "reactcodelines",
                                        "crayonpre",
                                        "dpc",
                                        NULL};
    static const char *const editors[] = {"cmcontent", NULL};
    static const char *const fragments[] = {"fragment", NULL};
    dana_view class;
    dana_view role;

    if (tag->name_text + tag->name.length + sizeof("class") > tag->end) {
        return false;
    }
    class = dana__class_value(dana__tag_view(tag));
    if (class.length == 0 || dana__class_says(classes, class, DANA__ASK_LISTING, words, false)) {
        return class.length > 0;
    }
    /* Themes of blogs have a cm-content too, and fragments of other kinds other words. */
    return (dana__class_says(classes, class, DANA__ASK_EDITOR, editors, false) &&
            dana_tag_attribute(dana__tag_view(tag), "role", &role) && role.length == 7) ||
           (class.length == 8 &&
            dana__class_says(classes, class, DANA__ASK_FRAGMENT, fragments, false));
}

bool dana__is_code_line(const dana__markup *tag, dana__class_answers *classes)
{
    static const char *const words[] = {"line",       "codeline",       "ecline",
                                        "tokenline",  "viewline",       "cmline",
                                        "aceline",    "codemirrorline", "crayonline",
                                        "sourceline", "highlightline",  "gatsbyhighlightcodeline",
                                        NULL};
    dana_view value;
    dana__kind kind = dana__kind_of(tag->flags);

    if (kind == DANA__KIND_ROW || kind == DANA__KIND_ITEM) {
        return true;
    }
    return dana__class_says(classes, dana__class_value(dana__tag_view(tag)), DANA__ASK_CODE_LINE,
                            words, false) ||
           (kind == DANA__KIND_SPAN &&
            dana_tag_attribute(dana__tag_view(tag), "data-line", &value));
}
