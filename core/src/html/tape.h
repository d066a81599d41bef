/*
 * The tape of a source: where a whole pass over it found markup, in eight bytes a tag. A later pass
 * reads it in place of the source: where a tag ends, what it is, and what is dropped with it are
 * known. Texts are what lies between.
 */
#ifndef DANA_HTML_TAPE_H
#define DANA_HTML_TAPE_H

#include "html/tokenizer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of markup. Where its element is dropped, the record of the element's end follows: `start`
 * is that end, `length` the bytes before it that follow raw text, DANA__TAPE_LONG where the content
 * was none. */
typedef struct {
    uint32_t start;
    uint16_t length; /* in bytes; DANA__TAPE_LONG: so many or more, it is read again */
    uint8_t row;     /* of its name among the elements, where DANA__TAPE_KNOWN */
    uint8_t bits;    /* its dana__markup_kind, and DANA__TAPE_ bits */
} dana__taped;

#define DANA__TAPE_LONG    UINT16_MAX
#define DANA__TAPE_KIND    0x07u /* dana__markup_kind */
#define DANA__TAPE_BARE    0x08u /* is_bare */
#define DANA__TAPE_KNOWN   0x10u /* the name is that of a row */
#define DANA__TAPE_DROPPED 0x20u /* its element is dropped: the record of its end follows */
#define DANA__TAPE_END     0x40u /* this is such a record */
#define DANA__TAPE_PLAIN   0x80u /* is_plain */

/* A tape, or its beginning while it is written. */
typedef struct {
    const char *source; /* that it belongs to; NULL: there is no tape */
    const dana__taped *records;
    size_t count;
    bool keep_noscript; /* markup in noscript elements is on it */
} dana__tape;

/* A tape being written. */
typedef struct {
    const char *source;
    dana__taped *next;
    const dana__taped *end; /* of the room; `next` is never behind it */
    bool is_full;           /* something found no room, or cannot be written: there is no tape */
} dana__taper;

/* Whether a tag's name is that of a row: it has as many bytes. */
static inline bool dana__is_row_name(const dana__markup *tag)
{
    return tag->flags != 0 && tag->name.length < sizeof(tag->name.key) &&
           tag->name.key >> (8 * (tag->name.length - 1)) != 0;
}

/* Writes a piece of markup. */
static inline void dana__tape_write(dana__taper *taper, const dana__markup *markup)
{
    size_t length = (size_t)(markup->end - markup->start);
    bool is_known = dana__is_row_name(markup);

    if (taper->next == taper->end) {
        taper->is_full = true;
        return;
    }
    *taper->next++ = (dana__taped){
        .start = (uint32_t)(markup->start - taper->source),
        .length = length < DANA__TAPE_LONG ? (uint16_t)length : DANA__TAPE_LONG,
        .row = markup->row,
        .bits = (uint8_t)((unsigned)markup->kind | (markup->is_bare ? DANA__TAPE_BARE : 0) |
                          (is_known ? DANA__TAPE_KNOWN : 0))};
}

/* Writes the end of the element of the tag written last, which is dropped. raw_end: the end of its
 * raw text, NULL where its content is none. */
void dana__tape_write_end(dana__taper *taper, const char *after, const char *raw_end);

/* Reads a record that is no element's end, as dana__read_markup reads its source, which ends at
 * `end`. */
void dana__tape_read(const dana__tape *tape, const dana__taped *record, const char *end,
                     dana__markup *markup);

/* The same of the tag of a record of less than DANA__TAPE_LONG bytes, inlined into loops. */
static inline void dana__tape_read_tag(const dana__tape *tape, const dana__taped *record,
                                       const char *end, dana__markup *markup)
{
    const char *start = tape->source + record->start;
    unsigned kind = record->bits & DANA__TAPE_KIND;

    markup->kind = (dana__markup_kind)kind;
    markup->start = start;
    markup->end = start + record->length;
    markup->is_bare = (record->bits & DANA__TAPE_BARE) != 0;
    markup->is_plain = (record->bits & DANA__TAPE_PLAIN) != 0;
    markup->seen = 0;
    markup->name_text = start + 1 + (kind == DANA__END_TAG);
    if ((record->bits & DANA__TAPE_KNOWN) != 0) {
        markup->flags = dana__element_at(record->row, &markup->name);
        markup->row = record->row;
    } else {
        dana__read_tag_name(end, markup);
    }
}

/*
 * Returns the index of the first piece of markup at or after p, where the pass that wrote the tape
 * was at p between two tokens, or in a text; else SIZE_MAX: p lies in a tag or in an element that
 * is dropped.
 */
size_t dana__tape_find(const dana__tape *tape, const char *p, const char *end);

#endif
