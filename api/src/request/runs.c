#include "request/runs.h"

#include "json/values.h"

#include <stdio.h>
#include <string.h>

/* Length of the piece at the start of a text, up to a comma outside brackets. */
static size_t piece_length(dana_view text)
{
    int depth = 0;

    for (size_t i = 0; i < text.length; i++) {
        depth += (text.data[i] == '(') - (text.data[i] == ')');
        if (text.data[i] == ',' && depth <= 0) {
            return i;
        }
    }
    return text.length;
}

static const char *find_byte(dana_view text, char byte)
{
    return text.length > 0 ? memchr(text.data, byte, text.length) : NULL;
}

/* "gap=5" after an algorithm goes on with its parameters; "danag:gap=5" is a new run. */
static bool is_parameter(dana_view piece)
{
    const char *equals = find_byte(piece, '=');
    const char *colon = find_byte(piece, ':');

    return equals != NULL && (colon == NULL || equals < colon);
}

static dana_status set_param(api__run *run, dana_view piece, size_t position, dana_error *err)
{
    char name[64];
    char value[64];
    const char *equals = find_byte(piece, '=');
    size_t name_length = equals != NULL ? (size_t)(equals - piece.data) : piece.length;
    size_t value_length = equals != NULL ? piece.length - name_length - 1 : 0;

    if (name_length >= sizeof(name) || value_length >= sizeof(value)) {
        return dana_error_set(err, DANA_UNKNOWN_PARAM, position, "a parameter is too long");
    }
    if (find_byte(piece, '\0') != NULL) {
        return dana_error_set(err, DANA_INVALID_PARAM, position, "a parameter holds U+0000");
    }
    memcpy(name, piece.data, name_length);
    name[name_length] = '\0';
    if (value_length > 0) {
        memcpy(value, equals + 1, value_length);
    }
    value[value_length] = '\0';
    dana_status status = dana_params_set_text(run->algorithm, &run->params, name, value, err);

    if (status != DANA_OK) {
        err->position = position;
    }
    return status;
}

static const dana_algorithm *find_algorithm(dana_view id, bool headlines_too)
{
    const dana_algorithm *found = dana_algorithm_find(DANA_KIND_CONTENT, id.data, id.length);

    if (found == NULL && headlines_too) {
        found = dana_algorithm_find(DANA_KIND_HEADLINE, id.data, id.length);
    }
    return found;
}

static dana_status start_run(dana_view piece, bool headlines_too, size_t position, api__run *run,
                             dana_error *err)
{
    const char *colon = find_byte(piece, ':');
    dana_view id = {piece.data, colon != NULL ? (size_t)(colon - piece.data) : piece.length};

    *run = (api__run){.algorithm = find_algorithm(id, headlines_too)};
    if (run->algorithm == NULL) {
        return dana_error_set(err, DANA_UNKNOWN_ALGORITHM, position,
                              "there is no algorithm \"%.*s\"",
                              (int)(id.length < 100 ? id.length : 100), id.data);
    }
    dana_params_defaults(run->algorithm, &run->params);
    if (colon == NULL) {
        return DANA_OK;
    }
    dana_view param = {colon + 1, piece.length - id.length - 1};

    return set_param(run, param, position + id.length + 1, err);
}

/* Adds a piece to the label of its run; what is too long is cut. */
static void add_label(api__run *run, dana_view piece)
{
    size_t used = strlen(run->label);
    size_t room = sizeof(run->label) - used;

    snprintf(run->label + used, room, "%s%.*s", used > 0 ? "," : "",
             (int)(piece.length < room ? piece.length : room), piece.data);
}

dana_status api__runs_read(dana_view list, bool headlines_too, api__run *runs, size_t max,
                           size_t *count, dana_error *err)
{
    size_t at = 0;

    *count = 0;
    while (at <= list.length) {
        dana_view rest = {list.data + at, list.length - at};
        dana_view piece = {rest.data, piece_length(rest)};
        dana_status status;

        if (*count > 0 && is_parameter(piece)) {
            status = set_param(&runs[*count - 1], piece, at, err);
        } else if (*count == max) {
            return dana_error_set(err, DANA_INVALID_PARAM, at, "at most %zu algorithms", max);
        } else {
            status = start_run(piece, headlines_too, at, &runs[*count], err);
            *count += status == DANA_OK;
        }
        if (status != DANA_OK) {
            return status;
        }
        add_label(&runs[*count - 1], piece);
        at += piece.length + 1;
    }
    return DANA_OK;
}

bool api__read_runs(const api__reading *r, const json_t *value, bool headlines_too, api__run *runs,
                    size_t max, size_t *count)
{
    dana_error err = {0};

    if (api__runs_read(api__view_of(value), headlines_too, runs, max, count, &err) == DANA_OK) {
        return true;
    }
    api__error_add(r->errors, "invalid-request", r->pointer, "%s at character %zu", err.message,
                   err.position);
    return false;
}
