#include "listing/language.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "listing/class_words.h"

#include <string.h>
#include <strings.h>

/* Longest name of a programming language. */
#define LANGUAGE_MAX 32

/* What stands before the name in a word of a class. */
static const char *const prefixes[] = {"language-",       "lang-",        "highlight-source-",
                                       "highlight-text-", "gatsby-code-", "enlighter-l-",
                                       "brush:",          "code-lang-",   NULL};

/* The same, where other words begin so too: what follows has to be a known name. */
static const char *const weak_prefixes[] = {"highlight-", "source-", "hl-", NULL};

/* Attributes that hold nothing but the name. */
static const char *const attributes[] = {"data-lang",
                                         "data-language",
                                         "data-code-language",
                                         "data-enlighter-language",
                                         "data-code-lang",
                                         "syntax",
                                         NULL};

/* Words after a prefix that name no language. */
static const char *const no_language[] = {
    "none",      "auto",    "default",     "fallback", "undefined", "null",      "plain",
    "plaintext", "unknown", "block",       "code",     "wrapper",   "container", "line",
    "lines",     "keyword", "nohighlight", "",         NULL};

/* Words of elements around code that say that a language may stand beside them. */
static const char *const indicators[] = {"highlight", "sourcecode", "codehilite",        "code",
                                         "codeblock", "hljs",       "syntaxhighlighter", NULL};

/* Names that count where they stand alone in the class of code. */
static const char *const names[] = {
#define LANGUAGE(name) name,
#include "listing/languages.def"
    NULL};

/* Names that are common words: they count after a prefix, and after the word "highlight". */
static const char *const common_names[] = {"go", "r", "d", "v", "make", "basic", "vim", NULL};

static bool is_name_character(char c)
{
    return dana__is_alphanumeric(c) || (c != '\0' && strchr("+-#._", c) != NULL);
}

/* Whether a word is in a list of names in small letters. */
static bool is_in(const char *const list[], dana_view word)
{
    char first = word.length > 0 ? dana__to_lower(*word.data) : '\0';

    for (size_t i = 0; list[i] != NULL; i++) {
        if (list[i][0] == first && strlen(list[i]) == word.length &&
            strncasecmp(list[i], word.data, word.length) == 0) {
            return true;
        }
    }
    return false;
}

/* The name at the start of [p, end), empty where none stands there. */
static dana_view name_at(const char *p, const char *end)
{
    const char *start;

    while (p < end && dana__is_space(*p)) {
        p++;
    }
    start = p;
    while (p < end && is_name_character(*p)) {
        p++;
    }
    dana_view name = {start, (size_t)(p - start)};

    return name.length <= LANGUAGE_MAX && !is_in(no_language, name) ? name : (dana_view){"", 0};
}

/* The name after a prefix of a word; "brush: js" has it in the next word. */
static dana_view name_after(const char *const list[], dana_view word, const char *end)
{
    for (size_t i = 0; list[i] != NULL; i++) {
        if (dana__to_lower(*word.data) != list[i][0]) {
            continue;
        }
        size_t length = strlen(list[i]);

        if (word.length >= length && strncasecmp(word.data, list[i], length) == 0) {
            const char *from = word.data + length;

            return name_at(from, list[i][length - 1] == ':' ? end : word.data + word.length);
        }
    }
    return (dana_view){"", 0};
}

static dana_view name_of_class(dana_view value, bool bare)
{
    const char *end = value.data + value.length;
    dana_view first = {"", 0};
    dana_view word;
    bool is_highlight = false; /* of the word before */

    while (dana__take_class_word(&value, &word)) {
        dana_view name = name_after(prefixes, word, end);
        dana_view weak = name_after(weak_prefixes, word, end);

        if (name.length > 0 || is_in(names, weak)) {
            return name.length > 0 ? name : weak;
        }
        if (bare && first.length == 0 &&
            (is_in(names, word) || (is_highlight && is_in(common_names, word)))) {
            first = word;
        }
        is_highlight = word.length == 9 && memcmp(word.data, "highlight", 9) == 0;
    }
    return first;
}

/* What an attribute of a tag names, empty where it has none. */
static dana_view name_of_attributes(dana_view tag)
{
    dana_view name = {"", 0};
    dana_view value;

    for (size_t i = 0; name.length == 0 && attributes[i] != NULL; i++) {
        if (dana_tag_attribute(tag, attributes[i], &value)) {
            name = name_at(value.data, value.data + value.length);
        }
    }
    if (name.length == 0 && dana_tag_attribute(tag, "data-syntaxhighlighter-params", &value)) {
        name = name_of_class(value, false);
    }
    return name;
}

dana_view dana__code_language(dana_view tag, bool is_code)
{
    dana_view value = dana__class_value(tag);

    if (tag.length == 0) {
        return (dana_view){"", 0};
    }
    bool says_code = is_code || dana__has_class_word(value, indicators);
    dana_view name = name_of_class(value, says_code);

    if (name.length == 0) {
        name = name_of_attributes(tag);
    }
    if (name.length == 0 && is_code && dana_tag_attribute(tag, "lang", &value) &&
        is_in(names, value)) {
        name = value;
    }
    return says_code || is_in(names, name) || is_in(common_names, name) ? name : (dana_view){"", 0};
}

bool dana__is_language_name(dana_view text)
{
    return is_in(names, text);
}
