/*
 * Site name, excerpt and subtitles.
 */
#include "metadata/texts.h"
#include "base/url_parts.h"
#include "dana/result.h"
#include "dana/text.h"
#include "metadata/worth.h"
#include "page/page.h"
#include "text/lower.h"
#include "text/plain_text.h"
#include "text/span_sets.h"

#include <string.h>

/* Longest raw text that is made plain, in bytes, and the longest results, in code points. */
#define RAW_MAX      4000
#define EXCERPT_MAX  300
#define SITE_MAX     100
#define SUBTITLE_MAX 300
/* A first part of the content of fewer letters is no excerpt while a longer one follows. */
#define EXCERPT_LEAST 60

/* What JSON-LD's name of the publisher, and of the site, is worth. */
#define WORTH_LD_SITE 64

/* Texts between the headline and the lines under it. */
#define SUBTITLE_DISTANCE 12

static const char *const home_words[] = {
#include "metadata/home_words_table.inc"
};

bool dana__is_home_name(dana_view text)
{
    return dana__is_phrase(text, home_words, DANA__COUNT(home_words));
}

/* Cuts a text after at most `most` code points, an ellipsis included. Borrows it where it is not
 * too long; empty where nobody sees any of it. */
static dana_status cut_off(const dana__search *search, dana_view text, size_t most, dana_view *out)
{
    static const char ellipsis[] = "\xE2\x80\xA6";
    bool cut;

    if (!dana_has_visible(text)) {
        *out = (dana_view){NULL, 0};
        return DANA_OK;
    }
    *out = dana__cut_text(text, most - 1, &cut);
    if (!cut) {
        return DANA_OK;
    }
    char *room = dana_arena_alloc(search->arena, out->length + sizeof(ellipsis), search->err);

    if (room == NULL) {
        return search->err->status;
    }
    memcpy(room, out->data, out->length);
    memcpy(room + out->length, ellipsis, sizeof(ellipsis) - 1);
    *out = (dana_view){room, out->length + sizeof(ellipsis) - 1};
    return DANA_OK;
}

/* Makes an attribute's text plain and cuts it. */
static dana_status plain_and_cut(const dana__search *search, dana_view raw, size_t most,
                                 dana_view *out)
{
    dana_status status = dana__plain_text(search->arena, dana__cut_bytes(raw, RAW_MAX), out,
                                          search->err);

    return status == DANA_OK ? cut_off(search, *out, most, out) : status;
}

/* Makes a raw string of JSON plain and cuts it. */
static dana_status json_and_cut(const dana__search *search, dana_view raw, size_t most,
                                dana_view *out)
{
    dana_status status = dana__json_text(search->arena, raw, RAW_MAX, out, search->err);

    return status == DANA_OK ? cut_off(search, *out, most, out) : status;
}

dana_status dana__find_site_name(dana__search *search)
{
    const dana__ld *ld = search->evidence->ld;
    dana_metadata_field *field = &search->out->site_name;
    dana_metadata_source source;
    dana_view raw = dana__best_head_hint(search, DANA__ABOUT_SITE, &source);
    dana_view text;
    dana_status status = DANA_OK;

    if (raw.data == NULL) {
        int32_t subject = dana__ld_subject(ld, DANA__LD_PUBLISHER, 1);

        text = dana__ld_name_of_type(ld, "WebSite");
        if (text.data == NULL &&
            (subject < 0 || dana__ld_texts(ld, (uint32_t)subject, DANA__LD_PUBLISHER, DANA__LD_NAME,
                                           &text, 1) == 0)) {
            return DANA_OK;
        }
        source = DANA_METADATA_JSON_LD;
        status = json_and_cut(search, text, SITE_MAX, &text);
    } else {
        status = plain_and_cut(search, raw, SITE_MAX, &text);
    }
    if (status == DANA_OK && text.length > 0) {
        *field = (dana_metadata_field){dana__original_url(text, NULL), source};
    }
    return status;
}

/* How much a text says, in letters: an ideograph, a syllable of Korean counts as three. */
static size_t letters_of(dana_view text)
{
    size_t count = 0;

    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        bool goes_on = c >= 0x80 && c < 0xC0;

        count += goes_on ? 0 : c >= 0xE3 && c <= 0xED ? 3 : 1;
    }
    return count;
}

/* The first line of the content that is long enough to be a sentence, and not the headline; the
 * longest where none is. */
static dana_view first_sentences(dana_view text, dana_view headline)
{
    dana_view best = {NULL, 0};
    size_t most = 0;
    size_t start = 0;

    for (size_t i = 0; i <= text.length; i++) {
        if (i < text.length && text.data[i] != '\n') {
            continue;
        }
        dana_view line = {text.data + start, i - start};

        size_t letters = letters_of(line);

        if (letters > most && !dana__equal_text(line, headline)) {
            best = line;
            most = letters;
        }
        if (most >= EXCERPT_LEAST) {
            break;
        }
        start = i + 1;
    }
    return best;
}

/* What the content says first. */
static dana_status find_visible_excerpt(const dana__search *search, dana_view *out)
{
    dana_span span = search->input->headline;
    dana_view headline = {NULL, 0};
    dana_status status = DANA_OK;
    bool cut;

    if (span.end > span.start) {
        dana_view raw = {search->page->source.data + span.start, span.end - span.start};

        status = plain_and_cut(search, raw, EXCERPT_MAX, &headline);
    }
    *out = dana__cut_text(first_sentences(search->input->text, headline), EXCERPT_MAX, &cut);
    return status;
}

