/*
 * Metadata against the manifests: exact matches of author and date, if the manifest has them, by
 * set and by source.
 *   corpus_metadata [--all] [--check] [--list author|date] [--half 0|1] [--rules] [SET...]
 * Of a large set without a least score a sample is read; with --all, or if the set is named, all of
 * it. --check fails if a set falls below its least score; --list prints the pages that do not
 * match; --half reads the pages of half of the hosts, so that rules tuned on one half can be
 * evaluated on the other; --rules prints the effect of each rule: the matches that are lost without
 * it (takes minutes). Without a set, all of them.
 */
#include "common.h"
#include "corpus.h"
#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/metadata.h"
#include "dana/posts.h"
#include "dana/text.h"
#include "metadata/metadata.h"
#include "metadata_gold.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RULES_MAX 400

enum { AUTHOR, DATE, FIELDS };

/* The measured stages: the scan alone, then the additional ones. */
enum { SCAN, EXTRACT, METADATA, POSTS, STAGES };

static const char *const stage_names[STAGES] = {"scan", "auto", "metadata", "posts"};

static const char *const field_names[FIELDS] = {"author", "date"};

/* Counts of one field: pages with gold, matches, and both by source; NONE: nothing was found. */
typedef struct {
    size_t gold;
    size_t matches;
    size_t found_without_gold;
    size_t by_source[DANA_METADATA_SOURCE_COUNT + 1];
    size_t matches_by_source[DANA_METADATA_SOURCE_COUNT + 1];
} field_counts;

typedef struct {
    size_t pages;
    size_t failures;
    size_t checked;
    int half;
    int listed; /* field to list, -1: none */
    bool rules;
    int lost[RULES_MAX][FIELDS]; /* matches lost without a rule, where rules */
    double seconds[STAGES];
    double bytes;
    field_counts fields[FIELDS];
} scores;

/* The shares of matches below which --check fails. */
static const struct {
    const char *set;
    double floors[FIELDS];
} floors[] = {
    {"wcxb-dev", {.82, .85}},
    {"ar-mulham", {0, .95}},
    {"he-aizenimr", {0, .95}},
    {"fa-ziaenezhad", {0, .95}},
};

static bool has_floor(const char *set)
{
    for (size_t i = 0; i < sizeof(floors) / sizeof(floors[0]); i++) {
        if (strcmp(floors[i].set, set) == 0) {
            return true;
        }
    }
    return false;
}

/* The half that a page's host belongs to; a page without a host belongs to both. */
static bool is_chosen(const scores *s, const corpus_page *page)
{
    uint32_t hash = 2166136261u;

    if (s->half < 0 || page->url == NULL) {
        return true;
    }
    const char *host = strstr(page->url, "//");

    for (const char *p = host != NULL ? host + 2 : page->url; *p != '\0' && *p != '/'; p++) {
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    }
    return (int)(hash >> 16 & 1) == s->half;
}

static void count(scores *s, int field, const corpus_page *page, bool found, unsigned source,
                  bool match, const char *value)
{
    field_counts *f = &s->fields[field];
    const char *gold = field == AUTHOR ? page->author : page->date;
    unsigned place = found ? source : DANA_METADATA_SOURCE_COUNT;

    if (gold == NULL) {
        f->found_without_gold += found;
        return;
    }
    f->gold++;
    f->matches += match;
    f->by_source[place]++;
    f->matches_by_source[place] += match;
    if (!match && s->listed == field) {
        printf("%s\t%s\t%s\t%s\t%s\n", page->id, page->page_type != NULL ? page->page_type : "-",
               gold, found ? value : "-",
               found ? dana_metadata_source_name((dana_metadata_source)source) : "-");
    }
}

static void judge(scores *s, const corpus_page *page, const dana_metadata *m)
{
    char joined[1024];
    char date[64];
    const dana_metadata_field *when = date_of(m);
    bool authors = same_authors(m, page->author, joined, sizeof(joined));

    snprintf(date, sizeof(date), "%.*s", (int)when->value.length,
             when->value.data != NULL ? when->value.data : "");
    count(s, AUTHOR, page, m->author_count > 0, m->author_source, authors, joined);
    count(s, DATE, page, when->value.data != NULL, when->source, same_date(when, page->date), date);
}

static bool is_valid(const dana_metadata_field *field)
{
    return field->value.data == NULL ||
           dana_utf8_valid_length(field->value.data, field->value.length) == field->value.length;
}

