#include "html/hashed_names.h"

#include "base/ascii.h"

#include <string.h>

/* Letters that styled-components makes of a hash. */
#define STYLED_LEAST 5
#define STYLED_MOST  7

/* Letters and digits that css-loader makes of a hash. */
#define MODULE_LETTERS 5

bool dana__has_name_prefix(dana_view value, size_t at, const char *prefix)
{
    size_t length = strlen(prefix);

    return at >= length && memcmp(value.data + at - length, prefix, length) == 0 &&
           (at == length || dana__is_space(value.data[at - length - 1]));
}

/* Whether letters and digits have capitals and small letters, of the capitals those from `from` on.
 */
static bool is_mixed(dana_view value, const dana__name_run *run, size_t from)
{
    bool capital = false;
    bool small = false;

    for (size_t i = run->start; i < run->end; i++) {
        capital |= i >= from && value.data[i] >= 'A' && value.data[i] <= 'Z';
        small |= value.data[i] >= 'a' && value.data[i] <= 'z';
    }
    return capital && small;
}

/* Whether a run ends a name as the hash of a CSS module does ("table_root__adKqa"). "card__Title"
 * is a word with a capital. */
static bool is_of_module(dana_view value, const dana__name_run *run)
{
    return run->end - run->start == MODULE_LETTERS && run->start > 2 &&
           value.data[run->start - 1] == '_' && value.data[run->start - 2] == '_' &&
           (run->end == value.length || dana__is_space(value.data[run->end])) &&
           is_mixed(value, run, run->start + 1);
}

/* Whether a run is a hash: a letter follows a digit ("ad9z0x"), or it is the name that CSS modules,
 * Emotion ("css-navbox") or styled-components ("sc-navXk") give. */
static bool is_hash(dana_view value, const dana__name_run *run)
{
    size_t length = run->end - run->start;
    bool follows_digit = false;

    for (size_t i = run->start; i < run->end; i++) {
        bool is_digit = dana__is_digit(value.data[i]);

        if (follows_digit && !is_digit) {
            return true;
        }
        follows_digit = is_digit;
    }
    if (run->start == 0 || value.data[run->start - 1] != '-') {
        return is_of_module(value, run);
    }
    return dana__has_name_prefix(value, run->start, "css-") ||
           (length >= STYLED_LEAST && length <= STYLED_MOST &&
            dana__has_name_prefix(value, run->start, "sc-") && is_mixed(value, run, run->start));
}

dana__name_run dana__find_name_run(dana_view value, size_t start, size_t end)
{
    dana__name_run run = {.start = start, .end = end};

    while (run.start > 0 && dana__is_alphanumeric(value.data[run.start - 1])) {
        run.start--;
    }
    while (run.end < value.length && dana__is_alphanumeric(value.data[run.end])) {
        run.end++;
    }
    run.is_hash = is_hash(value, &run);
    return run;
}
