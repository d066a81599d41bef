#include "blocks/marks.h"

#include <string.h>
#include <strings.h>

/* A class word with what it means. */
typedef struct {
    const char *word;
    size_t length;
    uint32_t marks;
} class_word;

#define WORD(text, mark)                                                                           \
    {                                                                                              \
        (text), sizeof(text) - 1, DANA__MARK_BIT(mark)                                             \
    }

/* Class words by their first letter: a word is compared with few others. */
static const class_word words_a[] = {
    WORD("ace", REWRITTEN),      WORD("accordion", REVIEW), WORD("ad", ADVERT),
    WORD("ads", ADVERT),         WORD("advert", ADVERT),    WORD("advertisement", ADVERT),
    WORD("advertising", ADVERT), WORD("answer", POST),      WORD("article", CONTENT),
    WORD("aside", ASIDE),        WORD("author", AUTHOR),    WORD("authors", AUTHOR),
};
static const class_word words_b[] = {
    WORD("borlabs", CONSENT), WORD("banner", HERO),     WORD("body", CONTENT),
    WORD("breadcrumb", NAV),  WORD("breadcrumbs", NAV), WORD("buttons", BUTTON),
    WORD("byline", AUTHOR),
};
static const class_word words_c[] = {
    WORD("cm", REWRITTEN),      WORD("crayon", REWRITTEN),  WORD("caption", CAPTION),
    WORD("card", CARD),         WORD("cards", CARD),        WORD("cmplz", CONSENT),
    WORD("complianz", CONSENT), WORD("cookiebot", CONSENT), WORD("cookieconsent", CONSENT),
    WORD("cookieyes", CONSENT), WORD("cybot", CONSENT),     WORD("cart", WIDGET),
    WORD("categories", META),   WORD("category", META),     WORD("comment", COMMENTS),
    WORD("comments", COMMENTS), WORD("consent", COOKIE),    WORD("content", CONTENT),
    WORD("cookie", COOKIE),     WORD("cookies", COOKIE),    WORD("copyright", FOOTER),
    WORD("credit", CAPTION),    WORD("cta", HERO),
};
static const class_word words_d[] = {
    WORD("dialog", DIALOG),   WORD("didomi", CONSENT),      WORD("dsgvo", COOKIE),
    WORD("date", META),       WORD("description", CONTENT), WORD("disclaimer", NOTE),
    WORD("disqus", COMMENTS), WORD("dropdown", MENU_ITEM),
};
static const class_word words_e[] = {
    WORD("enlighter", REWRITTEN),
    WORD("entry", CONTENT),
};
static const class_word words_f[] = {
    WORD("frac", REWRITTEN), WORD("fraction", REWRITTEN), WORD("fragment", REWRITTEN),
    WORD("faq", REVIEW),     WORD("feature", HERO),       WORD("features", HERO),
    WORD("follow", SHARE),   WORD("footer", FOOTER),
};
static const class_word words_g[] = {
    WORD("gdpr", COOKIE),
    WORD("grid", CARD),
};
static const class_word words_h[] = {
    WORD("highlighter", REWRITTEN),
    WORD("header", HEADER),
    WORD("hero", HERO),
};
static const class_word words_i[] = {
    WORD("item", CARD),
    WORD("iubenda", CONSENT),
};
static const class_word words_j[] = {
    WORD("jax", REWRITTEN),
};
static const class_word words_k[] = {
    WORD("katex", REWRITTEN),
    WORD("klaro", CONSENT),
};
static const class_word words_l[] = {
    WORD("lightbox", DIALOG), WORD("legal", NOTE),   WORD("list", CARD),
    WORD("listing", CARD),    WORD("login", WIDGET),
};
static const class_word words_m[] = {
    WORD("mirror", REWRITTEN), WORD("monaco", REWRITTEN), WORD("mwe", REWRITTEN),
    WORD("main", CONTENT),     WORD("masthead", HEADER),  WORD("menu", NAV),
    WORD("message", POST),     WORD("meta", META),        WORD("metadata", META),
    WORD("modal", DIALOG),
};
static const class_word words_n[] = {
    WORD("nav", NAV),
    WORD("navbar", NAV),
    WORD("navigation", NAV),
    WORD("newsletter", NEWSLETTER),
};
static const class_word words_o[] = {
    WORD("onetrust", CONSENT),
    WORD("osano", CONSENT),
    WORD("overlay", DIALOG),
};
static const class_word words_p[] = {
    WORD("pager", NAV),       WORD("pagination", NAV), WORD("paywall", PAYWALL),
    WORD("popular", RELATED), WORD("popover", DIALOG), WORD("popup", DIALOG),
    WORD("post", POST),       WORD("posts", POST),     WORD("price", PRICE),
    WORD("product", CARD),    WORD("products", CARD),  WORD("promo", ADVERT),
};
static const class_word words_q[] = {
    WORD("quantcast", CONSENT),
    WORD("question", POST),
    WORD("quote", REVIEW),
};
static const class_word words_r[] = {
    WORD("rating", REVIEW),       WORD("recirc", RELATED),  WORD("recommendations", RELATED),
    WORD("recommended", RELATED), WORD("related", RELATED), WORD("replies", COMMENTS),
    WORD("reply", POST),          WORD("result", CARD),     WORD("review", REVIEW),
    WORD("reviews", REVIEW),
};
static const class_word words_s[] = {
    WORD("sfrac", REWRITTEN),
    WORD("syntaxhighlighter", REWRITTEN),
    WORD("sourcepoint", CONSENT),
    WORD("search", WIDGET),
    WORD("section", CONTENT),
    WORD("share", SHARE),
    WORD("sharedaddy", SHARE),
    WORD("sharing", SHARE),
    WORD("shipping", PRICE),
    WORD("sidebar", ASIDE),
    WORD("signature", AUTHOR),
    WORD("signup", NEWSLETTER),
    WORD("social", SHARE),
    WORD("sponsor", ADVERT),
    WORD("sponsored", ADVERT),
    WORD("stock", PRICE),
    WORD("submenu", NAV),
    WORD("subscribe", NEWSLETTER),
    WORD("subscription", NEWSLETTER),
};
static const class_word words_t[] = {
    WORD("truste", CONSENT),     WORD("tab", REVIEW),          WORD("tabs", REVIEW),
    WORD("tag", META),           WORD("tags", META),           WORD("teaser", RELATED),
    WORD("testimonial", REVIEW), WORD("testimonials", REVIEW), WORD("text", CONTENT),
    WORD("thread", POST),        WORD("tile", CARD),           WORD("time", META),
    WORD("timestamp", META),     WORD("title", META),          WORD("toc", NAV),
    WORD("toolbar", WIDGET),     WORD("tooltip", DIALOG),      WORD("topbar", HEADER),
    WORD("topic", POST),         WORD("trending", RELATED),
};
static const class_word words_u[] = {
    WORD("usercentrics", CONSENT),
};
static const class_word words_w[] = {
    WORD("widget", WIDGET),
};

