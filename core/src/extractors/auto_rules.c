#include "extractors/auto_rules.h"

#include "extractors/auto_blocks.h"

#include <string.h>
#include <strings.h>

#define BIT(mark)    (UINT32_C(1) << DANA__MARK_##mark)
#define INSIDE(kind) (UINT64_C(1) << DANA__KIND_##kind)

const dana__rule dana__rules[] = {
    {.name = "none"},
    {"nav", DANA__MARK_NAV, .5f, 0, 0, "nav element, role, class words"},
    {"footer", DANA__MARK_FOOTER, .5f, 0, INSIDE(QUOTE), "footer element, role, class words"},
    {"header", DANA__MARK_HEADER, .3f, 0, INSIDE(ARTICLE) | INSIDE(MAIN), "banner of the site"},
    {"aside", DANA__MARK_ASIDE, .3f, 0, 0, "aside element, role, class words"},
    {"form", DANA__MARK_FORM, .3f, 0, 0, "form element"},
    {"hidden", DANA__MARK_HIDDEN, .1f, 0, 0, "hidden, aria-hidden, display:none, class words"},
    {"comments", DANA__MARK_COMMENTS, .3f, DANA__HINT_FORUM, 0, "readers' comments"},
    {"related", DANA__MARK_RELATED, .3f, 0, 0, "teasers of other pages"},
    {"share", DANA__MARK_SHARE, .3f, 0, 0, "share and follow boxes"},
    {"newsletter", DANA__MARK_NEWSLETTER, .3f, 0, 0, "newsletter boxes"},
    {"cookie", DANA__MARK_COOKIE, .3f, 0, 0, "consent boxes"},
    {"advert", DANA__MARK_ADVERT, .3f, 0, 0, "advertisements"},
    {"caption", DANA__MARK_CAPTION, .3f, 0, 0, "captions of pictures"},
    {"button", DANA__MARK_BUTTON, .3f, 0, 0, "button elements"},
    {"author", DANA__MARK_AUTHOR, .3f, 0, 0, "author boxes and bylines"},
    {"meta", DANA__MARK_META, .3f, 0, 0, "dates, tags, categories"},
    {"widget", DANA__MARK_WIDGET, .3f, 0, 0, "widgets"},
    {"paywall", DANA__MARK_PAYWALL, .3f, 0, 0, "paywall boxes"},
    {"dialog", DANA__MARK_DIALOG, .3f, 0, 0, "dialog elements, modals and popups"},
};
const size_t dana__rule_count = sizeof(dana__rules) / sizeof(dana__rules[0]);

/* Class words by their first eight bytes, sorted; a word of more bytes is not in the table unless
 * its row says how long it is. */
typedef struct {
    const char *word;
    uint32_t marks;
} class_word;

static const class_word class_words[] = {
    {"ad", BIT(ADVERT)},
    {"ads", BIT(ADVERT)},
    {"advert", BIT(ADVERT)},
    {"advertisement", BIT(ADVERT)},
    {"advertising", BIT(ADVERT)},
    {"article", BIT(CONTENT)},
    {"aside", BIT(ASIDE)},
    {"author", BIT(AUTHOR)},
    {"authors", BIT(AUTHOR)},
    {"banner", BIT(HERO)},
    {"body", BIT(CONTENT)},
    {"breadcrumb", BIT(NAV)},
    {"breadcrumbs", BIT(NAV)},
    {"byline", BIT(AUTHOR)},
    {"caption", BIT(CAPTION)},
    {"card", BIT(CARD)},
    {"cards", BIT(CARD)},
    {"cart", BIT(WIDGET)},
    {"comment", BIT(COMMENTS)},
    {"comments", BIT(COMMENTS)},
    {"consent", BIT(COOKIE)},
    {"content", BIT(CONTENT)},
    {"cookie", BIT(COOKIE)},
    {"cookies", BIT(COOKIE)},
    {"copyright", BIT(FOOTER)},
    {"credit", BIT(CAPTION)},
    {"description", BIT(CONTENT)},
    {"disqus", BIT(COMMENTS)},
    {"dropdown", BIT(MENU_ITEM)},
    {"entry", BIT(CONTENT)},
    {"follow", BIT(SHARE)},
    {"footer", BIT(FOOTER)},
    {"gdpr", BIT(COOKIE)},
    {"header", BIT(HEADER)},
    {"hero", BIT(HERO)},
    {"item", BIT(CARD)},
    {"lightbox", BIT(DIALOG)},
    {"login", BIT(WIDGET)},
    {"main", BIT(CONTENT)},
    {"masthead", BIT(HEADER)},
    {"menu", BIT(NAV)},
    {"message", BIT(POST)},
    {"modal", BIT(DIALOG)},
    {"nav", BIT(NAV)},
    {"navbar", BIT(NAV)},
    {"navigation", BIT(NAV)},
    {"newsletter", BIT(NEWSLETTER)},
    {"overlay", BIT(DIALOG)},
    {"pager", BIT(NAV)},
    {"pagination", BIT(NAV)},
    {"paywall", BIT(PAYWALL)},
    {"popular", BIT(RELATED)},
    {"popup", BIT(DIALOG)},
    {"post", BIT(POST)},
    {"price", BIT(PRICE)},
    {"product", BIT(CARD)},
    {"promo", BIT(ADVERT)},
    {"rating", BIT(REVIEW)},
    {"recirc", BIT(RELATED)},
    {"recommendations", BIT(RELATED)},
    {"recommended", BIT(RELATED)},
    {"related", BIT(RELATED)},
    {"replies", BIT(COMMENTS)},
    {"reply", BIT(POST)},
    {"review", BIT(REVIEW)},
    {"reviews", BIT(REVIEW)},
    {"share", BIT(SHARE)},
    {"sharedaddy", BIT(SHARE)},
    {"sharing", BIT(SHARE)},
    {"sidebar", BIT(ASIDE)},
    {"signature", BIT(AUTHOR)},
    {"signup", BIT(NEWSLETTER)},
    {"social", BIT(SHARE)},
    {"sponsor", BIT(ADVERT)},
    {"sponsored", BIT(ADVERT)},
    {"submenu", BIT(NAV)},
    {"subscribe", BIT(NEWSLETTER)},
    {"subscription", BIT(NEWSLETTER)},
    {"tags", BIT(META)},
    {"teaser", BIT(RELATED)},
    {"testimonial", BIT(REVIEW)},
    {"testimonials", BIT(REVIEW)},
    {"text", BIT(CONTENT)},
    {"toc", BIT(NAV)},
    {"tooltip", BIT(DIALOG)},
    {"topbar", BIT(HEADER)},
    {"trending", BIT(RELATED)},
};

