/*
 * Members of JSON objects, read by tables: a row names a member, its type and what reads it.
 */
#ifndef API_REQUEST_MEMBERS_H
#define API_REQUEST_MEMBERS_H

#include "request/extract_request.h"

/* Room for a JSON pointer. Parents of members are far shorter. */
#define API__POINTER_SIZE 300

/* What the readers of members share. */
typedef struct {
    api__extract_request *request;
    api__errors errors;
    bool out_of_memory;
    bool in_defaults; /* what is read is for requests of any kind */
} api__reader;

/* A member. Tables end with a row of NULLs. */
typedef struct {
    const char *name;
    const char *type_name; /* "a string" */
    bool (*has_type)(const json_t *value);
    void (*read)(api__reader *reader, const json_t *value, const char *pointer);
} api__member;

/* Returns whether a value is a string. */
bool api__is_string(const json_t *value);

/* Returns whether a value is an array. */
bool api__is_array(const json_t *value);

/* Returns whether a value is an object. */
bool api__is_object(const json_t *value);

/* Returns whether a value is an integer. */
bool api__is_integer(const json_t *value);

/* Returns whether a value is true or false. */
bool api__is_boolean(const json_t *value);

/*
 * Reads an object's members in the table's order, null being the same as absent, then refuses
 * those that no row names. parent is the object's JSON pointer ("#").
 */
void api__read_members(api__reader *reader, const json_t *object, const char *parent,
                       const api__member *members);

/* Adds an error of code invalid-request at a pointer. */
void api__refuse(api__reader *reader, const char *pointer, const char *detail);

/*
 * Writes parent/name as a JSON pointer, '~' and '/' escaped (RFC 6901). Where there is no room for
 * the name, it is the parent's: a part of a name would lead nowhere.
 */
void api__make_pointer(char out[API__POINTER_SIZE], const char *parent, const char *name);

/*
 * Returns the index of a JSON string, which may hold NUL, among the names that name_at gives for
 * 0, 1, ... until NULL; their number where it is none of them.
 */
size_t api__find_name(const char *(*name_at)(size_t index), const json_t *value);

/* Reads the members of options. */
void api__read_options(api__reader *reader, const json_t *value, const char *pointer);

#endif
