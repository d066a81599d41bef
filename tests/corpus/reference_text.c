#include "reference_text.h"

#include "dana/text.h"
#include "html_tree.h"

#include <stdbool.h>
#include <string.h>

/* Whether words end at the element's start and end. They do not at elements that HTML renders
 * inline: a word may be partly bold. */
static bool parts_words(const xmlNode *node)
{
    static const char *const names[] = {
        "a",      "abbr",  "acronym", "b",   "bdi",  "bdo",    "big",   "cite", "code",
        "data",   "del",   "dfn",     "em",  "font", "i",      "ins",   "kbd",  "label",
        "mark",   "nobr",  "q",       "s",   "samp", "script", "small", "span", "strike",
        "strong", "style", "sub",     "sup", "time", "tt",     "u",     "var",  "wbr"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp((const char *)node->name, names[i]) == 0) {
            return false;
        }
    }
    return true;
}

static void part_words(const xmlNode *node, growing_text *out)
{
    if (node->type == XML_ELEMENT_NODE && parts_words(node)) {
        append(out, " ", 1);
    }
}

/* The node after the last one; elements that end before it end words. */
static const xmlNode *next_node(const xmlNode *node, bool enter, growing_text *out)
{
    if (enter && node->children != NULL) {
        return node->children;
    }
    part_words(node, out);
    while (node->next == NULL) {
        node = node->parent;
        if (node == NULL || node->type != XML_ELEMENT_NODE) {
            return NULL;
        }
        part_words(node, out);
    }
    return node->next;
}

static bool is_in_heading(const xmlNode *node)
{
    for (; node != NULL && node->type == XML_ELEMENT_NODE; node = node->parent) {
        const char *name = (const char *)node->name;

        if (name[0] == 'h' && name[1] >= '1' && name[1] <= '6' && name[2] == '\0') {
            return true;
        }
    }
    return false;
}

/* Whether a text begins with a sign that leads up or back, but for white space before it. */
static bool begins_with_arrow(const xmlChar *text)
{
    static const char *const arrows[] = {"↩", "↪", "↵", "↰", "↑", "⇑", "↖",
                                         "⤴", "⏎", "⬆", "⬑", "▲", "^"};
    const char *p = text != NULL ? (const char *)text : "";

    p += strspn(p, " \t\r\n\f");
    for (size_t i = 0; i < sizeof(arrows) / sizeof(arrows[0]); i++) {
        if (strncmp(p, arrows[i], strlen(arrows[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether an element is a link inside the page that holds but a sign: that of a heading to itself,
 * or the arrow of a note back to its mark. */
static bool is_permalink(const xmlNode *node)
{
    if (strcmp((const char *)node->name, "a") != 0) {
        return false;
    }
    xmlChar *href = xmlGetProp(node, (const xmlChar *)"href");
    xmlChar *text = xmlNodeGetContent(node);
    dana_view content = {(const char *)text, text != NULL ? strlen((const char *)text) : 0};
    size_t position = 0;
    dana_span word;
    bool is_sign = href != NULL && href[0] == '#' && !dana_next_word(content, &position, &word) &&
                   (is_in_heading(node) || begins_with_arrow(text));

    xmlFree(href);
    xmlFree(text);
    return is_sign;
}

/* Whether an element has the links of a heading to forms that edit its section, as MediaWiki sets
 * them. */
static bool is_edit_section(const xmlNode *node)
{
    xmlChar *class = xmlGetProp(node, (const xmlChar *)"class");
    bool found = class != NULL && is_in_heading(node) &&
                 xmlStrstr(class, (const xmlChar *)"mw-editsection") != NULL;

    xmlFree(class);
    return found;
}

static void collect_text(const xmlNode *node, growing_text *out)
{
    while (node != NULL) {
        bool enter = node->type == XML_ELEMENT_NODE && !is_dropped(node) && !is_permalink(node) &&
                     !is_edit_section(node);

        if (node->type == XML_TEXT_NODE && node->content != NULL) {
            append(out, (const char *)node->content, strlen((const char *)node->content));
        }
        part_words(node, out);
        node = next_node(node, enter, out);
    }
}

void reference_text(const char *html, size_t length, growing_text *out)
{
    htmlDocPtr document = parse_tree(html, length);

    if (document != NULL) {
        const xmlNode *root = xmlDocGetRootElement(document);

        collect_text(root, out);
        xmlFreeDoc(document);
    }
}
