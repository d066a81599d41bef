#include "evidence/name_lists.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "evidence/words_before.h"
#include "html/attribute.h"

#include <string.h>
#include <unicode/uchar.h>

/* Words of a person's name; where "and" alone parts two names they are shorter. */
#define WORDS_MIN      2
#define WORDS_MAX      5
#define WORDS_MAX_PAIR 3

/* Longest initials in brackets, in bytes. */
#define INITIALS_MAX 6

/* Words of a family name, and of what follows it where it stands first. */
#define FAMILY_WORDS_MAX 3
#define GIVEN_WORDS_MAX  3

/* Pieces of a text in which somebody's role is looked for. */
#define PIECES_MAX 8

/* Marks between names, of any script. */
static const char *const marks[] = {",",        ";",       "\xE3\x80\x81", "\xEF\xBC\x8C",
                                    "\xD8\x8C", "\xD8\x9B"};

/* Words of organisations, which have "and" in their names. */
static const char *const organisations[] = {
#include "evidence/organisations.def"
};

/* Words of what somebody is, behind a name and a comma. */
static const char *const roles[] = {
#include "evidence/roles.def"
};

/* What the words of a piece are. */
typedef struct {
    size_t words;
    bool of_person; /* capitals or a script without them, no digits */
    bool of_organisation;
    bool of_role;
} piece_form;

static void add_word(piece_form *form, dana_view word)
{
    size_t length;
    UChar32 first = (UChar32)dana__utf8_decode(word.data, &length);

    form->words++;
    form->of_person &= u_isalpha(first) && !u_islower(first);
    form->of_organisation |= dana__is_one_of(word, organisations, DANA__COUNT(organisations));
    form->of_role |= dana__is_one_of(word, roles, DANA__COUNT(roles));
}

static piece_form form_of(dana_view piece)
{
    piece_form form = {.of_person = true};
    size_t start = 0;

    for (size_t i = 0; i <= piece.length; i++) {
        if (i < piece.length && piece.data[i] != ' ') {
            form.of_person &= !dana__is_digit(piece.data[i]);
            continue;
        }
        if (i > start) {
            add_word(&form, (dana_view){piece.data + start, i - start});
        }
        start = i + 1;
    }
    return form;
}

/* The first code point of CJK: scripts without blanks between names. */
#define CJK_FIRST "\xE3"

bool dana__is_person_name(dana_view name)
{
    piece_form form = form_of(name);
    bool of_sound = memchr(name.data, '&', name.length) == NULL &&
                    memmem(name.data, name.length, "\xE2\x80\x99s ", 5) == NULL &&
                    memmem(name.data, name.length, "'s ", 3) == NULL;
    bool of_cjk = (unsigned char)name.data[0] >= (unsigned char)CJK_FIRST[0];

    return of_sound && form.of_person && !form.of_organisation &&
           (form.words >= WORDS_MIN || of_cjk) && form.words <= WORDS_MAX;
}

/* "Anna Lee (ale)": the initials by which a paper signs. */
static dana_view without_initials(dana_view name)
{
    const char *open = name.length > 0 && name.data[name.length - 1] == ')'
                           ? memrchr(name.data, '(', name.length)
                           : NULL;

    if (open == NULL || open - name.data < 2 || open[-1] != ' ' ||
        name.data + name.length - open > INITIALS_MAX) {
        return name;
    }
    for (const char *p = open + 1; p < name.data + name.length - 1; p++) {
        if (*p < 'a' || *p > 'z') {
            return name;
        }
    }
    return dana__trim((dana_view){name.data, (size_t)(open - name.data)});
}

/* Whether a text has no small letter of ASCII. */
static bool is_in_capitals(dana_view text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] >= 'a' && text.data[i] <= 'z') {
            return false;
        }
    }
    return true;
}

/* The bytes of what parts two names at `at`, 0: nothing does. *word: a word such as "and", which
 * has a capital only in a text of capitals. */
static size_t parting(dana_view text, size_t at, bool capitals, bool *word)
{
    dana_view rest = {text.data + at, text.length - at};

    *word = false;
    for (size_t i = 0; i < DANA__COUNT(marks); i++) {
        size_t length = strlen(marks[i]);

        if (rest.length > length && memcmp(rest.data, marks[i], length) == 0) {
            return length;
        }
    }
    if (rest.data[0] != ' ' || rest.length < 3 ||
        (rest.data[1] >= 'A' && rest.data[1] <= 'Z' && !capitals)) {
        return 0;
    }
    size_t length = dana__words_before((dana_view){rest.data + 1, rest.length - 1},
                                       DANA__BETWEEN_NAMES);

    *word = length > 0 && rest.data[length] == ' ';
    return *word ? length + 1 : 0;
}

