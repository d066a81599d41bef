#include "select/parse.h"

#include "base/ascii.h"
#include "select/css_text.h"

/* A list that is being read. */
typedef struct {
    dana__css css;
    dana__selector_program *program;
    dana__use use;
    bool in_not;
    dana_error *err;
} parser;

void dana__selectors_start(dana__selector_program *program, dana_arena *arena)
{
    *program = (dana__selector_program){.arena = arena};
    dana_buffer_init(&program->compounds, sizeof(dana__compound));
    dana_buffer_init(&program->terms, sizeof(dana__term));
    dana_buffer_init(&program->tests, sizeof(dana__test));
}

static dana_status add_test(parser *p, dana__test test)
{
    dana__selector_program *program = p->program;

    return dana_buffer_append(program->arena, &program->tests, &test, 1, p->err);
}

/* Adds the tests from `first` on as a term. */
static dana_status add_term(parser *p, size_t first, bool negated)
{
    dana__selector_program *program = p->program;
    dana__term term = {(uint32_t)first, (uint32_t)program->tests.length, negated};

    return dana_buffer_append(program->arena, &program->terms, &term, 1, p->err);
}

/* Finds or adds the name of an attribute, in lower case; `at` is where it stands. */
static dana_status add_name(parser *p, dana_view name, size_t at, uint16_t *index)
{
    dana__selector_program *program = p->program;

    for (size_t i = 0; i < program->name_count; i++) {
        if (dana__equal_text(program->names[i], name)) {
            *index = (uint16_t)i;
            return DANA_OK;
        }
    }
    if (program->name_count == DANA_SELECTOR_NAMES_MAX) {
        return dana__css_refuse(&p->css, at, "more than 64 different attributes");
    }
    *index = (uint16_t)program->name_count;
    program->names[program->name_count++] = name;
    return DANA_OK;
}

/* "#id" and ".class": `attribute` is what the value stands in. */
static dana_status read_short(parser *p, dana__test_kind kind, const char *attribute,
                              const char *what)
{
    dana__test test = {.kind = (uint8_t)kind};
    size_t at = p->css.at++;
    dana_status status = dana__css_name(&p->css, false, what, &test.value);

    if (status == DANA_OK) {
        status = add_name(p, (dana_view){attribute, strlen(attribute)}, at, &test.name);
    }
    return status == DANA_OK ? add_test(p, test) : status;
}

/* The operator of an attribute's test. */
static bool read_operator(dana__css *css, uint8_t *kind)
{
    static const struct {
        char sign;
        uint8_t kind;
    } operators[] = {{'~', DANA__TEST_WORD},   {'|', DANA__TEST_DASH}, {'^', DANA__TEST_PREFIX},
                     {'$', DANA__TEST_SUFFIX}, {'*', DANA__TEST_PART}, {'\0', DANA__TEST_EQUALS}};
    size_t i = 0;

    while (operators[i].sign != '\0' && !dana__css_take(css, operators[i].sign)) {
        i++;
    }
    *kind = operators[i].kind;
    return dana__css_take(css, '=');
}

/* The flag after a value: i, s or none. */
static bool read_flag(dana__css *css)
{
    bool ignores = dana__css_take(css, 'i') || dana__css_take(css, 'I');

    if (!ignores && !dana__css_take(css, 's')) {
        dana__css_take(css, 'S');
    }
    dana__css_space(css);
    return ignores;
}

/* What follows the name in "[name=value i]", up to the bracket. */
static dana_status read_value(parser *p, dana__test *test)
{
    dana__css *css = &p->css;
    size_t at = css->at;
    dana_status status;

    if (!read_operator(css, &test->kind)) {
        return dana__css_expected(css, at, "], =, ~=, |=, ^=, $= or *=");
    }
    dana__css_space(css);
    if (dana__css_peek(css) == '"' || dana__css_peek(css) == '\'') {
        status = dana__css_string(css, &test->value);
    } else {
        status = dana__css_name(css, false, "a name, or a value in quotes", &test->value);
    }
    dana__css_space(css);
    test->ignores_case = status == DANA_OK && read_flag(css);
    if (test->ignores_case) {
        dana__css_lower(&p->css, test->value);
    }
    return status;
}

