/*
 * Members of JSON objects, read by tables: a row names a member, its type and what reads it.
 */
#ifndef API_REQUEST_MEMBERS_H
#define API_REQUEST_MEMBERS_H

#include "http/errors.h"

/* What is wrong with a body that is no object. */
#define API__NO_OBJECT "the body must be a JSON object"

/* Room for a JSON pointer. Parents of members are far shorter. */
#define API__POINTER_SIZE 300

/* A member that is being read. */
typedef struct {
    void *target;        /* what it is read into */
    const char *pointer; /* leads to the value */
    api__errors *errors; /* what is wrong with it is added to these */
} api__reading;

/* Reads a value of the right type. */
typedef void api__read_value(const api__reading *reading, const json_t *value);

/* Types of members. */
typedef enum {
    API__STRING,
    API__ARRAY,
    API__OBJECT,
    API__INTEGER,
    API__BOOLEAN,
    API__STRING_OR_ARRAY,
} api__type;

/* A member. Tables end with a row whose name is NULL. */
typedef struct {
    const char *name;
    api__type type;
    api__read_value *read;
} api__member;

/*
 * Reads an object's members into target in the table's order, null being the same as absent, then
 * refuses those that no row names. parent is the object's JSON pointer ("#").
 */
void api__read_members(void *target, const json_t *object, const char *parent,
                       const api__member *members, api__errors *errors);

/* The same for the root of a body, which is refused where it is no object. */
void api__read_root(void *target, const json_t *root, const api__member *members,
                    api__errors *errors);

/* Adds an error of code invalid-request at a pointer. */
void api__refuse(api__errors *errors, const char *pointer, const char *detail);

/* The same at the member that is being read. */
void api__refuse_value(const api__reading *reading, const char *detail);

/* Adds the error of a member that no row names. */
void api__refuse_unknown(api__errors *errors, const char *parent, const char *name);

/*
 * Writes parent/name as a JSON pointer, '~' and '/' escaped (RFC 6901). Where there is no room for
 * the name, it is the parent's: a part of a name would lead nowhere.
 */
void api__make_pointer(char out[API__POINTER_SIZE], const char *parent, const char *name);

/* The same for an element of an array. */
void api__make_index_pointer(char out[API__POINTER_SIZE], const char *parent, size_t index);

/*
 * Finds a JSON string, which may hold NUL, among the names that name_at gives for 0, 1, ... until
 * NULL. Returns false, with the error "`rule` a, b, c", where it is none of them.
 */
bool api__read_name(const api__reading *reading, const json_t *value,
                    const char *(*name_at)(size_t index), const char *rule, size_t *index);

#endif