/* Cuts a text into pieces. Returns their number, 0 where there are more than `room`. */
static size_t cut(dana_view text, dana_view *pieces, size_t room, size_t *words)
{
    bool capitals = is_in_capitals(text);
    size_t count = 0;
    size_t start = 0;
    size_t step;

    *words = 0;
    for (size_t i = 0; i <= text.length; i += step) {
        bool word = false;
        size_t length = i < text.length ? parting(text, i, capitals, &word) : 1;

        step = length > 0 ? length : 1;
        if (length == 0) {
            continue;
        }
        dana_view piece = dana__trim((dana_view){text.data + start, i - start});

        start = i + length;
        *words += word;
        if (piece.length > 0) {
            if (count == room) {
                return 0;
            }
            pieces[count++] = without_initials(piece);
        }
    }
    return count;
}

/* Whether a piece behind a name says what somebody is, for whom they write, or how to reach them.
 */
static bool is_role(dana_view piece)
{
    piece_form form = form_of(piece);
    bool of_place = piece.length > 3 && memcmp(piece.data, "in ", 3) == 0;

    return form.of_role || form.of_organisation || of_place ||
           memchr(piece.data, '@', piece.length) != NULL;
}

/* Cuts off an address of mail behind a name, in brackets or not: "Anna Lee (lee@example.org)". */
static dana_view without_mail(dana_view text)
{
    const char *sign = text.length > 0 ? memchr(text.data, '@', text.length) : NULL;
    size_t before = sign != NULL ? (size_t)(sign - text.data) : 0;
    const char *bracket = before > 0 ? memrchr(text.data, '(', before) : NULL;
    const char *at = bracket == NULL && before > 0 ? memrchr(text.data, ' ', before) : bracket;

    return at != NULL && at > text.data && at + 1 < sign
               ? dana__trim((dana_view){text.data, (size_t)(at - text.data)})
               : text;
}

/* What reporters are called behind their names in Korean, the end of the word. */
static const char *const reporters[] = {"\xEA\xB8\xB0\xEC\x9E\x90",
                                        "\xED\x8A\xB9\xED\x8C\x8C\xEC\x9B\x90"};

/* Cuts off such a word, behind a blank. */
static dana_view without_reporter(dana_view text)
{
    const char *blank = text.length > 0 ? memrchr(text.data, ' ', text.length) : NULL;

    for (size_t i = 0; blank != NULL && i < DANA__COUNT(reporters); i++) {
        size_t length = strlen(reporters[i]);
        const char *end = text.data + text.length;

        if ((size_t)(end - blank) > length && memcmp(end - length, reporters[i], length) == 0) {
            return dana__trim((dana_view){text.data, (size_t)(blank - text.data)});
        }
    }
    return text;
}

/* The pieces of a text before the first one that says what somebody is. */
static dana_view before_role(dana_view text)
{
    dana_view pieces[PIECES_MAX];
    size_t words;
    size_t count = cut(text, pieces, PIECES_MAX, &words);

    for (size_t i = 1; i < count && words == 0; i++) {
        if (is_role(pieces[i])) {
            const char *end = pieces[i - 1].data + pieces[i - 1].length;

            return (dana_view){text.data, (size_t)(end - text.data)};
        }
    }
    return text;
}

/* Cuts off what a link to all that somebody wrote says behind the name: "Anna Lee's posts". */
static dana_view without_posts(dana_view text)
{
    static const char *const ends[] = {"'s posts", "'s posts.", "\xE2\x80\x99s posts",
                                       "\xE2\x80\x99s posts."};

    for (size_t i = 0; i < DANA__COUNT(ends); i++) {
        size_t length = strlen(ends[i]);

        if (text.length > length &&
            memcmp(text.data + text.length - length, ends[i], length) == 0) {
            return (dana_view){text.data, text.length - length};
        }
    }
    return text;
}

/* Cuts off who else did something, behind a name: "Anna Lee Illustrations by Tom Ray". */
static dana_view before_others(dana_view text)
{
    for (size_t i = 1; i + 1 < text.length; i++) {
        if (text.data[i] == ' ' &&
            dana__words_before((dana_view){text.data + i + 1, text.length - i - 1},
                               DANA__BEFORE_OTHERS) > 0) {
            text.length = i;
        }
    }
    while (text.length > 0 && strchr(" ,;", text.data[text.length - 1]) != NULL) {
        text.length--;
    }
    return text;
}

