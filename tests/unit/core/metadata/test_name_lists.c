/*
 * Names as catalogues and addresses write them.
 */
#include "unit.h"

#include "common.h"

#include "dana/arena.h"
#include "evidence/name_lists.h"
#include "support.h"

static void family_names_that_stand_first_are_turned(void **state)
{
    static const struct {
        const char *text;
        const char *name;
    } cases[] = {
        {"Lee, Anna B.", "Anna B. Lee"},
        {"van Dam, Piet", "Piet van Dam"},
        {"Garc\u00EDa M\u00E1rquez, Gabriel", "Gabriel Garc\u00EDa M\u00E1rquez"},
        {"Anna Lee", "Anna Lee"},
        {"Lee, Anna, Reed, Jo", "Lee, Anna, Reed, Jo"},
        {"Lee, editor", "Lee, editor"},
        {"Saltmere University, Harbour", "Saltmere University, Harbour"},
        {"Lee,", "Lee,"},
        {", Anna", ", Anna"},
        {"", ""},
    };
    dana_arena *arena = dana_arena_new((size_t)1 << 20, NULL);
    dana_error err;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        dana_view name = view(cases[i].text);

        assert_int_equal(dana__turn_name(arena, &name, &err), DANA_OK);
        assert_int_equal(name.length, strlen(cases[i].name));
        assert_memory_equal(name.data, cases[i].name, name.length);
    }
    dana_arena_free(arena);
}

static void the_order_of_a_name_is_told(void **state)
{
    static const struct {
        const char *text;
        dana__order order;
    } cases[] = {
        {"Lee, Anna B.", DANA__ORDER_FAMILY},
        {"Lee, A.-B.", DANA__ORDER_FAMILY},
        {"Lee, J", DANA__ORDER_FAMILY},
        {"van Dam, Piet B", DANA__ORDER_FAMILY},
        {"Lee, Anna", DANA__ORDER_UNSURE},
        {"\u041B\u0438, \u0410\u043D\u043D\u0430", DANA__ORDER_UNSURE},
        {"Lee, MD", DANA__ORDER_OTHER},
        {"Anna Lee, Jo B.", DANA__ORDER_OTHER},
        {"Anna Lee", DANA__ORDER_OTHER},
        {"Lee, .", DANA__ORDER_OTHER},
        {"", DANA__ORDER_OTHER},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(dana__order_of(view(cases[i].text)), cases[i].order);
    }
}

static void what_somebody_is_is_cut_off(void **state)
{
    static const struct {
        const char *text;
        const char *name;
    } cases[] = {
        {"Anna Lee, Staff Writer, The Gull", "Anna Lee"},
        {"Anna Lee, lee@gull.example", "Anna Lee"},
        {"Anna Lee (lee@gull.example)", "Anna Lee"},
        {"Anna Lee lee@gull.example", "Anna Lee"},
        {"@lee", "@lee"},
        {"\xEA\xB9\x80\xEB\xAF\xBC\xEC\x88\x98 \xEA\xB8\xB0\xEC\x9E\x90",
         "\xEA\xB9\x80\xEB\xAF\xBC\xEC\x88\x98"},
        {"\xEA\xB8\xB0\xEC\x9E\x90", "\xEA\xB8\xB0\xEC\x9E\x90"},
        {"Anna Lee, Jo Reed, Gull News", "Anna Lee, Jo Reed"},
        {"Anna Lee, in Saltmere", "Anna Lee"},
        {"Anna Lee, PhD", "Anna Lee, PhD"},
        {"Anna Lee and Jo Reed, Gull News", "Anna Lee and Jo Reed, Gull News"},
        {"Gull News, Saltmere", "Gull News, Saltmere"},
        {"Anna Lee", "Anna Lee"},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        dana_view name = dana__cut_at_role(view(cases[i].text));

        assert_int_equal(name.length, strlen(cases[i].name));
        assert_memory_equal(name.data, cases[i].name, name.length);
    }
}

static void what_stands_before_a_mark_may_be_the_name(void **state)
{
    static const struct {
        const char *text;
        const char *name;
    } cases[] = {
        {"Anna Lee, pilot of the harbour", "Anna Lee"},
        {"Anna van Lee, pilot", "Anna van Lee"},
        {"Anna Lee/BAY", "Anna Lee"},
        {"Anna, pilot", "Anna, pilot"},
        {"Harbour researchers Anna Lee, Jo", "Harbour researchers Anna Lee, Jo"},
        {"Anna Lee", "Anna Lee"},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        dana_view name = dana__before_comma(view(cases[i].text));

        assert_int_equal(name.length, strlen(cases[i].name));
        assert_memory_equal(name.data, cases[i].name, name.length);
    }
}

#define PIECES_MOST 4

static void lists_are_split_in_capitals_too(void **state)
{
    static const struct {
        const char *text;
        const char *pieces[PIECES_MOST];
    } cases[] = {
        {"Anna Lee, Jo Reed and Tom Ray", {"Anna Lee", "Jo Reed", "Tom Ray"}},
        {"ANNA LEE, JO REED, AND TOM RAY", {"ANNA LEE", "JO REED", "TOM RAY"}},
        {"Anna Lee And Jo Reed", {"Anna Lee And Jo Reed"}},
        {"ANNA LEE", {"ANNA LEE"}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        dana_view pieces[PIECES_MOST];
        size_t count = dana__split_names(view(cases[i].text), pieces, PIECES_MOST);

        for (size_t k = 0; k < PIECES_MOST; k++) {
            const char *piece = cases[i].pieces[k];

            assert_int_equal(k < count, piece != NULL);
            if (piece != NULL) {
                assert_int_equal(pieces[k].length, strlen(piece));
                assert_memory_equal(pieces[k].data, piece, pieces[k].length);
            }
        }
    }
}

static void a_name_that_finds_no_room_is_an_error(void **state)
{
    dana_arena *arena = dana_arena_new(1, NULL);
    dana_view name = view("Lee, Anna");
    dana_error err;

    (void)state;
    assert_int_not_equal(dana__turn_name(arena, &name, &err), DANA_OK);
    dana_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(family_names_that_stand_first_are_turned),
        cmocka_unit_test(the_order_of_a_name_is_told),
        cmocka_unit_test(what_somebody_is_is_cut_off),
        cmocka_unit_test(what_stands_before_a_mark_may_be_the_name),
        cmocka_unit_test(lists_are_split_in_capitals_too),
        cmocka_unit_test(a_name_that_finds_no_room_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