static dana_status read_attribute(parser *p)
{
    dana__css *css = &p->css;
    dana__test test = {.kind = DANA__TEST_HAS};
    dana_view name;
    size_t at;

    css->at++;
    dana__css_space(css);
    at = css->at;
    dana_status status = dana__css_name(css, true, "the name of an attribute", &name);

    if (status == DANA_OK) {
        status = add_name(p, name, at, &test.name);
    }
    dana__css_space(css);
    if (status == DANA_OK && dana__css_peek(css) != ']') {
        status = read_value(p, &test);
    }
    if (status == DANA_OK && !dana__css_take(css, ']')) {
        status = dana__css_expected(css, css->at, "]");
    }
    return status == DANA_OK ? add_test(p, test) : status;
}

static dana_status read_nth(parser *p)
{
    dana__css *css = &p->css;
    dana__test test = {.kind = DANA__TEST_NTH};

    dana__css_space(css);
    dana_status status = dana__css_nth(css, &test.a, &test.b);

    dana__css_space(css);
    if (status == DANA_OK && !dana__css_take(css, ')')) {
        status = dana__css_expected(css, css->at, ")");
    }
    return status == DANA_OK ? add_test(p, test) : status;
}

#define PSEUDO_CLASSES ":first-child, :last-child, :nth-child() or :not()"

/* Reads a pseudo-class but for :not(), which *is_not tells of. */
static dana_status read_pseudo(parser *p, bool *is_not)
{
    dana__css *css = &p->css;
    size_t at = css->at++;
    dana_view name;

    *is_not = false;
    dana_status status = dana__css_name(css, true, PSEUDO_CLASSES, &name);

    if (status != DANA_OK) {
        return status;
    }
    bool has_argument = dana__css_take(css, '(');

    if (has_argument && dana__is_text(name, "nth-child")) {
        return read_nth(p);
    }
    *is_not = has_argument && !p->in_not && dana__is_text(name, "not");
    if (*is_not) {
        return DANA_OK;
    }
    if (!has_argument && dana__is_text(name, "first-child")) {
        return add_test(p, (dana__test){.kind = DANA__TEST_NTH, .b = 1});
    }
    if (!has_argument && dana__is_text(name, "last-child")) {
        p->program->asks_last = true;
        return add_test(p, (dana__test){.kind = DANA__TEST_LAST});
    }
    return dana__css_expected(css, at, PSEUDO_CLASSES);
}

/* The element or * that a compound may begin with. */
static dana_status read_element(parser *p)
{
    dana__css *css = &p->css;
    dana__test test = {.kind = DANA__TEST_ANY};

    if (!dana__css_take(css, '*')) {
        dana_status status = dana__css_name(css, true, "an element", &test.value);

        if (status != DANA_OK) {
            return status;
        }
        test.kind = DANA__TEST_ELEMENT;
    }
    if (dana__css_peek(css) == '|') {
        return dana__css_refuse(css, css->at, "namespaces are not known");
    }
    return add_test(p, test);
}

/* Reads one simple selector of the compound that begins at `start`; of :not( only the name, which
 * *is_not tells of. *more: there was one. */
static dana_status read_simple(parser *p, size_t start, bool *more, bool *is_not)
{
    int next = dana__css_peek(&p->css);

    *more = true;
    *is_not = false;
    switch (next) {
    case '#':
        return read_short(p, DANA__TEST_EQUALS, "id", "an id");
    case '.':
        return read_short(p, DANA__TEST_WORD, "class", "a class");
    case '[':
        return read_attribute(p);
    case ':':
        return read_pseudo(p, is_not);
    default:
        *more = p->css.at == start && (next == '*' || dana__css_is_name(&p->css));
        return *more ? read_element(p) : DANA_OK;
    }
}

static dana_status check_compound(const parser *p, size_t start, dana_status status)
{
    return status == DANA_OK && p->css.at == start
               ? dana__css_expected(&p->css, start, "a selector")
               : status;
}

/* Reads a compound inside :not(): all its tests are one term. */
static dana_status read_negated(parser *p)
{
    size_t first = p->program->tests.length;
    size_t start = p->css.at;
    dana_status status = DANA_OK;
    bool more = true;
    bool is_not;

    while (more && status == DANA_OK) {
        status = read_simple(p, start, &more, &is_not);
    }
    status = check_compound(p, start, status);
    return status == DANA_OK ? add_term(p, first, true) : status;
}

