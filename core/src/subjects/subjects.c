#include "subjects/subjects.h"

#include "base/ascii.h"
#include "html/elements.h"

#include <string.h>

size_t dana__name_end(dana_view value, size_t at)
{
    while (at < value.length && !dana__is_space(value.data[at])) {
        at++;
    }
    return at;
}

/* Whether a name is one that WordPress, TypePad, Ghost or Serendipity gives a whole post, or a page
 * of posts. */
static bool is_name_of_post(dana_view name)
{
    static const char *const whole[] = {"hentry", "archive", "post", "post-card",
                                        "serendipity_entry"};
    static const char *const first[] = {"status-publish", "type-post",      "entry-type-",
                                        "single-post",    "postid-",        "post-template",
                                        "tag-template",   "author-template"};

    for (size_t i = 0; i < sizeof(whole) / sizeof(*whole); i++) {
        if (name.length == strlen(whole[i]) && dana__begins(name, whole[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof(first) / sizeof(*first); i++) {
        if (dana__begins(name, first[i])) {
            return true;
        }
    }
    return name.length > 5 && dana__begins(name, "post-") && dana__is_digit(name.data[5]);
}

bool dana__is_class_of_post(dana_view value)
{
    size_t end;

    for (size_t at = 0; at < value.length; at = end + 1) {
        end = dana__name_end(value, at);
        if (is_name_of_post((dana_view){value.data + at, end - at})) {
            return true;
        }
    }
    return false;
}

/* Whether a name begins with that of a kind of subjects, and a subject follows it. */
static bool begins_subject(dana_view name)
{
    static const struct {
        char third;
        const char *kind;
    } kinds[] = {{'t', "category"}, {'t', "cat"},  {'g', "tag"},      {'t', "author"},
                 {'p', "topic"},    {'r', "term"}, {'x', "taxonomy"}, {'x', "tax"}};

    if (name.length < 3 || (name.data[0] != 'c' && name.data[0] != 't' && name.data[0] != 'a')) {
        return false;
    }
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        size_t length = strlen(kinds[i].kind);

        if (name.data[2] == kinds[i].third && dana__begins(name, kinds[i].kind) &&
            name.length > length + 1 && (name.data[length] == '-' || name.data[length] == '_')) {
            return true;
        }
    }
    return false;
}

bool dana__is_name_of_subject(dana_view name)
{
    for (size_t i = 0; i < name.length; i++) {
        bool is_start = i == 0 || name.data[i - 1] == '-' || name.data[i - 1] == '_';

        if (is_start && begins_subject((dana_view){name.data + i, name.length - i})) {
            return true;
        }
    }
    return false;
}

/* The name around a byte of a value. */
static dana_view name_at(dana_view value, size_t at)
{
    size_t start = at;

    while (start > 0 && !dana__is_space(value.data[start - 1])) {
        start--;
    }
    return (dana_view){value.data + start, dana__name_end(value, at) - start};
}

bool dana__is_of_subject(dana_view value, size_t end)
{
    return dana__is_name_of_subject(name_at(value, end)) && dana__is_class_of_post(value);
}

bool dana__is_kind_of_subjects(uint64_t word)
{
    switch (word) {
    case DANA__NAME_KEY('c', 'a', 't', 'e', 'g', 'o', 'r', 'y'):
    case DANA__NAME_KEY('c', 'a', 't'):
    case DANA__NAME_KEY('t', 'a', 'g'):
    case DANA__NAME_KEY('a', 'u', 't', 'h', 'o', 'r'):
    case DANA__NAME_KEY('t', 'o', 'p', 'i', 'c'):
    case DANA__NAME_KEY('t', 'e', 'r', 'm'):
    case DANA__NAME_KEY('t', 'a', 'x', 'o', 'n', 'o', 'm', 'y'):
    case DANA__NAME_KEY('t', 'a', 'x'):
        return true;
    default:
        return false;
    }
}
