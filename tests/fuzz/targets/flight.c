/*
 * Flight data of React's server components: rows, pushed by scripts in one piece and in several,
 * come to the same elements and values, of bytes that lie in the scripts; and a page that has
 * nothing else is read. An input is the rows; one that begins with "self." is a script.
 */
#include "data/read/flight.h"
#include "check_metadata.h"
#include "dana/text.h"
#include "target.h"

#include <string.h>

#define ARENA_BYTES ((size_t)16 * 1024 * 1024)
#define TEXT_MAX    ((size_t)16 * 1024)
/* Most bytes that one byte of the rows becomes in a script: \u0001, and the script around a piece.
 */
#define SCRIPT_MAX  (TEXT_MAX * 40)
#define BEFORE_PAGE "<!DOCTYPE html><title>Tides</title><div id=\"root\"></div><script>"

/* The script at work. */
static char script[SCRIPT_MAX + 1024];
static size_t script_length;

static void put(const char *text, size_t length)
{
    memcpy(script + script_length, text, length);
    script_length += length;
}

/* A byte of a text as a string of JSON has it in a script. */
static void put_escaped(char c)
{
    if (c == '"' || c == '\\') {
        put("\\", 1);
        put(&c, 1);
    } else if ((unsigned char)c < 0x20 || c == '<') {
        script_length += (size_t)sprintf(script + script_length, "\\u%04x", (unsigned char)c);
    } else {
        put(&c, 1);
    }
}

/* Writes the script that pushes a text; pieces end at random places between characters. */
static void write_script(dana_view text, bool in_pieces)
{
    script_length = 0;
    put("self.__next_f.push([1,\"", 23);
    for (size_t i = 0; i < text.length; i++) {
        bool is_first = ((unsigned char)text.data[i] & 0xC0) != 0x80;

        if (in_pieces && is_first && random_below(8) == 0) {
            put("\"]);self.__next_f.push([1,\"", 27);
        }
        put_escaped(text.data[i]);
    }
    put("\"])", 3);
}

/* Each origin begins behind the one before, and lies in the script. */
static void check_origins(const dana_buffer *origins, size_t length)
{
    const dana__origin *list = origins->data;

    for (size_t i = 0; i < origins->length; i++) {
        must_be_right(list[i].start >= (i > 0 ? list[i - 1].start : 0) && list[i].start <= length &&
                              list[i].where.start <= list[i].where.end &&
                              list[i].where.end <= script_length
                          ? NULL
                          : "an origin");
    }
}

static void check_text(const dana_buffer *text)
{
    must_be_right(text->length == 0 ||
                          dana_utf8_valid_length(text->data, text->length) == text->length
                      ? NULL
                      : "UTF-8");
}

/* Reads the script. */
static void read_script(dana_arena *arena, dana__flight *out)
{
    dana_view text = {script, script_length};
    dana__flight_rows rows;

    dana__flight_start(&rows);
    must_be_right(dana__is_flight(text) ? NULL : "no flight data");
    must_be_right(dana__flight_add(arena, &rows, text, script, NULL) == DANA_OK &&
                          dana__flight_finish(arena, &rows, NULL) == DANA_OK &&
                          dana__read_flight(arena, &rows, out, NULL) == DANA_OK
                      ? NULL
                      : "reading it");
    check_origins(&out->of_html, out->html.length);
    check_origins(&out->of_json, out->json.length);
    check_text(&out->html);
    check_text(&out->json);
    dana__flight_clear(arena, &rows);
}

static bool same(const dana_buffer *a, const dana_buffer *b)
{
    return a->length == b->length && (a->length == 0 || memcmp(a->data, b->data, a->length) == 0);
}

static void check_pieces(dana_view text)
{
    dana_arena *arena = dana_arena_new(ARENA_BYTES, NULL);
    dana__flight whole;
    dana__flight pieces;

    write_script(text, false);
    read_script(arena, &whole);
    must_be_right(whole.html.length + whole.json.length <= 6 * text.length + 64 ? NULL
                                                                                : "much more");
    write_script(text, true);
    read_script(arena, &pieces);
    must_be_right(same(&whole.html, &pieces.html) && same(&whole.json, &pieces.json) &&
                          whole.prose == pieces.prose
                      ? NULL
                      : "pieces are read otherwise than the whole");
    dana_arena_free(arena);
}

/* A page with the script alone. */
static void check_script(void)
{
    size_t before = sizeof(BEFORE_PAGE) - 1;
    char *page = malloc(before + script_length);

    memcpy(page, BEFORE_PAGE, before);
    memcpy(page + before, script, script_length);
    must_be_right(check_page_metadata((dana_view){page, before + script_length}));
    free(page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dana_view text = {(const char *)data, size};

    seed_from(text);
    if (size == 0 || size > TEXT_MAX || dana_utf8_valid_length(text.data, size) != size) {
        return 0;
    }
    if (size >= 5 && memcmp(data, "self.", 5) == 0) {
        script_length = 0;
        put(text.data, size);
    } else {
        check_pieces(text);
    }
    check_script();
    return 0;
}
