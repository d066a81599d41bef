/*
 * What is written of flight data while its rows are walked through: HTML and JSON.
 */
#ifndef DANA_DATA_READ_FLIGHT_WRITE_H
#define DANA_DATA_READ_FLIGHT_WRITE_H

#include "data/read/flight_rows.h"
#include "data/read/values.h"

/* What the values inside an array or object are. */
typedef enum {
    DANA__IN_NOTHING,  /* of no interest */
    DANA__IN_DATA,     /* values for a component */
    DANA__IN_CHILDREN, /* elements and texts of the page */
    DANA__IN_ELEMENT,  /* ["$", type, key, properties] */
    DANA__IN_HOST,     /* properties of an element of HTML */
    DANA__IN_CALLED,   /* properties of a component */
    DANA__IN_MARKUP,   /* {"__html": markup} */
} dana__flight_place;

/* An array or object that is open. */
typedef struct {
    dana__flight_place place;
    bool is_array;
    uint32_t seen;  /* values of an element so far */
    dana_view type; /* of an element of HTML; empty for components */
    bool is_dropped;
} dana__flight_frame;

/* A row at work. */
typedef struct {
    dana__values values;
    dana_view key; /* the member that names it; its first value takes it */
    bool is_first;
} dana__flight_reading;

/* A walk through the rows. */
typedef struct {
    dana_arena *arena;
    dana__flight_rows *rows;
    dana__flight *out;
    dana_buffer frames;   /* dana__flight_frame */
    dana_buffer readings; /* dana__flight_reading */
    dana_buffer scratch;  /* bytes */
    size_t passed;        /* arrays and objects beyond the limit */
    bool in_tag;          /* a start tag is open: attributes may follow */
    dana_error *err;
    dana_status status;
} dana__flight_walk;

/* Appends a string to a buffer of bytes. */
void dana__flight_append(dana__flight_walk *w, dana_buffer *buffer, const char *text);

/* Returns the innermost array or object; there is one. */
dana__flight_frame *dana__flight_top(dana__flight_walk *w);

/* Ends the start tag that is open, if one is. */
void dana__flight_end_tag(dana__flight_walk *w);

/* Writes a text of the page, or markup. is_plain: its characters are as they stand. */
void dana__flight_text(dana__flight_walk *w, dana_view raw, bool is_plain, bool is_markup);

/* Writes a property as the attribute of the open start tag that it is, if it is one. */
void dana__flight_attribute(dana__flight_walk *w, const dana__json_event *event);

/* Begins a value of the JSON: what parts it from the one before, its name. */
void dana__flight_begin_json(dana__flight_walk *w, dana_view key);

/* Writes a string of the JSON. is_plain: as in dana__flight_text. */
void dana__flight_json(dana__flight_walk *w, dana_view key, dana_view raw, bool is_plain);

/* Returns whether a name is in a list, each in it between spaces. */
bool dana__is_among(dana_view name, const char *list);

/* Takes the type of the innermost element: of HTML, a component, or one to be left out. */
void dana__flight_name(dana__flight_walk *w, dana_view type);

/* Ends an element of HTML. */
void dana__flight_close(dana__flight_walk *w, const dana__flight_frame *element);

#endif
