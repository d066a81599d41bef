#include "catalogue/expression.h"

#include "base/ascii.h"
#include "catalogue/extractors.h"

#include <string.h>

typedef enum { SERIAL, UNION, INTERSECTION, VOTE, OPERATOR_COUNT, NO_OPERATOR } operator_kind;

static const char *const operator_names[OPERATOR_COUNT] = {
    [SERIAL] = "serial", [UNION] = "union", [INTERSECTION] = "intersection", [VOTE] = "vote"};

/* An operator that is open: its kind and the operands that are complete. */
typedef struct {
    operator_kind kind;
    uint16_t count;
} frame;

typedef struct {
    const char *text;
    size_t at;
    dana__program *program;
    frame frames[DANA__EXPRESSION_DEPTH];
    size_t depth;
    dana_error *err;
} parser;

/* Longest "name=value" of a parameter. */
#define PAIR_LENGTH 80

static dana_status refuse(const parser *p, size_t at, const char *what)
{
    return dana_error_set(p->err, DANA_INVALID_PARAM, at, "expression: %s at position %zu", what,
                          at);
}

static char peek(parser *p)
{
    while (p->text[p->at] == ' ') {
        p->at++;
    }
    return p->text[p->at];
}

static bool is_name_character(char c)
{
    return dana__is_alphanumeric(c) || c == '-' || c == '_';
}

static dana_view read_name(parser *p)
{
    const char *start = p->text + p->at;

    while (is_name_character(p->text[p->at])) {
        p->at++;
    }
    return (dana_view){start, (size_t)(p->text + p->at - start)};
}

static operator_kind operator_of(dana_view name)
{
    for (size_t i = 0; i < OPERATOR_COUNT; i++) {
        if (strlen(operator_names[i]) == name.length &&
            memcmp(operator_names[i], name.data, name.length) == 0) {
            return (operator_kind)i;
        }
    }
    return NO_OPERATOR;
}

/* The steps suffice for the runs that are allowed: each operand costs at most four. */
static void emit(parser *p, dana__step step)
{
    p->program->steps[p->program->count++] = step;
}

dana_status dana__step_params(const dana__step *step, dana_params *params, dana_error *err)
{
    const char *end = step->text + step->text_length;

    dana_params_defaults(step->algorithm, params);
    for (const char *pair = step->text; pair < end;) {
        char copy[PAIR_LENGTH + 1];
        const char *colon = memchr(pair, ':', (size_t)(end - pair));
        size_t length = (size_t)((colon != NULL ? colon : end) - pair);

        if (length > PAIR_LENGTH) {
            return dana_error_set(err, DANA_INVALID_PARAM, 0, "a parameter is too long");
        }
        memcpy(copy, pair, length);
        copy[length] = '\0';
        char *equals = strchr(copy, '=');

        if (equals == NULL) {
            return dana_error_set(err, DANA_INVALID_PARAM, 0, "a parameter has no \"=\"");
        }
        *equals = '\0';
        dana_status status = dana_params_set_text(step->algorithm, params, copy, equals + 1, err);

        if (status != DANA_OK) {
            return status;
        }
        pair += length + 1;
    }
    return DANA_OK;
}

/* Reads ":name=value:..." after an id and has the algorithm check it. */
static dana_status read_params(parser *p, dana__step *step)
{
    dana_params params;
    dana_error why;
    size_t start = p->at;

    if (p->text[p->at] == ':') {
        start = ++p->at;
        p->at += strcspn(p->text + p->at, ",;() ");
    }
    step->text = p->text + start;
    step->text_length = p->at - start;
    if (dana__step_params(step, &params, &why) != DANA_OK) {
        return dana_error_set(p->err, DANA_INVALID_PARAM, start,
                              "expression: %.120s at position %zu", why.message, start);
    }
    return DANA_OK;
}

