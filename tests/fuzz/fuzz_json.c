/*
 * Random JSON through the reader of requests, compared with jansson alone: the same tree, or the
 * same refusal at the same place. And random base64, compared with a decoder that takes it bit by
 * bit. fuzz_json [COUNT [SEED]]   prints the seed of a text that fails
 */
#include "check_json.h"
#include "random.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LENGTH ((size_t)32 * 1024)
#define DEPTH_MAX  6

/* What strings are made of: what is hard to split, to unescape or to place. */
static const char *const pieces[] = {
    "a",
    "plain words of some length, ",
    "\\\"",
    "\\\\",
    "\\/",
    "\\n",
    "\\t\\b\\f\\r",
    "\\u0000",
    "\\u0041",
    "\\u06a9",
    "\\u20AC",
    "\\ud83d\\ude00",
    "\\ud83d",
    "\\udE00",
    "\\ud83d\\u0041",
    "\\ud83d\\ud83d\\ude00",
    "\u0633\u0644\u0627\u0645",
    "\u20ac",
    "\U0001F600",
    "\x7f",
    "{[,:]}",
    "------------------------------------------------0000000000000000",
    "\\u002d-----------------------------------------------0000000000000001"};

/* What stands for a long string in the rest. */
static const char forged[] = "------------------------------------------------0000000000000000";

/* What makes text wrong. */
static const char *const faults[] = {"\"",
                                     "\\",
                                     "\\x",
                                     "\\u12",
                                     "\\u12g4",
                                     "\n",
                                     "\t",
                                     "\x01",
                                     "\x80",
                                     "\xC0\xAF",
                                     "\xE2\x82",
                                     "\xED\xA0\x80",
                                     "\xF5\x80\x80\x80",
                                     "\xFF",
                                     "{",
                                     "}",
                                     "[",
                                     "]",
                                     ",",
                                     ":",
                                     "1e",
                                     "tru",
                                     "1e999",
                                     "99999999999999999999",
                                     " "};

#define PICK(list) list[random_below(sizeof(list) / sizeof(list)[0])]

typedef struct {
    char *data;
    size_t length;
} text;

static void put(text *t, const char *bytes)
{
    size_t length = strlen(bytes);

    if (t->length + length <= MAX_LENGTH) {
        memcpy(t->data + t->length, bytes, length);
        t->length += length;
    }
}

static void put_string(text *t)
{
    size_t count = random_below(4) == 0 ? random_below(60) : random_below(5);

    put(t, "\"");
    if (random_below(16) == 0) {
        count = 0;
        put(t, forged);
    }
    for (size_t i = 0; i < count; i++) {
        size_t repeated = random_below(8) == 0 ? random_below(70) : 1;
        const char *piece = PICK(pieces);

        for (size_t j = 0; j < repeated; j++) {
            put(t, piece);
        }
    }
    put(t, "\"");
}

static void put_space(text *t)
{
    static const char *const spaces[] = {"", "", "", "", " ", "\n", "\t", "\r\n  "};

    put(t, PICK(spaces));
}

static void put_name(text *t)
{
    static const char *const names[] = {"\"html\"", "\"gold\"",    "\"a\"",      "\"b\"",
                                        "\"c\"",    "\"\\u0061\"", "\"\\ud800\""};

    if (random_below(8) == 0) {
        put_string(t);
    } else {
        put(t, PICK(names));
    }
}

static void put_value(text *t, size_t depth)
{
    static const char *const words[] = {"0", "-1.5e3", "true", "false", "null", "[]", "{}"};
    size_t kind = random_below(depth < DEPTH_MAX ? 8 : 5);
    size_t count = random_below(5);

    put_space(t);
    if (kind < 4) {
        put_string(t);
    } else if (kind == 4) {
        put(t, PICK(words));
    } else {
        bool object = kind > 5;
        put(t, object ? "{" : "[");
        for (size_t i = 0; i < count; i++) {
            put(t, i > 0 ? "," : "");
            if (object) {
                put_space(t);
                put_name(t);
                put(t, ":");
            }
            put_value(t, depth + 1);
        }
        put(t, object ? "}" : "]");
    }
    put_space(t);
}

/* Puts a fault in, takes bytes out, or ends the text. */
static void spoil(text *t)
{
    size_t at = random_below(t->length + 1);
    size_t kind = random_below(3);
    const char *fault = PICK(faults);
    size_t length = strlen(fault);

    if (kind == 0 && t->length + length <= MAX_LENGTH) {
        memmove(t->data + at + length, t->data + at, t->length - at);
        memcpy(t->data + at, fault, length);
        t->length += length;
    } else if (kind == 1) {
        size_t gone = random_below(8) < t->length - at
                          ? random_below(t->length - at < 8 ? t->length - at : 8)
                          : 0;
        memmove(t->data + at, t->data + at + gone, t->length - at - gone);
        t->length -= gone;
    } else {
        t->length = at;
    }
}

/* Text of its own length, so that ASan sees a read beyond it. */
static text make_text(void)
{
    text t = {malloc(MAX_LENGTH), 0};

    put_value(&t, 0);
    for (size_t left = random_below(3); left > 0; left--) {
        spoil(&t);
    }
    char *exact = malloc(t.length > 0 ? t.length : 1);
    memcpy(exact, t.data, t.length);
    free(t.data);
    t.data = exact;
    return t;
}

/* --- base64 */

static text make_base64(void)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t length = random_below(200);
    size_t odd = random_below(3) == 0 ? 40 : 0;
    text t = {malloc(length > 0 ? length : 1), length};

    for (size_t i = 0; i < length; i++) {
        t.data[i] = odd > 0 && random_below(odd) == 0 ? (char)random_below(256)
                                                      : alphabet[random_below(64)];
    }
    for (size_t pads = random_below(4); pads > 0 && pads < length; pads--) {
        t.data[length - pads] = '=';
    }
    for (size_t spaces = random_below(3); spaces > 0 && length > 0; spaces--) {
        t.data[random_below(length)] = PICK(" \n\r\t");
    }
    return t;
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
    unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    unsigned long failed = 0;

    for (unsigned long i = 0; i < count; i++) {
        random_state = (seed + i) * 0x9E3779B97F4A7C15u + 1;
        text t = make_text();
        text digits = make_base64();
        const char *wrong = check_json((dana_view){t.data, t.length});

        wrong = wrong != NULL ? wrong : check_base64((dana_view){digits.data, digits.length});
        if (wrong != NULL) {
            printf("FAILED seed %lu: %s\n", seed + i, wrong);
            failed++;
        }
        free(t.data);
        free(digits.data);
    }
    printf("tests: %lu passed, %lu failed\n", count - failed, failed);
    return failed == 0 ? 0 : 1;
}
