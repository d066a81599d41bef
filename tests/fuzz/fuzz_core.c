/*
 * Mutated pages through all of core: sample pages are cut, spliced, repeated and sprinkled with
 * markup, and every result must be valid. The same seed gives the same pages.
 *   fuzz_core [COUNT [SEED]]   prints the seed of a page that fails
 */
#include "check_page.h"
#include "dana/text.h"
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LENGTH ((size_t)48 * 1024)

static const char *const sample_names[] = {"arabic", "english", "farsi",
                                           "hebrew", "pashto",  "urdu"};

#define SAMPLE_COUNT (sizeof(sample_names) / sizeof(sample_names[0]))

/* Markup that is hard for tokenizers. */
static const char *const pieces[] = {
    "<",
    ">",
    "</",
    "<!--",
    "-->",
    "--!>",
    "<script>",
    "</script>",
    "<svg>",
    "</svg>",
    "<svg/>",
    "<template>",
    "<select>",
    "</select>",
    "<a href=x>",
    "</a>",
    "<a",
    "\"",
    "'",
    "=",
    "&",
    "&amp",
    "&#x41;",
    "&#0;",
    "&nGt;",
    "&nbsp;",
    "<p>",
    "</p>",
    "<br>",
    "<td>",
    "<h1>",
    "</h1>",
    "<title>",
    "</title>",
    "<body>",
    "<textarea>",
    "\n",
    "\r\n",
    "\xC2\xA0",
    "\xD8\xA8",
    "\xF0\x9F\x98\x80",
    "<![CDATA[",
    "<?xml ?>",
    "<!doctype",
    "<noscript>",
    "</noscript>",
    "<!-->",
    "<b>",
    "</b>",
    "<i>",
    "<code>",
    "</code>",
    "`",
    "*",
    "<pre>",
    "</pre>",
    "<ul>",
    "<ol start=7>",
    "<li>",
    "</ul>",
    "<blockquote>",
    "</blockquote>",
    "<table>",
    "<tr>",
    "<th colspan=3 rowspan=2>",
    "</table>",
    "<hr>",
    "<img src=x alt=y>",
    "<figure>",
    "<figcaption>",
    "</figcaption>",
    "</figure>",
    "<div class=wp-caption>",
    "<p class=caption>",
    "<picture><source srcset='a.jpg 1x, b.jpg 2x'>",
    "<noscript><img src=x.jpg></noscript>",
    "<img data-src=y.jpg src=data:,>",
    "<iframe src=https://www.youtube.com/embed/abc title=t></iframe>",
    "<video src=v.mp4>",
    "</video>",
    "<a href=http://a/b>",
    "<dl><dt>",
    "<dd>",
    "<sup>",
    "</sup>",
    "<ruby><rt>",
    "<rp>",
    "<math><msup><mi>x</mi>",
    "</math>",
    "<script type=math/tex>x</script>",
    "<span class=katex>",
    "<span class=line>",
    "</span>",
    "<span class=ln>1</span>",
    "<td class=gutter>1",
    "<div class=syntaxhighlighter>",
    "</div>",
    "<span class=frac>1",
    "\xE2\x80\x8B",
    "&shy;",
};

#define PIECE_COUNT (sizeof(pieces) / sizeof(pieces[0]))

typedef struct {
    char *data;
    size_t length;
} text;

static text read_sample(const char *name)
{
    char path[512];
    text sample = {malloc(MAX_LENGTH), 0};

    snprintf(path, sizeof(path), "%s/%s.html", SAMPLES_DIR, name);
    FILE *file = fopen(path, "rb");

    if (file == NULL || sample.data == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(2);
    }
    sample.length = fread(sample.data, 1, MAX_LENGTH, file);
    fclose(file);
    return sample;
}

static void insert(text *page, size_t at, const char *data, size_t length)
{
    if (page->length + length > MAX_LENGTH) {
        return;
    }
    memmove(page->data + at + length, page->data + at, page->length - at);
    memcpy(page->data + at, data, length);
    page->length += length;
}

static void erase(text *page, size_t at, size_t length)
{
    if (length > page->length - at) {
        length = page->length - at;
    }
    memmove(page->data + at, page->data + at + length, page->length - at - length);
    page->length -= length;
}

static void mutate(text *page, const text *samples)
{
    size_t at = random_below(page->length + 1);
    const char *piece = pieces[random_below(PIECE_COUNT)];
    const text *other = &samples[random_below(SAMPLE_COUNT)];
    size_t from = random_below(other->length);
    size_t length = random_below(other->length - from) % 600;

    switch (random_below(6)) {
    case 0:
        erase(page, at, random_below(200));
        break;
    case 1:
        insert(page, at, other->data + from, length);
        break;
    case 2:
        for (size_t n = random_below(50); n > 0; n--) {
            insert(page, at, piece, strlen(piece));
        }
        break;
    case 3:
        page->length = at;
        break;
    default:
        insert(page, at, piece, strlen(piece));
        break;
    }
}

/* Mutations may cut characters; bytes that are then not UTF-8 become '?'. */
static void repair(text *page)
{
    size_t valid = 0;

    while (valid < page->length) {
        valid += dana_utf8_valid_length(page->data + valid, page->length - valid);
        if (valid < page->length) {
            page->data[valid] = '?';
        }
    }
}

/* Puts bytes that are not UTF-8 into a page, and sometimes a declaration before it. */
static void break_encoding(text *page)
{
    for (size_t i = random_below(40); i > 0 && page->length > 0; i--) {
        page->data[random_below(page->length)] = (char)random_below(256);
    }
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    text samples[SAMPLE_COUNT];
    text page = {malloc(MAX_LENGTH), 0};
    unsigned long failed = 0;

    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        samples[i] = read_sample(sample_names[i]);
    }
    for (unsigned long n = 0; n < count; n++) {
        random_state = (seed + n) * 0x9E3779B97F4A7C15u + 1;
        const text *start = &samples[random_below(SAMPLE_COUNT)];

        memcpy(page.data, start->data, start->length);
        page.length = start->length;
        for (size_t m = 1 + random_below(30); m > 0; m--) {
            mutate(&page, samples);
        }
        repair(&page);
        const char *wrong = check_page((dana_view){page.data, page.length});

        if (wrong == NULL) {
            break_encoding(&page);
            wrong = check_decoding((dana_view){page.data, page.length});
        }

        if (wrong != NULL) {
            printf("FAILED: %s, seed %llu\n", wrong, (unsigned long long)(seed + n));
            failed++;
        }
    }
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        free(samples[i].data);
    }
    free(page.data);
    printf("tests: %lu passed, %lu failed\n", count - failed, failed);
    return failed == 0 ? 0 : 1;
}