static dana_status read_extractor(parser *p, dana_view name, size_t at)
{
    dana__step step = {.kind = DANA__STEP_RUN, .algorithm = dana__find_extractor(name)};

    if (step.algorithm == NULL) {
        return refuse(p, at, "no extractor has this name");
    }
    if (p->program->runs == DANA__EXPRESSION_RUNS) {
        return refuse(p, at, "too many extractors");
    }
    dana_status status = read_params(p, &step);

    if (status == DANA_OK) {
        p->program->runs++;
        emit(p, step);
    }
    return status;
}

/* Reads operators up to the first extractor. */
static dana_status read_operand(parser *p)
{
    while (true) {
        char first = peek(p);
        size_t at = p->at;
        dana_view name = read_name(p);
        operator_kind kind = operator_of(name);

        if (name.length == 0) {
            return refuse(p, at,
                          first == '\0' ? "an extractor or operator is missing"
                                        : "neither an extractor nor an operator");
        }
        if (kind == NO_OPERATOR) {
            return read_extractor(p, name, at);
        }
        if (peek(p) != '(') {
            return refuse(p, p->at, "\"(\" is missing");
        }
        if (p->depth == DANA__EXPRESSION_DEPTH) {
            return refuse(p, at, "operators nest too deep");
        }
        p->at++;
        p->frames[p->depth++] = (frame){.kind = kind};
    }
}

/* Reads ";2" and the ")" after it. */
static dana_status read_votes(parser *p, const frame *open, uint16_t *votes)
{
    size_t start;
    unsigned value = 0;

    p->at++;
    peek(p);
    for (start = p->at; dana__is_digit(p->text[p->at]) && value < 100; p->at++) {
        value = value * 10 + (unsigned)(p->text[p->at] - '0');
    }
    if (value < 1 || value > open->count) {
        return refuse(p, start, "the votes must be from 1 to the number of extractors");
    }
    *votes = (uint16_t)value;
    return peek(p) == ')' ? DANA_OK : refuse(p, p->at, "\")\" is missing");
}

/* serial(a,b,c): b sees a's content, c what both left. */
static void end_serial_operand(parser *p, const frame *open)
{
    if (open->kind == SERIAL && open->count >= 2) {
        emit(p, (dana__step){.kind = DANA__STEP_UNMASK});
    }
}

static dana_status close_operator(parser *p)
{
    frame open = p->frames[p->depth - 1];
    uint16_t votes = open.kind == UNION ? 1 : open.count;
    char next = peek(p);
    dana_status status = DANA_OK;

    if (open.kind == VOTE) {
        if (next != ';') {
            return refuse(p, p->at, "\";\" and a number of votes are missing");
        }
        status = read_votes(p, &open, &votes);
    } else if (next != ')') {
        return refuse(p, p->at, "\",\" or \")\" is missing");
    }
    if (status != DANA_OK) {
        return status;
    }
    p->at++;
    p->depth--;
    end_serial_operand(p, &open);
    if (open.kind != SERIAL && open.count > 1) {
        emit(p, (dana__step){.kind = DANA__STEP_JOIN, .count = open.count, .votes = votes});
    }
    return DANA_OK;
}

/* After an operand: closes operators up to a comma or the end. *more: another operand follows. */
static dana_status end_operand(parser *p, bool *more)
{
    *more = false;
    while (p->depth > 0) {
        frame *open = &p->frames[p->depth - 1];

        open->count++;
        if (peek(p) == ',') {
            p->at++;
            end_serial_operand(p, open);
            if (open->kind == SERIAL) {
                emit(p, (dana__step){.kind = DANA__STEP_MASK});
            }
            *more = true;
            return DANA_OK;
        }
        dana_status status = close_operator(p);

        if (status != DANA_OK) {
            return status;
        }
    }
    return peek(p) == '\0' ? DANA_OK : refuse(p, p->at, "the expression has ended before");
}

dana_status dana__compile(const char *text, dana__program *program, dana_error *err)
{
    parser p = {.text = text, .program = program, .err = err};
    bool more = true;

    *program = (dana__program){.count = 0};
    while (more) {
        dana_status status = read_operand(&p);

        if (status == DANA_OK) {
            status = end_operand(&p, &more);
        }
        if (status != DANA_OK) {
            return status;
        }
    }
    return DANA_OK;
}
