#include "read_formats.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <ctype.h>
#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void append_line(growing_text *out, const char *text)
{
    append(out, text, strlen(text));
    append(out, "\n", 1);
}

void clear_seen(seen *s)
{
    free(s->words.data);
    free(s->links.data);
    free(s->parts.data);
    *s = (seen){0};
}

/* The allow-list of core/include/dana/format.h. */
static const struct {
    const char *name;
    const char *attributes[3];
    bool is_inline;
} allowed[] = {
    {"html", {NULL}, false},
    {"body", {NULL}, false},
    {"h1", {NULL}, false},
    {"h2", {NULL}, false},
    {"h3", {NULL}, false},
    {"h4", {NULL}, false},
    {"h5", {NULL}, false},
    {"h6", {NULL}, false},
    {"p", {NULL}, false},
    {"br", {NULL}, false},
    {"hr", {NULL}, false},
    {"ul", {NULL}, false},
    {"ol", {"start", "type", "reversed"}, false},
    {"li", {"value"}, false},
    {"dl", {NULL}, false},
    {"dt", {NULL}, false},
    {"dd", {NULL}, false},
    {"blockquote", {NULL}, false},
    {"figure", {NULL}, false},
    {"figcaption", {NULL}, false},
    {"pre", {"dir"}, false},
    {"code", {"class", "dir"}, true},
    {"table", {NULL}, false},
    {"caption", {NULL}, false},
    {"tr", {NULL}, false},
    {"th", {"colspan", "rowspan"}, false},
    {"td", {"colspan", "rowspan"}, false},
    {"a", {"href"}, true},
    {"img", {"src", "alt"}, true},
    {"input", {"type", "checked", "disabled"}, true},
    {"strong", {NULL}, true},
    {"em", {NULL}, true},
    {"del", {NULL}, true},
    {"sub", {NULL}, true},
    {"sup", {NULL}, true},
    {"q", {NULL}, true},
    {"abbr", {"title"}, true},
    {"ruby", {NULL}, true},
    {"rt", {NULL}, true},
    {"rp", {NULL}, true},
};

#define ALLOWED_COUNT (sizeof(allowed) / sizeof(allowed[0]))

static size_t find_allowed(const char *name)
{
    size_t i = 0;

    while (i < ALLOWED_COUNT && strcmp(allowed[i].name, name) != 0) {
        i++;
    }
    return i;
}

static bool is_good_url(const char *url, bool is_link)
{
    return strncmp(url, "http://", 7) == 0 || strncmp(url, "https://", 8) == 0 ||
           (is_link && strncmp(url, "mailto:", 7) == 0);
}

static bool is_good_attribute(size_t row, const char *name, const char *value)
{
    for (size_t i = 0; i < 3 && allowed[row].attributes[i] != NULL; i++) {
        if (strcmp(allowed[row].attributes[i], name) != 0) {
            continue;
        }
        if (strcmp(name, "href") == 0 || strcmp(name, "src") == 0) {
            return is_good_url(value, name[0] == 'h');
        }
        if (strcmp(name, "class") == 0) {
            return strncmp(value, "language-", 9) == 0;
        }
        if (strcmp(name, "dir") == 0) {
            return strcmp(value, "auto") == 0;
        }
        if (strcmp(name, "type") == 0) {
            return strcmp(allowed[row].name, "ol") == 0
                       ? strlen(value) == 1 && strchr("aAiI", value[0]) != NULL
                       : strcmp(value, "checkbox") == 0;
        }
        return name[0] == 'a' || strcmp(name, "title") == 0 ||
               strspn(value, "0123456789") == strlen(value);
    }
    return false;
}

/* A caption and a term are emphasis in Markdown. */
static bool is_emphasis(const char *name)
{
    return strcmp(name, "strong") == 0 || strcmp(name, "em") == 0 ||
           strcmp(name, "figcaption") == 0 || strcmp(name, "dt") == 0;
}

static void note_part(seen *s, const char *name)
{
    if (name[0] == 'h' && name[1] >= '1' && name[1] <= '6') {
        append(&s->parts, name + 1, 1);
    } else if (strcmp(name, "hr") == 0) {
        append(&s->parts, "r", 1);
    } else if (strcmp(name, "pre") == 0) {
        append(&s->parts, "c", 1);
    }
}

static void on_start(void *context, const xmlChar *name, const xmlChar **attributes)
{
    seen *s = context;
    size_t row = find_allowed((const char *)name);

    if (row == ALLOWED_COUNT) {
        s->wrong = "an element that is not allowed";
        return;
    }
    for (size_t i = 0; attributes != NULL && attributes[i] != NULL; i += 2) {
        const char *value = attributes[i + 1] != NULL ? (const char *)attributes[i + 1] : "";

        if (!is_good_attribute(row, (const char *)attributes[i], value)) {
            s->wrong = "an attribute that is not allowed";
        }
        if (strcmp((const char *)attributes[i], "href") == 0 ||
            strcmp((const char *)attributes[i], "src") == 0) {
            append_line(&s->links, value);
        }
    }
    if (!allowed[row].is_inline) {
        append(&s->words, " ", 1);
    }
    s->depth += is_emphasis((const char *)name);
    note_part(s, (const char *)name);
}