/* What must be true for any page. */
static void check(scores *s, const corpus_page *page, const dana_metadata *m)
{
    const dana_metadata_field *fields[] = {&m->published, &m->modified,     &m->language,
                                           &m->site_name, &m->excerpt,      &m->direction,
                                           &m->image,     &m->canonical_url};
    bool fine = true;

    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        fine = fine && is_valid(fields[i]);
    }
    for (size_t i = 0; i < m->author_count; i++) {
        fine = fine && m->authors[i].length > 0 &&
               dana_utf8_valid_length(m->authors[i].data, m->authors[i].length) ==
                   m->authors[i].length;
    }
    s->checked++;
    if (!fine) {
        printf("FAILED %s/%s: a value is not valid UTF-8\n", page->set, page->id);
        s->failures++;
    }
}

/* Adds the time since *start to a stage, and restarts the clock. */
static void lap(scores *s, int stage, double *start)
{
    double end = now_s();

    s->seconds[stage] += end - *start;
    *start = end;
}

static bool matches(const dana_metadata *m, const corpus_page *page, int field)
{
    char joined[1024];

    return field == AUTHOR ? same_authors(m, page->author, joined, sizeof(joined))
                           : same_date(date_of(m), page->date);
}

/* Counts the effect of each rule on a page. */
static void leave_out(scores *s, const corpus_page *page, dana_page *opened,
                      const dana_metadata_input *input, const dana_metadata *all)
{
    const void *rule;

    for (size_t i = 0; i < RULES_MAX && dana__rule_at(i, &rule) != NULL; i++) {
        dana_metadata m;

        if (dana__find_metadata_without(opened, input, rule, &m, &(dana_error){DANA_OK}) !=
            DANA_OK) {
            printf("FAILED %s: without %s\n", page->id, dana__rule_at(i, &rule));
            s->failures++;
            return;
        }
        for (int field = 0; field < FIELDS; field++) {
            s->lost[i][field] += matches(all, page, field) - matches(&m, page, field);
        }
    }
}

static dana_status find(scores *s, const corpus_page *page, dana_page *opened, dana_metadata *m,
                        dana_error *err)
{
    static const dana_scan_options options = {.lines = DANA_LINES_BLOCK};
    const dana_scan *scan;
    dana_result result;
    dana_headline headline;
    dana_posts posts;
    dana_view text;
    double start = now_s();
    dana_status status = dana_scan_page(opened, &options, &scan, err);

    lap(s, SCAN, &start);
    if (status == DANA_OK) {
        status = dana_extract(opened, dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4), NULL,
                              &result, err);
    }
    lap(s, EXTRACT, &start);
    if (status == DANA_OK) {
        status = dana_render_text(opened, &result, &text, err);
    }
    if (status == DANA_OK) {
        status = dana_find_headline(opened, dana_algorithm_default(DANA_KIND_HEADLINE), NULL, false,
                                    &headline, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    const char *url = page->url != NULL ? page->url : "";
    dana_metadata_input input = {.url = {url, strlen(url)}, .result = &result, .text = text};

    if (headline.found) {
        input.headline = headline.headline.span;
    }
    start = now_s();
    status = dana_find_metadata(opened, &input, m, err);
    lap(s, METADATA, &start);
    if (status == DANA_OK) {
        status = dana_find_posts(opened, &input, &posts, err);
    }
    lap(s, POSTS, &start);
    s->bytes += (double)page->html_length;
    if (status == DANA_OK && s->rules && (page->author != NULL || page->date != NULL)) {
        leave_out(s, page, opened, &input, m);
    }
    return status;
}

static bool score_page(const corpus_page *page, void *arg)
{
    scores *s = arg;
    dana_page *opened;
    dana_metadata m;
    dana_error err;

    if (!is_chosen(s, page)) {
        return true;
    }
    dana_status status = dana_page_open(page->html, page->html_length,
                                        s->rules ? (size_t)1 << 31 : 0, NULL, &opened, &err);

    if (status == DANA_OK) {
        status = find(s, page, opened, &m, &err);
        if (status == DANA_OK) {
            check(s, page, &m);
            judge(s, page, &m);
            s->pages++;
        }
        dana_page_close(opened);
    }
    if (status != DANA_OK) {
        printf("FAILED %s/%s: %s\n", page->set, page->id, err.message);
        s->failures++;
    }
    return true;
}

static void print_set(const char *set, const scores *s)
{
    for (int field = 0; field < FIELDS; field++) {
        const field_counts *f = &s->fields[field];

        if (f->gold == 0) {
            continue;
        }
        printf("%-14s %-6s %4zu of %4zu  %.3f  ", set, field_names[field], f->matches, f->gold,
               (double)f->matches / (double)f->gold);
        for (unsigned i = 0; i <= DANA_METADATA_SOURCE_COUNT; i++) {
            if (f->by_source[i] > 0) {
                printf(" %s %zu/%zu",
                       i < DANA_METADATA_SOURCE_COUNT
                           ? dana_metadata_source_name((dana_metadata_source)i)
                           : "nothing",
                       f->matches_by_source[i], f->by_source[i]);
            }
        }
        printf("  (found without gold: %zu)\n", f->found_without_gold);
    }
}

static void print_rules(const scores *s)
{
    const void *rule;
    const char *name;

    for (size_t i = 0; i < RULES_MAX; i++) {
        name = dana__rule_at(i, &rule);
        if (name == NULL) {
            break;
        }
        if (s->lost[i][AUTHOR] != 0 || s->lost[i][DATE] != 0) {
            printf("%-28s author %+4d  date %+4d\n", name, s->lost[i][AUTHOR], s->lost[i][DATE]);
        }
    }
}

static void check_floors(const char *set, scores *s)
{
    for (size_t i = 0; i < sizeof(floors) / sizeof(floors[0]); i++) {
        for (int field = 0; field < FIELDS && strcmp(floors[i].set, set) == 0; field++) {
            const field_counts *f = &s->fields[field];

            if ((double)f->matches < floors[i].floors[field] * (double)f->gold) {
                printf("FAILED %s: %s below %.2f\n", set, field_names[field],
                       floors[i].floors[field]);
                s->failures++;
            }
        }
    }
}

/* Reads the flags; returns the index of the first set, or -1. */
static int read_flags(int argc, char **argv, scores *s, bool *checks)
{
    int i = 1;

    *s = (scores){.half = -1, .listed = -1};
    *checks = false;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--check") == 0) {
            *checks = true;
        } else if (strcmp(argv[i], "--list") == 0 && i + 1 < argc) {
            s->listed = strcmp(argv[++i], "author") == 0 ? AUTHOR : DATE;
        } else if (strcmp(argv[i], "--half") == 0 && i + 1 < argc) {
            s->half = argv[++i][0] - '0';
        } else if (strcmp(argv[i], "--rules") == 0) {
            s->rules = true;
        } else {
            fprintf(stderr, "unknown flag %s\n", argv[i]);
            return -1;
        }
    }
    return i;
}

