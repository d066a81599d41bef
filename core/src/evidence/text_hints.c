#include "evidence/text_hints.h"

#include "html/attribute.h"

/* Longest text that is looked at as a whole. */
#define TEXT_MAX 240

/* Whether a text may hold a date: four digits in a row, of ASCII or of two bytes each, are all
 * that can be asked cheaply. */
static bool has_year(dana_view text)
{
    unsigned run = 0;

    for (size_t i = 0; i < text.length && run < 4; i++) {
        unsigned char c = (unsigned char)text.data[i];
        unsigned char next = i + 1 < text.length ? (unsigned char)text.data[i + 1] : 0;
        bool wide = (c == 0xD9 && next >= 0xA0 && next < 0xAA) || (c == 0xDB && next >= 0xB0);

        run = wide || (c >= '0' && c <= '9') ? run + 1 : 0;
        i += wide;
    }
    return run == 4;
}

/* Notes what a text may tell by itself: a date, a name after words before one. */
static void read_short_text(dana__hint_walk *w, dana_view text)
{
    size_t words = dana__words_before(&w->before, text, DANA__BEFORE_NAME);
    int start = w->block ? 4 : 0;

    if (w->byline) {
        dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                       .source = DANA_METADATA_VISIBLE,
                                       .form = DANA__FORM_BYLINE,
                                       .worth = 56 + w->in_anchor * 4,
                                       .rule = "byline",
                                       .text = text});
    }
    bool named = w->byline;

    w->byline = w->named &&
                dana__words_before(&w->before, text, DANA__BETWEEN_NAMES) == text.length;
    w->named = named;
    if (words > 0 && words < text.length) {
        dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                       .source = DANA_METADATA_VISIBLE,
                                       .form = DANA__FORM_BYLINE,
                                       .worth = 50 + start,
                                       .rule = "byline",
                                       .text = {text.data + words, text.length - words}});
    } else if (words > 0 || dana__ends_with_words(&w->before, text, DANA__BEFORE_NAME)) {
        w->byline = true;
    }
    if (has_year(text)) {
        dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_PUBLISHED,
                                       .source = DANA_METADATA_VISIBLE,
                                       .form = DANA__FORM_TEXT,
                                       .worth = 40 + start,
                                       .rule = "text",
                                       .text = text});
    }
}

void dana__read_hint_text(dana__hint_walk *w, const char *p, const char *end)
{
    dana_view text = dana__trim((dana_view){p, (size_t)(end - p)});
    size_t at = (size_t)(text.data - w->base);

    if (text.length == 0) {
        return;
    }
    if (w->headline.end > w->headline.start && w->out->headline_piece == UINT32_MAX &&
        at + text.length > w->headline.start) {
        w->out->headline_piece = w->piece;
        w->out->headline_at = w->headline.start;
    }
    if (w->out->content_piece == UINT32_MAX && at + text.length > w->content_start) {
        w->out->content_piece = w->piece;
    }
    bool is_short = text.length <= TEXT_MAX;

    if (is_short) {
        read_short_text(w, text);
    }
    w->byline = w->byline && is_short;
    w->changed = is_short && (dana__words_before(&w->before, text, DANA__BEFORE_CHANGE) > 0 ||
                              dana__ends_with_words(&w->before, text, DANA__BEFORE_CHANGE));
    w->piece++;
    w->block = false;
}
