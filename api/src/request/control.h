/*
 * Options that control what an extraction takes: selectors, what is favoured, and parts of the
 * content that are switched on or off.
 */
#ifndef API_REQUEST_CONTROL_H
#define API_REQUEST_CONTROL_H

#include "dana/algorithm.h"
#include "dana/select.h"
#include "request/members.h"

/* Most selector lists of `select`, and of `remove`. */
#define API__SELECTOR_LISTS_MAX 64

/* Selector lists as the request has them: a string, or an array of them. */
typedef struct {
    dana_view lists[API__SELECTOR_LISTS_MAX];
    size_t count;
} api__selector_lists;

/* Whether a part of the content is taken: as the algorithm finds it, or by the request. */
typedef enum { API__AS_FOUND, API__LEFT_OUT, API__TAKEN } api__taking;

/* The options; texts are borrowed from the request. */
typedef struct {
    api__selector_lists select;
    api__selector_lists remove;
    api__taking comments;
    bool no_links;
    bool no_images;
    bool no_tables;
} api__control;

/* Reads selector lists: a string, or an array of strings. What is no string is refused. */
void api__read_selector_lists(const api__reading *reading, const json_t *value,
                              api__selector_lists *out);

/*
 * Refuses selectors that are wrong, each by its place; parent leads to the object that has `select`
 * and `remove` as members.
 */
void api__check_selectors(const api__control *control, const json_t *object, const char *parent,
                          api__errors *errors);

/* Returns the lists as core takes them; they borrow from the control. */
dana_selectors api__selectors_of(const api__control *control);

/*
 * Reads an option that is a parameter of the default algorithm (`favor`, `repeats`): sets it where
 * the request's algorithm has it too, else takes only `neutral`, what that algorithm does anyway.
 * algorithm NULL: it is unknown, which was refused already.
 */
void api__read_shared_param(const api__reading *reading, const json_t *value, const char *name,
                            const char *neutral, const dana_algorithm *algorithm,
                            dana_params *params);

#endif