/* Scores a set, prints it, and adds it to the sums. */
static void run_set(const char *folder, const char *set, bool whole, bool checks,
                    const scores *start, scores *sums)
{
    static scores s;

    s = *start;
    if (corpus_each_of(folder, set, whole || has_floor(set), score_page, &s) < 0) {
        s.failures++;
    }
    print_set(set, &s);
    print_rules(&s);
    if (checks && s.half < 0) {
        check_floors(set, &s);
    }
    sums->failures += s.failures;
    sums->checked += s.checked;
    sums->bytes += s.bytes;
    for (int k = 0; k < STAGES; k++) {
        sums->seconds[k] += s.seconds[k];
    }
}

static bool is_named(const char *set, int count, char *const *names)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], set) == 0) {
            return true;
        }
    }
    return count == 0;
}

int main(int argc, char **argv)
{
    const char *folder = corpus_folder();
    char *sets[CORPUS_MAX_SETS];
    static scores start;
    static scores sums;
    bool checks;
    bool all = corpus_takes_all(&argc, argv);
    int first = read_flags(argc, argv, &start, &checks);

    if (first < 0) {
        return 2;
    }
    if (folder == NULL) {
        return 0;
    }
    size_t set_count = corpus_sets(folder, sets, CORPUS_MAX_SETS);

    for (size_t i = 0; i < set_count; i++) {
        if (is_named(sets[i], argc - first, argv + first)) {
            run_set(folder, sets[i], all || first < argc, checks, &start, &sums);
        }
        free(sets[i]);
    }
    printf("%.1f MB, ms a MB:", sums.bytes / 1e6);
    for (int k = 0; k < STAGES; k++) {
        printf(" %s %.2f", stage_names[k], sums.seconds[k] * 1e9 / sums.bytes);
    }
    printf("\n");
    printf("tests: %zu passed, %zu failed\n",
           sums.checked - (sums.failures < sums.checked ? sums.failures : 0), sums.failures);
    return sums.failures == 0 ? 0 : 1;
}
