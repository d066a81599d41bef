#include "media/address.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "html/attribute.h"
#include "html/tokenizer.h"
#include "media/pieces.h"
#include "page/page.h"

/* Where scripts that load pictures late find the address, and where it stands without them, in the
 * order in which they count: src is often a small or empty picture beside the others. */
static const struct {
    bool is_list; /* a srcset */
    size_t length;
    const char *name;
} sources[] = {
#define SOURCE(name, is_list)                                                                      \
    {                                                                                              \
        (is_list), sizeof(name) - 1, (name)                                                        \
    }
    SOURCE("data-src", false),
    SOURCE("data-lazy-src", false),
    SOURCE("data-original", false),
    SOURCE("data-lazy", false),
    SOURCE("data-original-src", false),
    SOURCE("data-orig-src", false),
    SOURCE("data-cfsrc", false),
    SOURCE("data-ezsrc", false),
    SOURCE("data-pagespeed-lazy-src", false),
    SOURCE("data-srcset", true),
    SOURCE("data-lazy-srcset", true),
    SOURCE("src", false),
    SOURCE("srcset", true),
    SOURCE("data-img-src", false),
    SOURCE("data-image-src", false),
    SOURCE("data-hi-res-src", false),
    SOURCE("data-full-src", false),
    SOURCE("data-src-large", false),
    SOURCE("data-src-medium", false),
    SOURCE("data-large-file", false),
    SOURCE("data-orig-file", false),
    SOURCE("data-delayed-url", false),
    SOURCE("data-defer-src", false),
    SOURCE("data-echo", false),
    SOURCE("data-url", false),
    SOURCE("data-image", false),
#undef SOURCE
};

/* Widest candidate of a srcset that is preferred, in pixels; wider ones are for printing. */
#define WIDTH_MAX 2048

/* The row of src, and where it counts when it asks for a small picture: last. */
#define PLAIN_SOURCE 11
#define SMALL_SOURCE DANA__COUNT(sources)

/* Words of which the names of placeholders are made; one of the first is among them. */
static const char *const placeholder_words[] = {
    "blank", "spacer",      "placeholder", "loading", "loader", "lazy",  "lazyload",
    "pixel", "transparent", "spinner",     "clear",   "empty",  "dummy", "image",
    "img",   "gif",         "x",           "default", "load",   "grey",  "gray",
    "white", "bg",          "trans",       "for",     "px"};
#define TELLING_WORDS 13

/* Where the path of an address ends: before its query or fragment. */
static size_t end_of_path(dana_view address)
{
    for (size_t i = 0; i < address.length; i += DANA__STEP) {
        dana__bytes16 bytes = dana__load_part16(address.data + i, address.length - i);
        unsigned found = dana__bits16(dana__equal16(bytes, '?') | dana__equal16(bytes, '#'));

        if (found != 0) {
            return i + dana__first16(found);
        }
    }
    return address.length;
}

dana_view dana__file_stem(dana_view address)
{
    size_t end = end_of_path(address);

    if (address.length == 0) { /* what is not there has no bytes to begin with */
        return address;
    }
    const char *slash = memrchr(address.data, '/', end);
    size_t start = slash != NULL ? (size_t)(slash + 1 - address.data) : 0;
    dana_view name = {address.data + start, end - start};
    const char *dot = name.length > 0 ? memrchr(name.data, '.', name.length) : NULL;
    size_t length = dot != NULL ? (size_t)(dot - name.data) : name.length;
    size_t digits = length;

    while (digits > 0 && (dana__is_digit(name.data[digits - 1]) || name.data[digits - 1] == 'x')) {
        digits--;
    }
    bool has_size = digits > 1 && digits < length && name.data[digits - 1] == '-';

    return (dana_view){name.data, has_size ? digits - 1 : length};
}

/* The row of a word among those of placeholders; their number where it is none of them. */
static size_t placeholder_row(dana_view word)
{
    size_t row = 0;

    while (row < DANA__COUNT(placeholder_words) && !dana__is_text(word, placeholder_words[row])) {
        row++;
    }
    return row;
}