/* Reads the argument of :not(), a list of compounds. */
static dana_status read_not(parser *p)
{
    dana__css *css = &p->css;
    dana_status status;

    p->in_not = true;
    do {
        dana__css_space(css);
        status = read_negated(p);
        dana__css_space(css);
    } while (status == DANA_OK && dana__css_take(css, ','));
    p->in_not = false;
    if (status == DANA_OK && !dana__css_take(css, ')')) {
        return dana__css_expected(css, css->at, "\",\" or \")\" (:not() takes no combinators)");
    }
    return status;
}

/* Reads a compound; each simple selector is a term of its own. */
static dana_status read_compound(parser *p)
{
    size_t start = p->css.at;
    dana_status status = DANA_OK;

    for (bool more = true; more && status == DANA_OK;) {
        size_t first = p->program->tests.length;
        bool is_not;

        status = read_simple(p, start, &more, &is_not);
        if (status == DANA_OK && is_not) {
            status = read_not(p);
        } else if (status == DANA_OK && more) {
            status = add_term(p, first, false);
        }
    }
    return check_compound(p, start, status);
}

/* Reads what stands between two compounds, if a compound follows. */
static dana__before read_combinator(dana__css *css)
{
    bool spaced = dana__css_space(css);
    dana__before before = dana__css_take(css, '>')   ? DANA__BEFORE_PARENT
                          : dana__css_take(css, '+') ? DANA__BEFORE_PREVIOUS
                          : dana__css_take(css, '~') ? DANA__BEFORE_SIBLING
                                                     : DANA__BEFORE_NOTHING;

    if (before != DANA__BEFORE_NOTHING) {
        dana__css_space(css);
        return before;
    }
    bool ends = dana__css_peek(css) == DANA__CSS_END || dana__css_peek(css) == ',';

    return spaced && !ends ? DANA__BEFORE_ANCESTOR : DANA__BEFORE_NOTHING;
}

static size_t count_of(const dana__selector_program *program, dana__use use)
{
    size_t count = 0;

    const dana__compound *compounds = program->compounds.data;

    for (size_t i = 0; i < program->compounds.length; i++) {
        count += compounds[i].use == use;
    }
    return count;
}

/* Adds a compound: the terms from `first` on. */
static dana_status add_compound(parser *p, size_t first, dana__before before)
{
    dana__selector_program *program = p->program;
    dana__compound compound = {.first = (uint32_t)first,
                               .end = (uint32_t)program->terms.length,
                               .before = (uint8_t)before,
                               .use = (uint8_t)p->use};

    return dana_buffer_append(program->arena, &program->compounds, &compound, 1, p->err);
}

/* Reads compounds up to a comma or the end. */
static dana_status read_complex(parser *p)
{
    dana__selector_program *program = p->program;
    dana__before before = DANA__BEFORE_NOTHING;

    do {
        size_t first = program->terms.length;

        if (count_of(program, p->use) == DANA_COMPOUNDS_MAX) {
            return dana__css_refuse(&p->css, p->css.at, "more than 128 compounds");
        }
        dana_status status = read_compound(p);

        if (status == DANA_OK) {
            status = add_compound(p, first, before);
        }
        if (status != DANA_OK) {
            return status;
        }
        before = read_combinator(&p->css);
    } while (before != DANA__BEFORE_NOTHING);
    ((dana__compound *)program->compounds.data)[program->compounds.length - 1].is_subject = true;
    return DANA_OK;
}

dana_status dana__read_selectors(dana__selector_program *program, dana_view list, dana__use use,
                                 dana_error *err)
{
    parser p = {.css = {.text = list, .err = err}, .program = program, .use = use, .err = err};
    dana_status status;

    if (list.length > DANA_SELECTOR_MAX) {
        return dana_error_set(err, DANA_INVALID_PARAM, DANA_SELECTOR_MAX,
                              "a list of selectors is longer than %d bytes", DANA_SELECTOR_MAX);
    }
    p.css.room = dana_arena_alloc(program->arena, 2 * list.length, err);
    if (p.css.room == NULL) {
        return err->status;
    }
    do {
        dana__css_space(&p.css);
        status = read_complex(&p);
    } while (status == DANA_OK && dana__css_take(&p.css, ','));
    if (status == DANA_OK && dana__css_peek(&p.css) != DANA__CSS_END) {
        return dana__css_expected(&p.css, p.css.at, "a selector, a combinator or \",\"");
    }
    return status;
}