#define LETTER(letter, table) [(letter) - 'a'] = {(table), sizeof(table) / sizeof((table)[0])}

static const struct {
    const class_word *words;
    size_t count;
} letters[26] = {
    LETTER('a', words_a), LETTER('b', words_b), LETTER('c', words_c), LETTER('d', words_d),
    LETTER('e', words_e), LETTER('f', words_f), LETTER('g', words_g), LETTER('h', words_h),
    LETTER('i', words_i), LETTER('j', words_j), LETTER('k', words_k), LETTER('l', words_l),
    LETTER('m', words_m), LETTER('n', words_n), LETTER('o', words_o), LETTER('p', words_p),
    LETTER('q', words_q), LETTER('r', words_r), LETTER('s', words_s), LETTER('t', words_t),
    LETTER('u', words_u), LETTER('w', words_w),
};

uint32_t dana__word_marks(const char *word, size_t length)
{
    const class_word *words = letters[word[0] - 'a'].words;

    for (size_t i = 0; i < letters[word[0] - 'a'].count; i++) {
        if (words[i].length == length && words[i].word[1] == word[1] &&
            memcmp(words[i].word, word, length) == 0) {
            return words[i].marks;
        }
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

uint32_t dana__role_marks(dana_view role)
{
    static const class_word roles[] = {
        WORD("navigation", NAV),      WORD("contentinfo", FOOTER), WORD("banner", HEADER),
        WORD("complementary", ASIDE), WORD("search", WIDGET),      WORD("dialog", DIALOG),
        WORD("alertdialog", DIALOG),  WORD("menu", NAV),           WORD("menubar", NAV),
        WORD("button", BUTTON),       WORD("tooltip", DIALOG),     WORD("tablist", TABS),
    };

    for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++) {
        if (roles[i].length == role.length &&
            strncasecmp(roles[i].word, role.data, role.length) == 0) {
            return roles[i].marks;
        }
    }
    return 0;
}
