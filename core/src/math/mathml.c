#include "math/mathml.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "dana/scan.h"
#include "html/references.h"
#include "html/tokenizer.h"
#include "math/mathml_tree.h"

#include <string.h>

/* What is written before a script's, fraction's or root's parts, between them and after them. */
static const struct {
    const char *open;
    const char *between[2];
    const char *close;
} templates[DANA__MATHML_COUNT] = {
    [DANA__MATHML_FRACTION] = {"\\frac{", {"}{", ""}, "}"},
    [DANA__MATHML_STACK] = {"{", {" \\atop ", ""}, "}"},
    [DANA__MATHML_SQRT] = {"\\sqrt{", {"", ""}, "}"},
    [DANA__MATHML_ROOT] = {"\\sqrt[", {"]{", ""}, "}"},
    [DANA__MATHML_SUP] = {"", {"^{", ""}, "}"},
    [DANA__MATHML_SUB] = {"", {"_{", ""}, "}"},
    [DANA__MATHML_SUBSUP] = {"", {"_{", "}^{"}, "}"},
    [DANA__MATHML_TABLE] = {"\\begin{matrix} ", {" \\\\ ", " \\\\ "}, " \\end{matrix}"},
    [DANA__MATHML_ROW_OF_TABLE] = {"", {" & ", " & "}, ""},
};

/* Names that TeX has commands for. */
static const char *const functions[] = {
    "sin", "cos", "tan", "cot",    "sec",    "csc",    "sinh", "cosh",   "tanh",   "log", "ln",
    "exp", "lim", "max", "min",    "sup",    "inf",    "det",  "gcd",    "dim",    "ker", "arg",
    "deg", "Pr",  "hom", "arcsin", "arccos", "arctan", "lg",   "liminf", "limsup", NULL};

/* Marks over and under a formula, and the commands that set them. */
static const struct {
    uint32_t code_point;
    const char *over;
    const char *under;
} accents[] = {
    {'^', "\\hat{", NULL},
    {0x2C6, "\\hat{", NULL},
    {'~', "\\tilde{", NULL},
    {0x2DC, "\\tilde{", NULL},
    {0xAF, "\\bar{", "\\underline{"},
    {0x2C9, "\\bar{", "\\underline{"},
    {0x203E, "\\overline{", "\\underline{"},
    {'_', "\\bar{", "\\underline{"},
    {0x332, NULL, "\\underline{"},
    {0x2192, "\\vec{", NULL},
    {0x20D7, "\\vec{", NULL},
    {0x2D9, "\\dot{", NULL},
    {'.', "\\dot{", NULL},
    {0xA8, "\\ddot{", NULL},
    {0x23DE, "\\overbrace{", NULL},
    {0x23DF, NULL, "\\underbrace{"},
    {0x2C7, "\\check{", NULL},
    {0x2D8, "\\breve{", NULL},
};

static const dana__mathml_node *node_at(const dana__mathml_tree *tree, uint32_t index)
{
    return index > 0 ? &((const dana__mathml_node *)tree->nodes.data)[index] : NULL;
}

/* The next character of a token's text. */
static uint32_t next_character(const char **p, const char *end)
{
    uint32_t c[2];
    size_t length = **p == '&' ? dana__read_reference(*p, end, c) : 0;

    if (length == 0) {
        c[0] = dana__utf8_decode(*p, &length);
    }
    *p += length;
    return c[0];
}

/* The only character of a token, 0 where it has another number of them. */
static uint32_t only_character(dana_view text)
{
    if (text.length == 0) {
        return 0;
    }
    const char *p = text.data;
    const char *end = p + text.length;
    uint32_t c = next_character(&p, end);

    return p == end ? c : 0;
}

static void put_characters(dana__tex *tex, dana_view text)
{
    const char *p = text.data;

    while (text.length > 0 && p < text.data + text.length && tex->status == DANA_OK) {
        dana__tex_character(tex, next_character(&p, text.data + text.length));
    }
}

