#include "select/element.h"

#include "base/ascii.h"
#include "html/attribute.h"
#include "html/references.h"

void dana__read_attributes_of(const dana__selector_program *program, const dana__markup *tag,
                              dana__element *out)
{
    dana__attribute attribute;
    const char *tag_end;

    out->has = 0;
    if (tag == NULL || program->name_count == 0) {
        return;
    }
    const char *p = tag->name_text + tag->name.length;

    for (p = dana__next_attribute(p, tag->end, &attribute, &tag_end); p != NULL;
         p = dana__next_attribute(p, tag->end, &attribute, &tag_end)) {
        dana_view found = {attribute.name, attribute.name_length};

        for (size_t i = 0; i < program->name_count; i++) {
            if ((out->has >> i & 1) == 0 && dana__equal_text(program->names[i], found)) {
                out->has |= UINT64_C(1) << i;
                out->values[i] = (dana_view){attribute.value, attribute.value_length};
                break;
            }
        }
    }
}

/* Decodes a value where that changes it, or where its letters become lower case. Returns false
 * where memory ran out. */
static bool decode(dana_view *value, bool lower, dana__value_room *room)
{
    bool decodes = value->length > 0 && (memchr(value->data, '&', value->length) != NULL ||
                                         memchr(value->data, '\0', value->length) != NULL);

    if (!decodes && !lower) {
        return true;
    }
    room->text.length = 0;
    dana_status status = dana_buffer_reserve(room->arena, &room->text,
                                             dana__decoded_value_bound(value->length), room->err);

    if (status != DANA_OK) {
        room->status = status;
        return false;
    }
    char *out = room->text.data;
    size_t length = dana__decode_value(*value, out);

    for (size_t i = 0; lower && i < length; i++) {
        out[i] = dana__to_lower(out[i]);
    }
    *value = (dana_view){out, length};
    return true;
}

static bool has_word(dana_view value, dana_view word)
{
    const char *p = value.data;
    const char *end = value.data + value.length;

    while (p < end) {
        const char *start = p;

        while (p < end && !dana__is_space(*p)) {
            p++;
        }
        if (p > start && dana__same_text((dana_view){start, (size_t)(p - start)}, word)) {
            return true;
        }
        p++;
    }
    return false;
}

/* Whether a value is what a test asks for. An empty part, word, beginning or end is in none. */
static bool value_holds(const dana__test *test, dana_view value)
{
    dana_view wanted = test->value;
    dana_view start = {value.data, value.length < wanted.length ? value.length : wanted.length};

    switch (test->kind) {
    case DANA__TEST_EQUALS:
        return dana__same_text(value, wanted);
    case DANA__TEST_WORD:
        return has_word(value, wanted);
    case DANA__TEST_DASH:
        return dana__same_text(start, wanted) &&
               (value.length == wanted.length || value.data[wanted.length] == '-');
    case DANA__TEST_PREFIX:
        return wanted.length > 0 && dana__same_text(start, wanted);
    case DANA__TEST_SUFFIX:
        return wanted.length > 0 && value.length >= wanted.length &&
               memcmp(value.data + value.length - wanted.length, wanted.data, wanted.length) == 0;
    case DANA__TEST_PART:
        return wanted.length > 0 && value.length > 0 &&
               memmem(value.data, value.length, wanted.data, wanted.length) != NULL;
    default:
        return true;
    }
}

/* Whether a place is a n + b with n from 0. */
static bool is_nth(const dana__test *test, uint32_t place)
{
    int64_t beyond = (int64_t)place - test->b;

    return test->a == 0 ? beyond == 0 : beyond % test->a == 0 && beyond / test->a >= 0;
}

static bool test_holds(const dana__test *test, const dana__element *element, dana__value_room *room)
{
    switch (test->kind) {
    case DANA__TEST_ELEMENT:
        return dana__equal_text(element->name, test->value);
    case DANA__TEST_ANY:
        return true;
    case DANA__TEST_NTH:
        return is_nth(test, element->place);
    case DANA__TEST_LAST:
        return element->is_last;
    default:
        break;
    }
    if ((element->has >> test->name & 1) == 0) {
        return false;
    }
    dana_view value = element->values[test->name];

    return test->kind == DANA__TEST_HAS ||
           (decode(&value, test->ignores_case, room) && value_holds(test, value));
}

static bool term_holds(const dana__selector_program *program, const dana__term *term,
                       const dana__element *element, dana__value_room *room)
{
    const dana__test *tests = program->tests.data;

    for (uint32_t i = term->first; i < term->end; i++) {
        if (!test_holds(&tests[i], element, room)) {
            return term->negated;
        }
    }
    return !term->negated;
}

bool dana__compound_holds(const dana__selector_program *program, const dana__compound *compound,
                          const dana__element *element, dana__value_room *room)
{
    const dana__term *terms = program->terms.data;

    for (uint32_t i = compound->first; i < compound->end; i++) {
        if (!term_holds(program, &terms[i], element, room)) {
            return false;
        }
    }
    return true;
}
