#include "check_metadata.h"

#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/metadata.h"
#include "dana/posts.h"
#include "dana/text.h"
#include "dates/date.h"
#include "jsonld/json.h"
#include "random.h"
#include "text/plain_text.h"

#include <stdlib.h>
#include <string.h>

#define ARENA_BYTES ((size_t)1024 * 1024)

static bool is_valid(dana_view text)
{
    return text.length == 0 || dana_utf8_valid_length(text.data, text.length) == text.length;
}

const char *check_json_ld(dana_view text)
{
    dana_arena *arena = dana_arena_new(ARENA_BYTES, NULL);
    dana__json json;
    dana__json_event event;
    size_t events = 0;
    const char *wrong = NULL;

    dana__json_start(&json, text);
    for (dana__json_next(&json, &event); event.kind != DANA__JSON_END && wrong == NULL;
         dana__json_next(&json, &event)) {
        dana_view out = {NULL, 0};
        dana_error err;

        if (++events > text.length) {
            wrong = "JSON: more events than bytes";
        } else if (event.text.data != NULL &&
                   (event.text.data < text.data ||
                    event.text.data + event.text.length > text.data + text.length)) {
            wrong = "JSON: a string outside the text";
        } else if (event.kind == DANA__JSON_STRING &&
                   (dana__json_text(arena, event.text, 500, &out, &err) != DANA_OK ||
                    !is_valid(out))) {
            wrong = "JSON: a string's text";
        }
    }
    dana_arena_free(arena);
    return wrong;
}

const char *check_dates(dana_view text)
{
    dana__date_reading reading = {.machine = random_below(2) == 0,
                                  .solar = random_below(2) == 0,
                                  .month_first = random_below(2) == 0,
                                  .short_years = random_below(2) == 0};
    dana__date date;
    dana__date again;
    dana_span span;
    char written[DANA__DATE_MAX];

    if (!dana__find_date(text, reading, &date, &span)) {
        return NULL;
    }
    if (span.start >= span.end || span.end > text.length) {
        return "a date's span";
    }
    size_t length = dana__write_date(&date, written);

    if (length >= DANA__DATE_MAX ||
        !dana__find_date((dana_view){written, length}, (dana__date_reading){0}, &again, &span)) {
        return "a date as it is written";
    }
    if (!dana__same_day(&date, &again) || date.has_time != again.has_time ||
        date.hour != again.hour || date.minute != again.minute || date.second != again.second ||
        (date.has_time && date.has_zone && date.zone_minutes != again.zone_minutes)) {
        return "a date read again";
    }
    return NULL;
}

static const char *check_metadata(const dana_metadata *m)
{
    const dana_metadata_field *fields[] = {&m->published, &m->modified,     &m->language,
                                           &m->site_name, &m->excerpt,      &m->direction,
                                           &m->image,     &m->canonical_url};

    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        if (fields[i]->value.data != NULL &&
            (fields[i]->value.length == 0 || !is_valid(fields[i]->value))) {
            return "a field";
        }
    }
    for (size_t i = 0; i < m->author_count; i++) {
        if (m->authors[i].length == 0 || !is_valid(m->authors[i])) {
            return "an author";
        }
    }
    for (size_t i = 0; i < m->subtitle_count; i++) {
        if (m->subtitles[i].text.length == 0 || !is_valid(m->subtitles[i].text)) {
            return "a subtitle";
        }
    }
    return NULL;
}

static const char *check_posts(dana_page *page, const dana_metadata_input *input, size_t length)
{
    dana_posts posts;

    if (dana_find_posts(page, input, &posts, NULL) != DANA_OK) {
        return "finding posts";
    }
    for (size_t i = 0; i < posts.count; i++) {
        const dana_post *p = &posts.items[i];

        if (p->parent >= (int32_t)i || p->span.end > length || p->span.start >= p->span.end ||
            !is_valid(p->text) || (p->author.data != NULL && !is_valid(p->author))) {
            return "a post";
        }
        for (size_t k = 0; k < p->range_count; k++) {
            if (p->ranges[k].start < p->span.start || p->ranges[k].end > p->span.end ||
                p->ranges[k].start >= p->ranges[k].end) {
                return "a post's range";
            }
        }
    }
    return NULL;
}

static const char *check_headline(dana_page *page, size_t length)
{
    dana_headline headline;

    if (dana_find_headline(page, dana_algorithm_find(DANA_KIND_HEADLINE, "titlerank", 9), NULL,
                           true, &headline, NULL) != DANA_OK) {
        return "finding the headline";
    }
    for (size_t i = 0; i < headline.candidate_count; i++) {
        const dana_candidate *c = &headline.candidates[i];

        if (c->text.length == 0 || !is_valid(c->text) || c->span.start >= c->span.end ||
            c->span.end > length) {
            return "a headline";
        }
    }
    return NULL;
}

const char *check_page_metadata(dana_view text)
{
    dana_page *page;
    dana_result result;
    dana_view rendered;
    dana_metadata m;
    const char *wrong = "the extraction";

    if (dana_page_open(text.data, text.length, ARENA_BYTES, NULL, &page, NULL) != DANA_OK) {
        return "opening it";
    }
    if (dana_extract(page, dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4), NULL, &result,
                     NULL) == DANA_OK &&
        dana_render_text(page, &result, &rendered, NULL) == DANA_OK) {
        dana_metadata_input input = {
            .url = {"https://h.example/a/", 20}, .result = &result, .text = rendered};

        wrong = dana_find_metadata(page, &input, &m, NULL) == DANA_OK ? check_metadata(&m)
                                                                      : "finding it";
        wrong = wrong != NULL ? wrong : check_posts(page, &input, text.length);
        wrong = wrong != NULL ? wrong : check_headline(page, text.length);
    }
    dana_page_close(page);
    return wrong;
}