/* Whether a file's name says nothing but that a picture will come ("1x1.gif", "lazy-loader"). */
static bool names_placeholder(dana_view address)
{
    dana_view stem = dana__file_stem(address);
    bool tells = dana__begins_with(stem, "1x1");

    for (size_t i = 0; i < stem.length;) {
        size_t start = i;

        while (i < stem.length && dana__is_letter(stem.data[i])) {
            i++;
        }
        if (i == start) {
            i++;
            continue;
        }
        size_t row = placeholder_row((dana_view){stem.data + start, i - start});

        if (row == DANA__COUNT(placeholder_words)) {
            return false;
        }
        tells |= row < TELLING_WORDS;
    }
    return tells;
}

/* Whether a value can be the address of a picture: neither empty nor a placeholder, nor a pattern
 * that a script fills in. */
static bool is_address(dana_view value)
{
    return value.length > 0 && !dana__begins_with(value, "data:") &&
           !dana__begins_with(value, "blob:") && !dana__begins_with(value, "about:") &&
           !dana__begins_with(value, "javascript:") &&
           memchr(value.data, '{', value.length) == NULL && !names_placeholder(value);
}

/* What a descriptor of a candidate is worth: its width, or 1000 for each pixel of a pixel. */
static unsigned long worth_of(dana_view descriptor)
{
    unsigned long number = 0;
    unsigned long fraction = 0;
    size_t i = 0;

    while (i < descriptor.length && i < 8 && dana__is_digit(descriptor.data[i])) {
        number = number * 10 + (unsigned long)(descriptor.data[i++] - '0');
    }
    if (i + 1 < descriptor.length && descriptor.data[i] == '.' &&
        dana__is_digit(descriptor.data[i + 1])) {
        fraction = (unsigned long)(descriptor.data[i + 1] - '0') * 100;
        i += 2;
    }
    if (i == 0 || i >= descriptor.length) {
        return 1000;
    }
    return descriptor.data[i] == 'x' ? number * 1000 + fraction : number;
}

/* Takes the next candidate from *text: its address and its descriptor. false: there is none. */
static bool next_candidate(dana_view *text, dana_view *address, dana_view *descriptor)
{
    const char *p = text->data;
    const char *end = p + text->length;

    while (p < end && (dana__is_space(*p) || *p == ',')) {
        p++;
    }
    const char *start = p;

    while (p < end && !dana__is_space(*p)) {
        p++;
    }
    const char *after = p;

    while (after > start && after[-1] == ',') {
        after--;
    }
    *address = (dana_view){start, (size_t)(after - start)};
    const char *described = p;
    bool has_descriptor = after == p;

    while (has_descriptor && p < end && *p != ',') {
        p++;
    }
    *descriptor = dana__trim((dana_view){described, (size_t)(p - described)});
    *text = (dana_view){p, (size_t)(end - p)};
    return address->length > 0;
}

/* Whether a candidate shows more than the best one so far, or less where that is too large. */
static bool is_better(unsigned long worth, unsigned long best)
{
    if (best == 0) {
        return true;
    }
    return best > WIDTH_MAX ? worth < best : worth <= WIDTH_MAX && worth > best;
}

/* The candidate of a raw srcset that shows most, of WIDTH_MAX pixels at most where there is one;
 * empty: there is none. */
static dana_view best_candidate(dana_view srcset)
{
    dana_view best = {"", 0};
    unsigned long best_worth = 0;
    dana_view address;
    dana_view descriptor;

    while (next_candidate(&srcset, &address, &descriptor)) {
        unsigned long worth = worth_of(descriptor);

        if (worth > 0 && is_address(address) && is_better(worth, best_worth)) {
            best = address;
            best_worth = worth;
        }
    }
    return best;
}

/* Whether a value looks like a path: attributes of scripts hold other things, too. */
static bool is_path(dana_view value)
{
    return memchr(value.data, '.', value.length) != NULL ||
           memchr(value.data, '/', value.length) != NULL;
}

