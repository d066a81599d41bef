#include "rewrite_source.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *const causes[CAUSES] = {
    "a name that HTML 4 has not (&mldr;)",  "a reference without semicolon (&copy2026)",
    "a reference to a C1 control (&#146;)", "a comment without dashes (<![if ...>)",
    "an end tag without name (</>)",        "a C1 control"};

/* Such a text of the source, rewritten so that libxml2 reads it as the standard requires. */
static const struct {
    const char *from;
    const char *to;
    unsigned cause;
} rewritten[] = {
    {"&mldr;", "&#x2026;", UNKNOWN_NAME}, {"&rtrif;", "&#x25B8;", UNKNOWN_NAME},
    {"&REG;", "&#xAE;", UNKNOWN_NAME},    {"&copy", "&copy;", NO_SEMICOLON},
    {"&nbsp", "&nbsp;", NO_SEMICOLON},    {"&quot", "&quot;", NO_SEMICOLON},
    {"&raquo", "&raquo;", NO_SEMICOLON},  {"</>", "", NAMELESS_END_TAG},
};

/* The meaning of references to 0x80 to 0x9F: characters of windows-1252 (HTML 13.2.5.80). */
static const unsigned windows_1252[32] = {
    0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
    0x2039, 0x152,  0x8D,   0x17D,  0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};

/* Rewrites a reference to a C1 control. Returns its length in the source, 0 if it is not one. */
static size_t rewrite_number(const char *p, growing_text *out)
{
    char text[16];
    char *end = NULL;
    unsigned long number = 0;

    if (strncmp(p, "&#", 2) == 0) {
        bool is_hex = (p[2] | 0x20) == 'x';

        number = strtoul(p + (is_hex ? 3 : 2), &end, is_hex ? 16 : 10);
    }
    if (number < 0x80 || number > 0x9F) {
        return 0;
    }
    append(out, text, (size_t)snprintf(text, sizeof(text), "&#x%X;", windows_1252[number - 0x80]));
    return (size_t)(end - p) + (*end == ';');
}

/* Rewrites a C1 control itself, which core reads as a reference to it, and leaves out where it
 * means nothing. Returns its length in the source, 0 if it is none. */
static size_t rewrite_control(const char *p, growing_text *out)
{
    unsigned char second = (unsigned char)p[1];
    char text[16];

    if (p[0] != '\xC2' || second < 0x80 || second > 0x9F) {
        return 0;
    }
    if (windows_1252[second - 0x80] > 0x9F) {
        append(out, text,
               (size_t)snprintf(text, sizeof(text), "&#x%X;", windows_1252[second - 0x80]));
    }
    return 2;
}

/* The length of a declaration that is a comment, such as "<![endif]>"; 0 if it is not one. */
static size_t bogus_comment(const char *p)
{
    bool is_comment = strncmp(p, "<!", 2) == 0 && strncmp(p + 2, "--", 2) != 0 &&
                      strncasecmp(p + 2, "doctype", 7) != 0;
    const char *end = is_comment ? strchr(p, '>') : NULL;

    return end != NULL ? (size_t)(end - p) + 1 : 0;
}

/* Rewrites the text at p. Returns its length in the source, 0 if nothing needs rewriting. */
static size_t rewrite(const char *p, growing_text *out, size_t *found)
{
    size_t length = rewrite_number(p, out);

    if (length > 0) {
        found[C1_REFERENCE]++;
        return length;
    }
    length = rewrite_control(p, out);
    if (length > 0) {
        found[C1_CONTROL]++;
        return length;
    }
    length = bogus_comment(p);
    if (length > 0) {
        found[BOGUS_COMMENT]++;
        return length;
    }
    for (size_t i = 0; i < sizeof(rewritten) / sizeof(rewritten[0]); i++) {
        length = strlen(rewritten[i].from);
        if (strncmp(p, rewritten[i].from, length) == 0 &&
            (rewritten[i].cause != NO_SEMICOLON || p[length] != ';')) {
            append(out, rewritten[i].to, strlen(rewritten[i].to));
            found[rewritten[i].cause]++;
            return length;
        }
    }
    return 0;
}

void rewrite_source(const growing_text *source, growing_text *out, size_t found[CAUSES])
{
    for (size_t i = 0; i < source->length;) {
        size_t length = memchr("&<\xC2", source->data[i], 3) != NULL
                            ? rewrite(source->data + i, out, found)
                            : 0;

        if (length == 0) {
            append(out, source->data + i++, 1);
        }
        i += length;
    }
}
