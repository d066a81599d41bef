#include "blocks/marks.h"

#include <string.h>
#include <strings.h>

/* A class word by its key, with what it means; key 0: an open slot. */
typedef struct {
    uint32_t key;
    uint32_t marks;
} marked_word;

#include "blocks/marks_table.inc"

uint32_t dana__word_marks(uint32_t key)
{
    size_t i = key % MARK_SLOTS;

    while (marked_words[i].key != 0) {
        if (marked_words[i].key == key) {
            return marked_words[i].marks;
        }
        i = (i + 1) % MARK_SLOTS;
    }
    return 0;
}

uint32_t dana__kind_marks(dana__kind kind)
{
    static const uint32_t marks[DANA__KIND_COUNT] = {
        [DANA__KIND_NAV] = DANA__MARK_BIT(NAV),
        [DANA__KIND_FOOTER] = DANA__MARK_BIT(FOOTER),
        [DANA__KIND_HEADER] = DANA__MARK_BIT(HEADER),
        [DANA__KIND_ASIDE] = DANA__MARK_BIT(ASIDE),
        [DANA__KIND_FORM] = DANA__MARK_BIT(FORM),
        [DANA__KIND_CAPTION] = DANA__MARK_BIT(CAPTION),
        [DANA__KIND_BUTTON] = DANA__MARK_BIT(BUTTON),
        [DANA__KIND_DIALOG] = DANA__MARK_BIT(DIALOG),
        [DANA__KIND_MAIN] = DANA__MARK_BIT(CONTENT),
        [DANA__KIND_ARTICLE] = DANA__MARK_BIT(CONTENT),
    };

    return marks[kind];
}

/* A role with what it means. */
typedef struct {
    const char *word;
    size_t length;
    uint32_t marks;
} role_mark;

#define WORD(text, mark)                                                                           \
    {                                                                                              \
        (text), sizeof(text) - 1, DANA__MARK_BIT(mark)                                             \
    }

uint32_t dana__role_marks(dana_view role)
{
    static const role_mark roles[] = {
        WORD("navigation", NAV),      WORD("contentinfo", FOOTER), WORD("banner", HEADER),
        WORD("complementary", ASIDE), WORD("search", WIDGET),      WORD("dialog", DIALOG),
        WORD("alertdialog", DIALOG),  WORD("menu", NAV),           WORD("menubar", NAV),
        WORD("button", BUTTON),       WORD("tooltip", DIALOG),     WORD("tablist", TABS),
        WORD("doc-toc", NAV),
    };

    for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++) {
        if (roles[i].length == role.length &&
            strncasecmp(roles[i].word, role.data, role.length) == 0) {
            return roles[i].marks;
        }
    }
    return 0;
}
