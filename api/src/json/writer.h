/*
 * JSON text piece by piece: small values by jansson, long texts and arrays of numbers directly, as
 * a value of its own for each number costs ten times as much as the rest of an answer.
 */
#ifndef API_JSON_WRITER_H
#define API_JSON_WRITER_H

#include "json/buffer.h"

#include <jansson.h>
#include <stdint.h>

/* JSON being written. Zeroed it is empty. Once the buffer failed, nothing more is written. */
typedef struct {
    api__buffer buffer;
    bool separate; /* a comma goes before the next member or element */
} api__writer;

/* Opens an object. The first one, and elements of an array, have no name (NULL). */
void api__write_begin(api__writer *writer, const char *name);

/* Closes the object that was opened last. */
void api__write_end(api__writer *writer);

/* Writes a member whose value it steals; NULL (memory ran out, core failed) makes the buffer fail.
 */
void api__write_value(api__writer *writer, const char *name, json_t *value);

/* Writes a member that is a string: valid UTF-8. */
void api__write_text(api__writer *writer, const char *name, dana_view text);

/* Opens an array. */
void api__write_begin_array(api__writer *writer, const char *name);

/* Closes the array that was opened last. */
void api__write_end_array(api__writer *writer);

/* Writes an element of an array. */
void api__write_integer(api__writer *writer, int64_t number);

/* Writes an array of `count` numbers: int32_t that lie at `first` and every `stride` bytes after
 * it. */
void api__write_column(api__writer *writer, const char *name, const void *first, size_t stride,
                       size_t count);

/* Writes a member that is null. */
void api__write_null(api__writer *writer, const char *name);

/* Writes a member that is true or false. */
void api__write_boolean(api__writer *writer, const char *name, bool value);

/* Writes a member that is a string of our own; NULL makes the buffer fail. */
void api__write_string(api__writer *writer, const char *name, const char *text);

/* Writes a member that is an integer. */
void api__write_number(api__writer *writer, const char *name, int64_t number);

/* Writes a member that is a number with ten digits, as jansson does; one that is none makes the
 * buffer fail. */
void api__write_real(api__writer *writer, const char *name, double number);

#endif
