#include "media/junk.h"

#include "base/ascii.h"
#include "base/url_parts.h"
#include "blocks/class_words.h"
#include "html/attribute.h"
#include "math/sign.h"
#include "media/address.h"
#include "page/page.h"
#include "text/selected_text.h"

/* Sides of pictures, in pixels: of counting pixels, at most; of pictures that are more than icons,
 * at least. */
#define PIXEL_SIDE 2
#define MINOR_SIDE 96

/* Bytes of the tag around a picture that is looked at. */
#define BOX_MOST 300

/* Parts of addresses of what counts readers or shows advertisements. */
static const char *const junk_addresses[] = {
    "doubleclick.",      "googlesyndication", "scorecardresearch", "gravatar.com/avatar",
    "vgwort.de",         "facebook.com/tr",   "feeds.feedburner",  "feedsportal.com",
    "quantserve.",       "adserver",          "/adclick",          "pixel.gif",
    "/pixel?",           "/spacer.",          "blank.gif",         "stats.wordpress.com",
    "pixel.wp.com",      "google-analytics.", "/analytics",        "tracking.",
    "/ad_banner",        "sb.scorecard",      "zergnet.",          "outbrain.",
    "imrworldwide.com",  "/avatar/",          "/avatars/",         "button-share",
    "2mdn.net",          "taboola",           "revcontent",        "adnxs.com",
    "amazon-adsystem",   "criteo.",           "moatads",           "3lift.com",
    "connatix.com",      "/icons/",           "favicon",           "extremereach.io",
    "images/buttons/",   "/statusicon/",      "misc/progress",     "images/ranks/",
    "images/reputation", "avatar-default",    "default-avatar",    "default_avatar",
    "misc/quote",        "/images/misc/",     "postratings/",      "preload.gif",
    "loading.gif",       "loader.gif"};

/* Words of classes of pictures that are none of a text, of which the first ones also name the box
 * around one; and of those that may be one inside it. */
static const char *const junk_words[] = {"avatar",  "gravatar", "userpic", "tracking",
                                         "tracker", "beacon",   "spacer",  "pixel"};
#define PORTRAIT_WORDS 3
static const char *const minor_words[] = {"icon",   "icons",  "logo", "badge",   "emoji",
                                          "smiley", "sprite", "flag", "profile", "author"};

static dana_view tag_of(const dana_page *page, const dana__piece *piece)
{
    return (dana_view){page->source.data + piece->tag.start, piece->tag.end - piece->tag.start};
}

/* Whether the sides of a picture are a ratio: a script gives it the width of the page. */
static bool is_ratio(dana_view tag)
{
    dana_view layout;

    return dana_tag_attribute(tag, "layout", &layout) && dana__is_text(layout, "responsive");
}

int dana__picture_side(dana_view tag, const char *name)
{
    dana_view value;
    int number = 0;
    size_t i = 0;

    if (!dana_tag_attribute(tag, name, &value)) {
        return -1;
    }
    while (i < value.length && i < 6 && dana__is_digit(value.data[i])) {
        number = number * 10 + (value.data[i++] - '0');
    }
    return i == 0 || (i < value.length && value.data[i] == '%') ||
                   (number < MINOR_SIDE && is_ratio(tag))
               ? -1
               : number;
}

/* The tag that stands right before a picture, its box; empty where another thing does. */
static dana_view box_of(const dana_page *page, const dana__piece *piece)
{
    size_t most = piece->tag.start < BOX_MOST ? piece->tag.start : BOX_MOST;
    const char *start = page->source.data + piece->tag.start;
    const char *box = most > 0 && start[-1] == '>' ? memrchr(start - most, '<', most) : NULL;

    return box != NULL ? dana__between(box, start) : (dana_view){"", 0};
}