dana_view dana__cut_at_role(dana_view text)
{
    return without_posts(without_reporter(without_mail(before_others(before_role(text)))));
}

/* Letters of a word that a name has in small letters at most: "van", "bin". */
#define PARTICLE_MOST 3

/* Whether a text has a longer word that begins with a small letter. */
static bool has_small_word(dana_view text)
{
    const char *end = text.data + text.length;
    const char *p = text.data;

    while (p < end) {
        const char *blank = memchr(p, ' ', (size_t)(end - p));
        const char *stop = blank != NULL ? blank : end;

        if (stop - p > PARTICLE_MOST && *p >= 'a' && *p <= 'z') {
            return true;
        }
        p = stop + 1;
    }
    return false;
}

dana_view dana__before_comma(dana_view text)
{
    static const char *const ends[] = {", ", "/"};

    for (size_t i = 0; i < DANA__COUNT(ends); i++) {
        const char *mark = text.length > 0
                               ? memmem(text.data, text.length, ends[i], strlen(ends[i]))
                               : NULL;
        dana_view name = mark != NULL ? dana__between(text.data, mark) : text;

        if (mark != NULL && memchr(name.data, ' ', name.length) != NULL && !has_small_word(name)) {
            return name;
        }
    }
    return text;
}

size_t dana__split_names(dana_view text, dana_view *pieces, size_t room)
{
    size_t words;
    size_t count = cut(text, pieces, room, &words);
    size_t most = count == words + 1 ? WORDS_MAX_PAIR : WORDS_MAX;
    bool is_list = count > 1;

    for (size_t i = 0; i < count && is_list; i++) {
        piece_form form = form_of(pieces[i]);

        is_list = form.of_person && form.words >= WORDS_MIN && form.words <= most &&
                  (words == 0 || !form.of_organisation);
    }
    if (!is_list) {
        pieces[0] = without_initials(text);
        return 1;
    }
    return count;
}

/* Parts a name in two at its only comma: what may be a family's name, and a given one. */
static bool part_at_comma(dana_view name, dana_view *family, dana_view *given)
{
    const char *end = name.data + name.length;
    const char *comma = name.length > 0 ? memchr(name.data, ',', name.length) : NULL;

    if (comma == NULL || memchr(comma + 1, ',', (size_t)(end - comma) - 1) != NULL) {
        return false;
    }
    *family = dana__trim(dana__between(name.data, comma));
    *given = dana__trim(dana__between(comma + 1, end));
    piece_form before = form_of(*family);
    piece_form behind = form_of(*given);

    return before.words > 0 && before.words <= FAMILY_WORDS_MAX && behind.words > 0 &&
           behind.words <= GIVEN_WORDS_MAX && behind.of_person && !before.of_organisation &&
           !behind.of_organisation;
}

/* Whether the last word of a name is an initial, "Anna B." */
static bool ends_with_initial(dana_view name)
{
    size_t length = name.length - (name.data[name.length - 1] == '.');

    return length > 0 && name.data[length - 1] >= 'A' && name.data[length - 1] <= 'Z' &&
           (length == 1 || strchr(" .-", name.data[length - 2]) != NULL);
}

dana__order dana__order_of(dana_view name)
{
    dana_view family;
    dana_view given;

    if (!part_at_comma(name, &family, &given) ||
        (memchr(family.data, ' ', family.length) != NULL && form_of(family).of_person)) {
        return DANA__ORDER_OTHER;
    }
    if (ends_with_initial(given)) {
        return DANA__ORDER_FAMILY;
    }
    bool of_degree = (unsigned char)*given.data < 0x80 && is_in_capitals(given); /* "Lee, MD" */

    return of_degree ? DANA__ORDER_OTHER : DANA__ORDER_UNSURE;
}

dana_status dana__turn_name(dana_arena *arena, dana_view *name, dana_error *err)
{
    dana_view family;
    dana_view given;

    if (!part_at_comma(*name, &family, &given)) {
        return DANA_OK;
    }
    char *out = dana_arena_alloc(arena, family.length + 1 + given.length, err);

    if (out == NULL) {
        return err->status;
    }
    memcpy(out, given.data, given.length);
    out[given.length] = ' ';
    memcpy(out + given.length + 1, family.data, family.length);
    *name = (dana_view){out, given.length + 1 + family.length};
    return DANA_OK;
}