static void on_end(void *context, const xmlChar *name)
{
    seen *s = context;
    size_t row = find_allowed((const char *)name);

    if (row < ALLOWED_COUNT && !allowed[row].is_inline) {
        append(&s->words, " ", 1);
    }
    s->depth -= is_emphasis((const char *)name) && s->depth > 0;
}

static void note_text(seen *s, const char *text, size_t length)
{
    append(&s->words, text, length);
    for (size_t i = 0; s->depth > 0 && i < length; i++) {
        s->emphasis += isalnum((unsigned char)text[i]) || (unsigned char)text[i] >= 0x80;
    }
}

static void on_text(void *context, const xmlChar *text, int length)
{
    note_text(context, (const char *)text, (size_t)length);
}

static void on_comment(void *context, const xmlChar *text)
{
    (void)text;
    ((seen *)context)->wrong = "a comment";
}

/* A copy of HTML for libxml2 2.9.14, with DEL instead of control characters. libxml2 drops control
 * characters, which the HTML standard keeps, and so joins words; it keeps DEL. */
static void spare_controls(dana_view html, growing_text *out)
{
    append(out, html.data, html.length);
    for (size_t i = 0; i < out->length; i++) {
        unsigned char byte = (unsigned char)out->data[i];

        if (byte > 0 && byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r') {
            out->data[i] = '\x7F';
        }
    }
}

static void parse_html(const growing_text *html, seen *s)
{
    htmlParserCtxtPtr parser = htmlCreateMemoryParserCtxt(html->data, (int)html->length);
    xmlSAXHandler handler = {.startElement = on_start,
                             .endElement = on_end,
                             .characters = on_text,
                             .cdataBlock = on_text,
                             .ignorableWhitespace = on_text,
                             .comment = on_comment};

    if (parser == NULL) {
        return; /* an empty text */
    }
    *parser->sax = handler;
    parser->userData = s;
    htmlCtxtUseOptions(parser, (int)HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | XML_PARSE_HUGE);
    xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
    htmlParseDocument(parser);
    htmlFreeParserCtxt(parser);
}

void read_html(dana_view html, seen *s)
{
    growing_text copy = {0};

    spare_controls(html, &copy);
    parse_html(&copy, s);
    free(copy.data);
}

static void read_literal(cmark_node *node, seen *s)
{
    const char *literal = cmark_node_get_literal(node);

    note_text(s, literal, strlen(literal));
}

/* A node of Markdown, recorded like HTML's start tag. */
static void enter_node(cmark_node *node, seen *s)
{
    char level = (char)('0' + cmark_node_get_heading_level(node));
    cmark_node_type type = cmark_node_get_type(node);

    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE || type == CMARK_NODE_CODE_BLOCK) {
        read_literal(node, s);
    } else if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE) {
        append_line(&s->links, cmark_node_get_url(node));
    } else if (type == CMARK_NODE_HTML_BLOCK) {
        s->wrong = "HTML in Markdown";
    } else if (type == CMARK_NODE_HTML_INLINE &&
               strcmp(cmark_node_get_literal(node), "<br>") != 0) {
        s->wrong = "HTML in Markdown";
    }
    if (type == CMARK_NODE_HEADING) {
        append(&s->parts, &level, 1);
    } else if (type == CMARK_NODE_THEMATIC_BREAK) {
        append(&s->parts, "r", 1);
    } else if (type == CMARK_NODE_CODE_BLOCK) {
        append(&s->parts, "c", 1);
    }
}

static bool is_inline_node(cmark_node *node)
{
    cmark_node_type type = cmark_node_get_type(node);

    return type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE || type == CMARK_NODE_EMPH ||
           type == CMARK_NODE_STRONG || type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE ||
           strcmp(cmark_node_get_type_string(node), "strikethrough") == 0;
}

static void read_nodes(cmark_node *document, seen *s)
{
    cmark_iter *nodes = cmark_iter_new(document);
    size_t in_image = 0;

    for (cmark_event_type event = cmark_iter_next(nodes); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(nodes)) {
        cmark_node *node = cmark_iter_get_node(nodes);
        cmark_node_type type = cmark_node_get_type(node);
        bool enters = event == CMARK_EVENT_ENTER;

        if (in_image == 0 && !is_inline_node(node)) {
            append(&s->words, " ", 1);
        }
        if (type == CMARK_NODE_EMPH || type == CMARK_NODE_STRONG) {
            s->depth += enters ? 1 : (size_t)-1;
        }
        if (type == CMARK_NODE_IMAGE && !enters) {
            in_image--;
        }
        if (enters && in_image == 0) {
            enter_node(node, s);
        }
        if (type == CMARK_NODE_IMAGE && enters) {
            in_image++;
        }
    }
    cmark_iter_free(nodes);
}

void read_markdown(dana_view markdown, seen *s)
{
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);

    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"));
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("strikethrough"));
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("tasklist"));
    cmark_parser_feed(parser, markdown.data, markdown.length);
    cmark_node *document = cmark_parser_finish(parser);

    read_nodes(document, s);
    cmark_node_free(document);
    cmark_parser_free(parser);
}
