#include "math/formula.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "html/content.h"
#include "listing/class_words.h"
#include "math/mentions.h"
#include "math/sign.h"

#include <string.h>
#include <strings.h>

/* Bytes that are read to find the end of a formula. */
#define FORMULA_BYTES ((size_t)256 * 1024)

/* Bytes that may be read in vain on a page. */
#define WASTE_MAX     ((size_t)4 << 20)

#define MATH_KEY      DANA__NAME_KEY('m', 'a', 't', 'h')
#define MML_KEY       DANA__NAME_KEY('m', 'm', 'l', ':', 'm', 'a', 't', 'h')
#define CONTAINER_KEY DANA__NAME_KEY('m', 'j', 'x', '-', 'c', 'o', 'n', 't')
#define IMAGE_KEY     DANA__NAME_KEY('i', 'm', 'g')

static bool attribute_has(dana_view tag, const char *name, const char *part)
{
    dana_view value;

    return dana_tag_attribute(tag, name, &value) &&
           memmem(value.data, value.length, part, strlen(part)) != NULL;
}

/* Finds a piece of markup that begins with `text` in a part of the source. */
static const char *find(const char *p, const char *end, const char *text)
{
    return memmem(p, (size_t)(end - p), text, strlen(text));
}

/* The end of an element whose content is markup, NULL where it is not closed soon. */
static const char *element_end(const dana__markup *tag, const char *end, size_t *wasted)
{
    const char *stop = (size_t)(end - tag->end) > FORMULA_BYTES ? tag->end + FORMULA_BYTES : end;
    const char *found = NULL;

    if (*wasted < WASTE_MAX) {
        found = dana__element_end(tag->end, stop, tag, true);
        *wasted += found == NULL ? (size_t)(stop - tag->end) : 0;
    }
    return found;
}

/* The content of the annotation in TeX, inside [p, end). */
static bool find_annotation(const char *p, const char *end, dana_view *tex)
{
    for (p = find(p, end, "<annotation"); p != NULL; p = find(p + 1, end, "<annotation")) {
        dana__markup tag;

        dana__read_markup(p, end, &tag);
        if (tag.kind == DANA__START_TAG &&
            attribute_has(dana__tag_view(&tag), "encoding", "application/x-tex")) {
            const char *close = find(tag.end, end, "</annotation");

            *tex = (dana_view){tag.end, (size_t)((close != NULL ? close : end) - tag.end)};
            return true;
        }
    }
    return false;
}

static bool is_filled(dana_view text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (!dana__is_space(text.data[i])) {
            return true;
        }
    }
    return false;
}

/* Reads a math element, `end` at its end: TeX where it has some, else what it shows. */
static void read_math(const dana__markup *tag, const char *end, dana__formula *formula)
{
    dana_view view = dana__tag_view(tag);
    bool has_tex = find_annotation(tag->end, end, &formula->body) && is_filled(formula->body);

    formula->is_display |= attribute_has(view, "display", "block") ||
                           attribute_has(view, "mode", "display");
    has_tex = has_tex ||
              (dana_tag_attribute(view, "data-latex", &formula->body) && is_filled(formula->body));
    has_tex = has_tex ||
              (dana_tag_attribute(view, "alttext", &formula->body) && is_filled(formula->body));
    formula->kind = has_tex ? DANA__FORMULA_TEX : DANA__FORMULA_MATHML;
    if (!has_tex) {
        formula->body = (dana_view){tag->start, (size_t)(end - tag->start)};
    }
}

/* Reads the first math element inside [p, end). */
static bool read_inner_math(const char *p, const char *end, dana__formula *formula)
{
    for (p = find(p, end, "<math"); p != NULL; p = find(p + 1, end, "<math")) {
        dana__markup tag;

        dana__read_markup(p, end, &tag);
        if (tag.kind == DANA__START_TAG && tag.name.key == MATH_KEY) {
            const char *math_end = dana__element_end(tag.end, end, &tag, true);

            read_math(&tag, math_end != NULL ? math_end : end, formula);
            return true;
        }
    }
    return false;
}