/* Whether the class of a picture has one of some words. */
static bool has_word(dana_view tag, const char *const *words, size_t count)
{
    char word[DANA__WORD_MAX];
    dana_view value;
    size_t at = 0;

    if (!dana_tag_attribute(tag, "class", &value)) {
        return false;
    }
    while (dana__next_word(value, &at, word) > 0) {
        for (size_t i = 0; i < count; i++) {
            if (word[0] == words[i][0] && strcmp(word, words[i]) == 0) {
                return true;
            }
        }
    }
    return false;
}

void dana__index_junk(dana__needles *out)
{
    dana__needles_index(out, junk_addresses, DANA__COUNT(junk_addresses));
}

/* How the files of a page's own signs begin: what turns while it loads, what stands between links.
 */
static const char *const sign_names[] = {"loading", "loader", "spinner", "ajax-load",
                                         "arrow",   "bullet", "chevron", "breadcrumb"};
#define MOVING_NAMES 4

/* Whether an address ends, before its query, as those of drawings do. */
static bool is_drawing(dana_view address)
{
    static const char *const ends[] = {".gif", ".png", ".svg"};
    size_t length = 0;

    while (length < address.length && address.data[length] != '?' && address.data[length] != '#') {
        length++;
    }
    for (size_t i = 0; i < DANA__COUNT(ends) && length >= 4; i++) {
        if (dana__is_text((dana_view){address.data + length - 4, 4}, ends[i])) {
            return true;
        }
    }
    return false;
}

/* Whether a picture is a sign by the name of its file, which is no photo's; of those that stand
 * between links one without a text. */
static bool is_sign_of_page(dana_view tag, dana_view address)
{
    dana_view stem = dana__file_stem(address);
    dana_view alt = {"", 0};
    bool has_text = dana_tag_attribute(tag, "alt", &alt) && dana__trim(alt).length > 0;
    size_t count = has_text ? MOVING_NAMES : DANA__COUNT(sign_names);

    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(sign_names[i]);

        if (stem.length >= length && dana__is_text((dana_view){stem.data, length}, sign_names[i])) {
            return is_drawing(address);
        }
    }
    return false;
}

/* Whether a picture is a button: a drawing without a text that a script answers, as those are that
 * copy the code below them. */
static bool is_button(dana_view tag, dana_view address)
{
    dana_view value;

    return dana_tag_attribute(tag, "onclick", &value) && is_drawing(address) &&
           !(dana_tag_attribute(tag, "alt", &value) && dana__trim(value).length > 0) &&
           dana__picture_side(tag, "width") < MINOR_SIDE &&
           dana__picture_side(tag, "height") < MINOR_SIDE;
}

bool dana__is_junk(const dana_page *page, dana__piece *piece, const dana__needles *junk)
{
    dana_view tag = tag_of(page, piece);
    int width = dana__picture_side(tag, "width");
    int height = dana__picture_side(tag, "height");

    dana_view sign;

    if ((width > 0 && width <= PIXEL_SIDE) || (height > 0 && height <= PIXEL_SIDE) ||
        (width == 0 && height == 0) || dana__is_sign(tag, &sign)) {
        return true;
    }
    dana_view address = dana__piece_address(page, piece);

    return dana__needles_in(junk, address) || is_sign_of_page(tag, address) ||
           is_button(tag, address) || has_word(tag, junk_words, DANA__COUNT(junk_words)) ||
           has_word(box_of(page, piece), junk_words, PORTRAIT_WORDS);
}

/* Whether a picture without a class is called the logo of somebody by its text or its file. */
static bool is_called_logo(dana_view tag, dana_view stem)
{
    dana_view alt;
    bool has_alt = dana_tag_attribute(tag, "alt", &alt);

    alt = has_alt ? dana__trim(alt) : (dana_view){"", 0};
    return (alt.length > 5 && dana__is_text((dana_view){alt.data + alt.length - 5, 5}, " logo")) ||
           (stem.length >= 4 &&
            (dana__is_text((dana_view){stem.data, 4}, "logo") ||
             dana__is_text((dana_view){stem.data + stem.length - 4, 4}, "logo")));
}