static dana_status find_excerpt(dana__search *search)
{
    const dana__ld *ld = search->evidence->ld;
    dana_metadata_source source;
    dana_view raw = dana__best_head_hint(search, DANA__ABOUT_EXCERPT, &source);
    dana_view text = {NULL, 0};
    dana_status status = DANA_OK;

    if (raw.data != NULL) {
        status = plain_and_cut(search, raw, EXCERPT_MAX, &text);
    }
    if (status == DANA_OK && text.length == 0) {
        int32_t subject = dana__ld_subject(ld, DANA__LD_DESCRIPTION, 2);

        source = DANA_METADATA_JSON_LD;
        if (subject >= 0 && dana__ld_texts(ld, (uint32_t)subject, DANA__LD_DESCRIPTION,
                                           DANA__LD_NAME, &raw, 1) > 0) {
            status = json_and_cut(search, raw, EXCERPT_MAX, &text);
        }
    }
    if (status == DANA_OK && text.length == 0) {
        source = DANA_METADATA_VISIBLE;
        status = find_visible_excerpt(search, &text);
    }
    if (status == DANA_OK && text.length > 0) {
        search->out->excerpt = (dana_metadata_field){text, source};
    }
    return status;
}

static void add_subtitle(dana__search *search, dana_view text, unsigned level,
                         dana_metadata_source source)
{
    dana_metadata *out = search->out;

    if (dana_has_visible(text) && out->subtitle_count < DANA_SUBTITLES_MAX) {
        out->subtitles[out->subtitle_count++] = (dana_subtitle){text, level, source};
    }
}

/* The lines under the headline: the first that a hint names near it. */
static dana_status find_dek(dana__search *search)
{
    const dana__evidence *e = search->evidence;
    uint32_t from = e->headline_piece != UINT32_MAX ? e->headline_piece : e->heading_piece;
    dana_status status = DANA_OK;

    for (size_t i = 0; i < e->hint_count && search->out->subtitle_count == 0; i++) {
        const dana__hint *hint = &e->hints[i];
        bool near = from != UINT32_MAX && hint->piece > from &&
                    hint->piece - from <= SUBTITLE_DISTANCE;
        dana_view text;

        if (hint->about != DANA__ABOUT_SUBTITLE || (!near && hint->form != DANA__FORM_VALUE)) {
            continue;
        }
        status = plain_and_cut(search, hint->text, SUBTITLE_MAX, &text);
        if (status != DANA_OK) {
            return status;
        }
        add_subtitle(search, text, 0, hint->source);
    }
    if (search->out->subtitle_count == 0) {
        int32_t subject = dana__ld_subject(e->ld, DANA__LD_SUBTITLE, 1);
        dana_view raw;

        if (subject >= 0 && dana__ld_texts(e->ld, (uint32_t)subject, DANA__LD_SUBTITLE,
                                           DANA__LD_NAME, &raw, 1) > 0) {
            status = dana__json_text(search->arena, raw, RAW_MAX, &raw, search->err);
            if (status == DANA_OK) {
                add_subtitle(search, raw, 0, DANA_METADATA_JSON_LD);
            }
        }
    }
    return status;
}

/* Whether a unit goes on with the heading that the unit before it began. */
static bool continues_heading(const dana_unit *before, const dana_unit *unit)
{
    return unit->heading == before->heading && !unit->break_before;
}

/* Where the headline stands: as the caller says, else the first text of the first h1. */
static dana_span headline_of(const dana__search *search)
{
    const dana_scan *scan = search->input->result->scan;
    dana_span span = search->input->headline;
    uint32_t heading = search->evidence->heading_at;

    for (size_t i = 0; span.start == span.end && heading > 0 && i < scan->unit_count; i++) {
        const dana_unit *unit = &scan->units[i];

        if (unit->start >= heading) {
            return (dana_span){unit->start, unit->start + unit->length};
        }
    }
    return span;
}

/* Headings of the selected content but the headline. */
static dana_status find_headings(dana__search *search)
{
    const dana_result *result = search->input->result;
    const dana_scan *scan = result->scan;
    dana_span headline = headline_of(search);
    size_t span = 0;

    for (size_t i = 0; i < scan->unit_count; i++) {
        const dana_unit *unit = &scan->units[i];
        size_t last = i;
        dana_view text;

        if (unit->heading == 0 ||
            !dana__touches(&result->selection, &span, unit->start, unit->start + unit->length)) {
            continue;
        }
        while (last + 1 < scan->unit_count &&
               continues_heading(&scan->units[last], &scan->units[last + 1])) {
            last++;
        }
        dana_span all = {unit->start, scan->units[last].start + scan->units[last].length};

        i = last;
        if (headline.start < all.end && all.start < headline.end) {
            continue;
        }

        dana_status status = dana_render_span(search->page, all, &text, search->err);

        if (status != DANA_OK || search->out->subtitle_count >= DANA_SUBTITLES_MAX) {
            return status;
        }
        add_subtitle(search, text, unit->heading, DANA_METADATA_VISIBLE);
    }
    return DANA_OK;
}

dana_status dana__find_texts(dana__search *search)
{
    dana_status status = find_excerpt(search);

    if (status == DANA_OK) {
        status = find_dek(search);
    }
    return status == DANA_OK ? find_headings(search) : status;
}