/* The value of the first attribute of a name that stands in [p, end) with its quotes. */
static bool find_attribute(const char *p, const char *end, const char *name, dana_view *value)
{
    const char *found = find(p, end, name);

    if (found == NULL) {
        return false;
    }
    found += strlen(name);
    const char *close = memchr(found, '"', (size_t)(end - found));

    *value = (dana_view){found, close != NULL ? (size_t)(close - found) : 0};
    return is_filled(*value);
}

static const char *skip_space(const char *p, const char *end)
{
    while (p < end && dana__is_space(*p)) {
        p++;
    }
    return p;
}

/* Whether the script of MathJax with the TeX follows, or what it shows and then the script. */
static bool precedes_script(const char *p, const char *end)
{
    p = skip_space(p, end);
    while (end - p > 9 && strncasecmp(p, "</span>", 7) == 0) {
        p = skip_space(p + 7, end);
    }
    if (end - p > 8 && strncasecmp(p, "</div>", 6) == 0) {
        p = skip_space(p + 6, end);
    }
    if (end - p < 20 || strncasecmp(p, "<script", 7) != 0) {
        return false;
    }
    size_t length = (size_t)(end - p) < 200 ? (size_t)(end - p) : 200;

    return memmem(p, length, "math/", 5) != NULL;
}

/* What MathJax 2 shows: nothing where its script follows; else the MathML that it keeps. */
static bool read_shown(const dana__markup *tag, const char *end, const char *source_end,
                       dana__formula *formula)
{
    if (precedes_script(end, source_end)) {
        formula->kind = DANA__FORMULA_NONE;
        return true;
    }
    if (read_inner_math(tag->end, end, formula)) {
        return true;
    }
    formula->kind = DANA__FORMULA_ESCAPED_MATHML;
    return find_attribute(tag->start, end, "data-mathml=\"", &formula->body);
}

/* A container of MathJax 3 and 4. */
static bool read_container(const dana__markup *tag, const char *end, dana__formula *formula)
{
    formula->is_display = attribute_has(dana__tag_view(tag), "display", "true");
    formula->kind = DANA__FORMULA_TEX;
    if (find_attribute(tag->start, end, "data-latex=\"", &formula->body)) {
        return true;
    }
    if (read_inner_math(tag->end, end, formula)) {
        return true;
    }
    formula->kind = DANA__FORMULA_TEX;
    return find_attribute(tag->start, end, "aria-label=\"", &formula->body);
}

static bool read_katex(const dana__markup *tag, const char *end, dana__formula *formula)
{
    dana_view value = dana__class_value(dana__tag_view(tag));

    formula->is_display |= memmem(value.data, value.length, "katex-display", 13) != NULL;
    if (find_annotation(tag->end, end, &formula->body)) {
        formula->kind = DANA__FORMULA_TEX;
        return true;
    }
    if (read_inner_math(tag->end, end, formula)) {
        return true;
    }
    formula->kind = DANA__FORMULA_TEXT;
    formula->body = (dana_view){tag->end, (size_t)(end - tag->end)};
    return true;
}

/* Wikipedia: MathML and a picture of it. */
static bool read_wiki(const dana__markup *tag, const char *end, dana__formula *formula)
{
    if (read_inner_math(tag->end, end, formula)) {
        return true;
    }
    formula->kind = DANA__FORMULA_TEX;
    return find_attribute(tag->end, end, "alt=\"", &formula->body);
}

static bool has_word(dana_view class, const char *word)
{
    const char *const words[] = {word, NULL};

    return dana__has_class_word(class, words);
}

/* Reads a span or div by what its class says. */
static bool read_named(const dana__markup *tag, const char *end, const char *source_end,
                       dana__formula *formula)
{
    static const char *const fractions[] = {"frac", "sfrac", "fraction", NULL};
    static const char *const shown[] = {
        "mathjax",           "mathjaxsvg",  "mathjaxchtml",   "mathjaxdisplay",
        "mathjaxsvgdisplay", "mjxcdisplay", "mathjaxpreview", "mathjaxpreviewresult",
        "mjxchtml",          NULL};
    dana_view class = dana__class_value(dana__tag_view(tag));

    if (has_word(class, "katexdisplay") || has_word(class, "katex")) {
        return read_katex(tag, end, formula);
    }
    if (has_word(class, "mwemathelement")) {
        return read_wiki(tag, end, formula);
    }
    if (has_word(class, "mathjaxpreview")) {
        formula->kind = DANA__FORMULA_NONE;
        return true;
    }
    if (dana__has_class_word(class, shown)) {
        formula->is_display = memmem(class.data, class.length, "isplay", 6) != NULL;
        return read_shown(tag, end, source_end, formula);
    }
    formula->kind = DANA__FORMULA_FRACTION;
    formula->body = (dana_view){tag->end, (size_t)(end - tag->end)};
    return dana__has_class_word(class, fractions);
}