/* Whether an address asks its server for a small picture: "?size=34". */
static bool asks_for_small(dana_view address)
{
    static const char *const names[] = {"size=", "width=", "&w=", "?w="};

    for (size_t i = 0; i < DANA__COUNT(names); i++) {
        const char *p = memmem(address.data, address.length, names[i], strlen(names[i]));
        const char *end = address.data + address.length;
        int side = 0;

        for (p = p != NULL ? p + strlen(names[i]) : end; p < end && dana__is_digit(*p); p++) {
            side = side < MINOR_SIDE ? side * 10 + (*p - '0') : side;
        }
        if (side > 0 && side < MINOR_SIDE) {
            return true;
        }
    }
    return false;
}

static bool is_minor(const dana_page *page, dana__piece *piece)
{
    dana_view tag = tag_of(page, piece);
    int width = dana__picture_side(tag, "width");
    int height = dana__picture_side(tag, "height");
    dana_view address = dana__piece_address(page, piece);
    dana_view stem = dana__file_stem(address);
    size_t end = stem.data != NULL ? (size_t)(stem.data - address.data) + stem.length : 0;
    dana_view rest = {address.data + end, address.length - end};

    if ((width > 0 && width < MINOR_SIDE) || (height > 0 && height < MINOR_SIDE) ||
        asks_for_small(address)) {
        return true;
    }
    if (rest.length >= 4 && dana__is_text((dana_view){rest.data, 4}, ".svg")) {
        return true;
    }
    return is_called_logo(tag, stem) || has_word(tag, minor_words, DANA__COUNT(minor_words));
}

bool dana__is_minor(const dana_page *page, dana__piece *piece)
{
    if (piece->minor == 0) {
        piece->minor = is_minor(page, piece) ? 1 : -1;
    }
    return piece->minor > 0;
}

bool dana__leads_elsewhere(const dana_page *page, const dana__holder *link)
{
    static const char *const pictures[] = {".jpg",   ".jpeg",  ".png",   ".gif",
                                           ".webp",  ".avif",  "File:",  "attachment",
                                           "/photo", "/image", "gallery"};
    dana_view tag = {page->source.data + link->start, link->tag_length};
    dana_view href;

    if (!dana_tag_attribute(tag, "href", &href) || href.length == 0 || href.data[0] == '#') {
        return false;
    }
    for (size_t k = 0; k < href.length; k++) {
        char c = (char)(href.data[k] | 0x20);

        if (c != '.' && c != '/' && c != 'f' && c != 'a' && c != 'g') {
            continue;
        }
        for (size_t i = 0; i < DANA__COUNT(pictures); i++) {
            if (c == (pictures[i][0] | 0x20) &&
                dana__begins_with(dana__skip(href, k), pictures[i])) {
                return false;
            }
        }
    }
    return true;
}

/* Pictures of a row that are no pictures of a text, at least: the logos of customers, icons. */
#define ROW_LEAST 3

/* Whether two pieces are minor pictures without a text between them. */
static bool is_in_row(const dana_page *page, const dana_scan *scan, dana__piece *a, dana__piece *b)
{
    size_t unit = dana__first_unit(scan, a->tag.end);

    return a->is_picture && b->is_picture &&
           (unit == scan->unit_count || scan->units[unit].start >= b->at) &&
           dana__is_minor(page, a) && dana__is_minor(page, b);
}

bool dana__is_of_row(const dana_page *page, const dana_scan *scan, const dana__pieces *pieces,
                     dana__piece *piece)
{
    dana__piece *first = pieces->pieces;
    dana__piece *end = first + pieces->piece_count;
    int count = 1;

    for (dana__piece *p = piece; p > first && count < ROW_LEAST && is_in_row(page, scan, p - 1, p);
         p--) {
        count++;
    }
    for (dana__piece *p = piece;
         p + 1 < end && count < ROW_LEAST && is_in_row(page, scan, p, p + 1); p++) {
        count++;
    }
    return count >= ROW_LEAST;
}