/* The row of an attribute among the sources; their number where it is none. */
static size_t source_row(const dana__attribute *attribute)
{
    dana_view name = {attribute->name, attribute->name_length};
    size_t row = 0;

    if (name.length < 3 || strchr("sSdD", name.data[0]) == NULL) {
        return DANA__COUNT(sources);
    }
    while (row < DANA__COUNT(sources) &&
           (sources[row].length != name.length ||
            strncasecmp(sources[row].name, name.data, name.length) != 0)) {
        row++;
    }
    return row;
}

/* Whether a part of an address begins after a byte. */
static bool parts(char c)
{
    return c == '?' || c == '&' || c == ';' || c == ',' || c == '/' || c == '\0';
}

/* Whether the beginning of an address's part asks for less than 70 pixels, or for one percent. */
static bool is_small(dana_view rest)
{
    static const char *const names[] = {
        "w=", "width=", "wid=", "h=", "height=", "w_", "quality=1&"};

    for (size_t i = 0; i < DANA__COUNT(names); i++) {
        size_t digits = 0;

        if ((rest.data[0] | 0x20) != names[i][0] || !dana__begins_with(rest, names[i])) {
            continue;
        }
        size_t length = strlen(names[i]);

        while (length + digits < rest.length && dana__is_digit(rest.data[length + digits])) {
            digits++;
        }
        if (digits == 1 || (digits == 2 && rest.data[length] < '7')) {
            return true;
        }
    }
    return false;
}

bool dana__asks_for_small(dana_view address)
{
    /* Such a part stands in an address until the real one is loaded. */
    for (size_t i = 1; i < address.length; i++) {
        if (parts(address.data[i - 1]) &&
            is_small((dana_view){address.data + i, address.length - i})) {
            return true;
        }
    }
    return false;
}

/* Whether an address names a file of a picture by its ending. */
static bool is_picture_file(dana_view address)
{
    static const char *const endings[] = {".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"};
    size_t end = address.length;

    for (size_t i = 0; i < address.length; i++) {
        if (address.data[i] == '?' || address.data[i] == '#') {
            end = i;
            break;
        }
    }
    for (size_t i = 0; i < DANA__COUNT(endings); i++) {
        size_t length = strlen(endings[i]);

        if (end > length &&
            dana__is_text((dana_view){address.data + end - length, length}, endings[i])) {
            return true;
        }
    }
    return false;
}

/* Whether a plain source is a list of them after all, as archives write it. */
static bool is_list_in_value(dana_view value)
{
    return memmem(value.data, value.length, ", http", 6) != NULL;
}

dana_view dana__picture_address(dana_view tag)
{
    const char *end = tag.data + tag.length;
    const char *p = tag.data;
    const char *tag_end;
    dana__attribute attribute;
    dana_view best = {"", 0};
    size_t best_row = SMALL_SOURCE + 1;

    while (p < end && !dana__is_space(*p)) {
        p++;
    }
    for (p = dana__next_attribute(p, end, &attribute, &tag_end); p != NULL;
         p = dana__next_attribute(p, end, &attribute, &tag_end)) {
        size_t row = source_row(&attribute);
        dana_view value = {attribute.value, attribute.value_length};

        if (row >= best_row || row == DANA__COUNT(sources)) {
            continue;
        }
        value = sources[row].is_list || is_list_in_value(value) ? best_candidate(value)
                                                                : dana__trim(value);
        row = row == PLAIN_SOURCE && dana__asks_for_small(value) ? SMALL_SOURCE : row;
        if (row < best_row && is_address(value) &&
            (row >= SMALL_SOURCE || row == PLAIN_SOURCE || is_path(value))) {
            best = value;
            best_row = row;
        }
    }
    return best;
}

bool dana__names_picture(dana_view tag)
{
    return memmem(tag.data, tag.length, " data-", 6) != NULL &&
           is_picture_file(dana__picture_address(tag));
}

dana_view dana__piece_address(const dana_page *page, dana__piece *piece)
{
    if (!piece->has_address) {
        piece->address = dana__picture_address(
            (dana_view){page->source.data + piece->tag.start, piece->tag.end - piece->tag.start});
        piece->has_address = true;
    }
    return piece->address;
}