/* Whether a tag's source could have a class that read_named knows: few have, and looking for single
 * letters is cheap. */
static bool may_be_named(const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    return (kind == DANA__KIND_SPAN || kind == DANA__KIND_DIV) &&
           (size_t)(tag->end - tag->start) >= sizeof("<div class=a>") &&
           dana__names_formula(dana__tag_view(tag));
}

/* A picture of a formula, with TeX as its text, or of characters. */
static bool read_image(const dana__markup *tag, dana__formula *formula)
{
    static const char *const words[] = {"tex",
                                        "latex",
                                        "mathtex",
                                        "mwemathfallbackimageinline",
                                        "mwemathfallbackimagedisplay",
                                        "mathjaxpreview",
                                        NULL};
    static const char *const sources[] = {"latex.php?latex=", "latex.codecogs.com", "chart?cht=tx",
                                          "/math/render/",    "mathtex.cgi",        NULL};
    dana_view view = dana__tag_view(tag);
    dana_view src = {"", 0};

    if (!dana__may_picture_formula(view)) {
        return false;
    }
    if (dana__is_sign(view, &formula->body)) {
        formula->kind = DANA__FORMULA_TEXT;
        return true;
    }
    if (!dana__mentions_tex(view)) {
        return false;
    }
    bool is_formula = dana__has_class_word(dana__class_value(view), words);

    dana_tag_attribute(view, "src", &src);
    for (size_t i = 0; !is_formula && sources[i] != NULL; i++) {
        is_formula = memmem(src.data, src.length, sources[i], strlen(sources[i])) != NULL;
    }
    formula->kind = DANA__FORMULA_TEX;
    formula->is_display = attribute_has(view, "class", "display");
    return is_formula && dana_tag_attribute(view, "alt", &formula->body) &&
           is_filled(formula->body);
}

static bool read_script(const dana__markup *tag, const char *raw_end, dana__formula *formula)
{
    dana_view view = dana__tag_view(tag);
    dana_view type;

    if (!dana_tag_attribute(view, "type", &type) || type.length < 8 ||
        strncasecmp(type.data, "math/", 5) != 0) {
        return false;
    }
    formula->body = (dana_view){tag->end, (size_t)(raw_end - tag->end)};
    formula->is_display = memmem(type.data, type.length, "display", 7) != NULL;
    if (strncasecmp(type.data + 5, "mml", 3) == 0) {
        dana__formula inner = *formula;

        if (read_inner_math(tag->end, raw_end, &inner)) {
            *formula = inner;
            return true;
        }
    }
    formula->kind = strncasecmp(type.data + 5, "tex", 3) == 0 ? DANA__FORMULA_TEX
                                                              : DANA__FORMULA_TEXT;
    return true;
}

const char *dana__find_formula(const dana__markup *tag, const char *end, const char *raw_end,
                               size_t *wasted, dana__formula *formula)
{
    uint64_t key = tag->name.key;

    *formula = (dana__formula){.kind = DANA__FORMULA_NONE};
    if (raw_end != NULL) {
        return (tag->flags & DANA__SCRIPT) != 0 && read_script(tag, raw_end, formula) ? raw_end
                                                                                      : NULL;
    }
    if (key == IMAGE_KEY && tag->name.length == 3) {
        return read_image(tag, formula) ? tag->end : NULL;
    }
    bool is_math = key == MATH_KEY || key == MML_KEY;
    bool is_container = key == CONTAINER_KEY;

    if (!is_math && !is_container && !may_be_named(tag)) {
        return NULL;
    }
    const char *after = element_end(tag, end, wasted);

    if (after == NULL) {
        return NULL;
    }
    if (is_math) {
        read_math(tag, after, formula);
        return after;
    }
    bool is_found = is_container ? read_container(tag, after, formula)
                                 : read_named(tag, after, end, formula);

    return is_found ? after : NULL;
}
