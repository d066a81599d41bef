/* A bounded text that is built piece by piece, with strings escaped for JSON. */
#ifndef SVC_BASE_TEXT_H
#define SVC_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* Whether `length` bytes are a word, whatever the case of its ASCII letters. */
static inline bool svc_text_equals(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncasecmp(text, word, length) == 0;
}

/* HTTP's optional white space (RFC 9110, 5.6.3). */
static inline bool svc_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Text in the caller's storage, always NUL-terminated. */
typedef struct {
    char *storage;
    size_t size;
    size_t length;
    bool overflow; /* something did not fit and was left out */
} svc_text;

/* Starts an empty text in `size` > 0 bytes of storage, which is borrowed. */
void svc_text_init(svc_text *text, char *storage, size_t size);

/* Appends a string as it is, all or nothing. */
void svc_text_add(svc_text *text, const char *string);

/* Appends what printf would print, all or nothing; at most 255 bytes. */
void svc_text_addf(svc_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends an integer, all or nothing. */
void svc_text_add_integer(svc_text *text, long long value);

/* Appends a number of at most 9e12 with 3 decimals, rounded, as "%.3f" does; all or nothing. */
void svc_text_add_decimal(svc_text *text, double value);

/*
 * Appends a string without quotes, with escapes as in JSON where a byte is no printable character:
 * nothing of it can look like another line. What does not fit is cut between characters.
 */
void svc_text_add_plain(svc_text *text, const char *string);

/*
 * Appends a string as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD. What
 * does not fit is cut between characters; the closing quote is there as long as two bytes were
 * left.
 */
void svc_text_add_json(svc_text *text, const char *string);

#endif
