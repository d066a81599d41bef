/*
 * Links to people: words of an address are found at every place of a step, in memory of its own
 * size.
 */
#include "unit.h"

#include "evidence/people.h"

#include <stdlib.h>
#include <string.h>

#define BEFORE_MOST 40
#define BEHIND_MOST 20

/* Whom a link leads to that has some letters before and behind a text. */
static dana__person person_of(const char *text, size_t before, size_t behind)
{
    size_t length = strlen(text);
    char *href = malloc(before + length + behind);

    assert_non_null(href);
    memset(href, 'x', before);
    memcpy(href + before, text, length);
    memset(href + before + length, 'y', behind);
    dana__person person = dana__leads_to_person((dana_view){href, before + length + behind});

    free(href);
    return person;
}

static void a_members_space_is_found_at_any_place(void **state)
{
    (void)state;
    for (size_t before = 0; before < BEFORE_MOST; before++) {
        for (size_t behind = 0; behind < BEHIND_MOST; behind++) {
            assert_int_equal(person_of("space-uid-1", before, behind), DANA__PERSON_USER);
            assert_int_equal(person_of("mod=space&uid", before, behind), DANA__PERSON_USER);
            assert_int_equal(person_of("uid", before, behind), DANA__PERSON_NONE);
            assert_int_equal(person_of("uid-space", before, behind), DANA__PERSON_NONE);
            assert_int_equal(person_of("space-ui", before, behind), DANA__PERSON_NONE);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_members_space_is_found_at_any_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