static bool is_function(dana_view text)
{
    for (size_t i = 0; functions[i] != NULL; i++) {
        if (strlen(functions[i]) == text.length &&
            memcmp(functions[i], text.data, text.length) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_word(dana_view text)
{
    size_t letters = 0;

    while (letters < text.length && dana__is_letter(text.data[letters])) {
        letters++;
    }
    return letters > 1 && letters == text.length;
}

/* The command that sets letters of a variant. */
static const char *variant_command(dana_view tag)
{
    static const char *const variants[][2] = {
        {"bold", "\\mathbf{"},      {"double-struck", "\\mathbb{"},   {"script", "\\mathcal{"},
        {"fraktur", "\\mathfrak{"}, {"bold-italic", "\\boldsymbol{"}, {"sans-serif", "\\mathsf{"},
        {"monospace", "\\mathtt{"},
    };
    dana_view value;

    if (tag.length > 0 && dana_tag_attribute(tag, "mathvariant", &value)) {
        for (size_t i = 0; i < sizeof(variants) / sizeof(*variants); i++) {
            if (strlen(variants[i][0]) == value.length &&
                memcmp(variants[i][0], value.data, value.length) == 0) {
                return variants[i][1];
            }
        }
    }
    return NULL;
}

/* A name or an operator: a command where it is a function, upright where it is a word. */
static void put_name(dana__tex *tex, const dana__mathml_node *node)
{
    const char *command = variant_command(node->tag);
    dana_view text = node->text;

    if (is_function(text)) {
        dana__tex_puts(tex, "\\");
        dana__tex_put(tex, text.data, text.length);
        tex->after_command = true;
        return;
    }
    if (command == NULL && is_word(text)) {
        command = node->kind == DANA__MATHML_OPERATOR ? "\\operatorname{" : "\\mathrm{";
    }
    if (command == NULL) {
        put_characters(tex, text);
        return;
    }
    dana__tex_puts(tex, command);
    put_characters(tex, text);
    dana__tex_puts(tex, "}");
}

/* Writes a space where none stands yet. */
static void put_space(dana__tex *tex)
{
    const char *out = tex->out->data;
    size_t length = tex->out->length;

    if (length > 0 && out[length - 1] != ' ') {
        dana__tex_puts(tex, " ");
    }
}

static void put_text(dana__tex *tex, dana_view text)
{
    const char *p = text.data;
    const char *end = p + text.length;
    uint32_t only = only_character(text);

    if (text.length == 0 || (only != 0 && dana__is_white(only))) {
        put_space(tex);
        return;
    }
    dana__tex_puts(tex, "\\text{");
    while (p < end) {
        char encoded[8];
        uint32_t c = next_character(&p, end);

        if (dana__is_white(c)) {
            put_space(tex);
            continue;
        }

        dana__tex_put(tex, c == '{' || c == '}' || c == '$' ? "\\" : "",
                      c == '{' || c == '}' || c == '$');
        dana__tex_put(tex, encoded, dana__utf8_encode(c, encoded));
    }
    dana__tex_puts(tex, "}");
}

/* A fence of mfenced: an attribute, `otherwise` where there is none. */
static void put_fence(dana__tex *tex, const dana__mathml_node *node, const char *name,
                      const char *otherwise)
{
    dana_view value = {otherwise, strlen(otherwise)};

    dana_tag_attribute(node->tag, name, &value);
    put_characters(tex, value);
}

/* The command for the mark that is the second part of an element; NULL: it is none. */
static const char *accent_of(const dana__mathml_tree *tree, const dana__mathml_node *node)
{
    const dana__mathml_node *base = node_at(tree, node->child);
    const dana__mathml_node *mark = base != NULL ? node_at(tree, base->next) : NULL;

    if (node->kind != DANA__MATHML_SUP && node->kind != DANA__MATHML_SUB) {
        return NULL;
    }
    if (!node->is_limits || mark == NULL || mark->child != 0) {
        return NULL;
    }
    uint32_t c = only_character(mark->text);

    for (size_t i = 0; c != 0 && i < sizeof(accents) / sizeof(*accents); i++) {
        if (accents[i].code_point == c) {
            return node->kind == DANA__MATHML_SUP ? accents[i].over : accents[i].under;
        }
    }
    return NULL;
}

static bool has_scripts(dana__mathml_kind kind)
{
    return kind == DANA__MATHML_SUP || kind == DANA__MATHML_SUB || kind == DANA__MATHML_SUBSUP;
}

/* Whether a row is the base of scripts and more than one part: it needs braces. */
static bool needs_braces(const dana__mathml_tree *tree, const dana__mathml_node *node)
{
    const dana__mathml_node *parent = node_at(tree, node->parent);
    const dana__mathml_node *first = node_at(tree, node->child);

    return node->kind == DANA__MATHML_GROUP && parent != NULL && has_scripts(parent->kind) &&
           first != NULL && first->next != 0 && node_at(tree, parent->child) == node &&
           accent_of(tree, parent) == NULL;
}

static void enter(dana__tex *tex, const dana__mathml_tree *tree, const dana__mathml_node *node)
{
    const char *accent = accent_of(tree, node);

    if (accent != NULL) {
        dana__tex_puts(tex, accent);
        return;
    }
    switch (node->kind) {
    case DANA__MATHML_IDENTIFIER:
    case DANA__MATHML_OPERATOR:
        put_name(tex, node);
        break;
    case DANA__MATHML_NUMBER:
        put_characters(tex, node->text);
        break;
    case DANA__MATHML_TEXT:
        put_text(tex, node->text);
        break;
    case DANA__MATHML_SPACE:
        put_space(tex);
        break;
    case DANA__MATHML_FENCED:
        put_fence(tex, node, "open", "(");
        break;
    default:
        dana__tex_puts(tex, needs_braces(tree, node)             ? "{"
                            : templates[node->kind].open != NULL ? templates[node->kind].open
                                                                 : "");
        break;
    }
}

static void leave(dana__tex *tex, const dana__mathml_tree *tree, const dana__mathml_node *node)
{
    if (accent_of(tree, node) != NULL || needs_braces(tree, node)) {
        dana__tex_puts(tex, "}");
    } else if (node->kind == DANA__MATHML_FENCED) {
        put_fence(tex, node, "close", ")");
    } else if (templates[node->kind].close != NULL && node->child != 0) {
        dana__tex_puts(tex, templates[node->kind].close);
    }
}

/* What stands between a part and the next one; position: of the part, from 0. */
static void pass_between(dana__tex *tex, const dana__mathml_node *node, uint32_t position)
{
    if (node->kind == DANA__MATHML_FENCED) {
        put_fence(tex, node, "separators", ",");
    } else if (templates[node->kind].between[0] != NULL) {
        dana__tex_puts(tex, templates[node->kind].between[position > 0]);
    }
}

/* The part that is written after one; 0: none. A mark was written before its base. */
static uint32_t next_part(const dana__mathml_tree *tree, const dana__mathml_node *node)
{
    const dana__mathml_node *parent = node_at(tree, node->parent);

    return parent != NULL && accent_of(tree, parent) != NULL ? 0 : node->next;
}

static void write_tree(dana__tex *tex, const dana__mathml_tree *tree)
{
    const dana__mathml_node *node = node_at(tree, tree->root);

    while (node != NULL && tex->status == DANA_OK) {
        enter(tex, tree, node);
        if (node->child != 0) {
            node = node_at(tree, node->child);
            continue;
        }
        leave(tex, tree, node);
        while (node != NULL && next_part(tree, node) == 0) {
            node = node_at(tree, node->parent);
            if (node != NULL) {
                leave(tex, tree, node);
            }
        }
        if (node != NULL) {
            const dana__mathml_node *parent = node_at(tree, node->parent);

            if (parent != NULL) {
                pass_between(tex, parent, node->position);
            }
            node = node_at(tree, node->next);
        }
    }
}

void dana__mathml_to_tex(dana__tex *tex, dana_view markup)
{
    dana__mathml_tree tree;

    tex->status = dana__read_mathml(tex->arena, markup, &tree, tex->err);
    if (tex->status == DANA_OK) {
        write_tree(tex, &tree);
    }
    dana_buffer_release(tex->arena, &tree.nodes);
}