#define WORD_COUNT (sizeof(class_words) / sizeof(class_words[0]))
#define WORD_MAX   16

/* Compares a lower-case word with a row. */
static uint32_t find_word(const char *word, size_t length)
{
    size_t low = 0;
    size_t high = WORD_COUNT;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strncmp(class_words[middle].word, word, length);

        if (order == 0 && class_words[middle].word[length] == '\0') {
            return class_words[middle].marks;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return 0;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_word(char c)
{
    return is_upper(c) || (c >= 'a' && c <= 'z');
}

/* A word ends at what is no letter, and before a capital that follows a small letter. */
static size_t word_length(const char *p, size_t left)
{
    size_t length = 1;

    while (length < left && is_word(p[length]) &&
           !(is_upper(p[length]) && !is_upper(p[length - 1]))) {
        length++;
    }
    return length;
}

uint32_t dana__class_marks(dana_view value)
{
    uint32_t marks = 0;
    size_t i = 0;

    while (i < value.length) {
        char word[WORD_MAX];

        if (!is_word(value.data[i])) {
            i++;
            continue;
        }
        size_t length = word_length(value.data + i, value.length - i);

        if (length >= 2 && length < WORD_MAX) {
            for (size_t k = 0; k < length; k++) {
                word[k] = (char)(value.data[i + k] | 0x20);
            }
            marks |= find_word(word, length);
        }
        i += length;
    }
    return marks;
}

uint32_t dana__kind_marks(dana__kind kind)
{
    static const uint32_t marks[DANA__KIND_COUNT] = {
        [DANA__KIND_NAV] = BIT(NAV),       [DANA__KIND_FOOTER] = BIT(FOOTER),
        [DANA__KIND_HEADER] = BIT(HEADER), [DANA__KIND_ASIDE] = BIT(ASIDE),
        [DANA__KIND_FORM] = BIT(FORM),     [DANA__KIND_CAPTION] = BIT(CAPTION),
        [DANA__KIND_BUTTON] = BIT(BUTTON), [DANA__KIND_DIALOG] = BIT(DIALOG),
        [DANA__KIND_MAIN] = BIT(CONTENT),  [DANA__KIND_ARTICLE] = BIT(CONTENT),
    };

    return marks[kind];
}

uint32_t dana__role_marks(dana_view role)
{
    static const class_word roles[] = {
        {"navigation", BIT(NAV)},      {"contentinfo", BIT(FOOTER)}, {"banner", BIT(HEADER)},
        {"complementary", BIT(ASIDE)}, {"search", BIT(WIDGET)},      {"dialog", BIT(DIALOG)},
        {"alertdialog", BIT(DIALOG)},  {"menu", BIT(NAV)},           {"menubar", BIT(NAV)},
        {"button", BIT(BUTTON)},       {"tooltip", BIT(DIALOG)},
    };

    for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++) {
        if (strlen(roles[i].word) == role.length &&
            strncasecmp(roles[i].word, role.data, role.length) == 0) {
            return roles[i].marks;
        }
    }
    return 0;
}
