#include "decode/encodings.h"

#include "base/ascii.h"

#include <string.h>
#include <strings.h>

/* Longest name of an attribute that means something here. */
#define NAME_MAX_BYTES 16

/* Bytes still to be read. */
typedef struct {
    const char *p;
    const char *end;
    bool *unknown;
} input;

/* An attribute: [name, +name_length) and [value, +value_length), as they stand. */
typedef struct {
    const char *name;
    size_t name_length;
    const char *value;
    size_t value_length;
} attribute;

/* What the attributes of a meta element say (HTML 13.2.3.2, step 2.2). */
typedef struct {
    bool got_pragma;
    bool need_pragma; /* the label came from content: it counts with http-equiv alone */
    bool has_label;
    dana__encoding encoding;
    bool seen_http_equiv;
    bool seen_content;
    bool seen_charset;
} meta;

static size_t left(const input *in)
{
    return (size_t)(in->end - in->p);
}

static bool starts_with(const input *in, const char *text)
{
    size_t length = strlen(text);

    return left(in) >= length && strncasecmp(in->p, text, length) == 0;
}

static void skip_spaces(input *in)
{
    while (in->p < in->end && dana__is_space(*in->p)) {
        in->p++;
    }
}

static bool is_named(const attribute *a, const char *name)
{
    return a->name_length == strlen(name) && strncasecmp(a->name, name, a->name_length) == 0;
}

static void read_quoted(input *in, attribute *a)
{
    char quote = *in->p++;
    const char *close = memchr(in->p, quote, left(in));

    a->value = in->p;
    a->value_length = close != NULL ? (size_t)(close - in->p) : left(in);
    in->p = close != NULL ? close + 1 : in->end;
}

static void read_value(input *in, attribute *a)
{
    in->p++;
    skip_spaces(in);
    if (in->p < in->end && (*in->p == '"' || *in->p == '\'')) {
        read_quoted(in, a);
        return;
    }
    a->value = in->p;
    while (in->p < in->end && !dana__is_space(*in->p) && *in->p != '>') {
        in->p++;
    }
    a->value_length = (size_t)(in->p - a->value);
}

/* "Get an attribute". Returns false at the end of the tag or of the bytes. */
static bool read_attribute(input *in, attribute *a)
{
    while (in->p < in->end && (dana__is_space(*in->p) || *in->p == '/')) {
        in->p++;
    }
    if (in->p == in->end || *in->p == '>') {
        return false;
    }
    *a = (attribute){.name = in->p, .value = ""};
    while (in->p < in->end && !dana__is_space(*in->p) && *in->p != '/' && *in->p != '>' &&
           (*in->p != '=' || in->p == a->name)) {
        in->p++;
    }
    a->name_length = (size_t)(in->p - a->name);
    skip_spaces(in);
    if (in->p < in->end && *in->p == '=') {
        read_value(in, a);
    }
    return true;
}

/* The label after "charset" and "=" ("extracting a character encoding from a meta element"). */
static bool find_label(const char *text, size_t length, attribute *label)
{
    input in = {text, text + length, NULL};

    while (in.p < in.end) {
        if (!starts_with(&in, "charset")) {
            in.p++;
            continue;
        }
        in.p += strlen("charset");
        skip_spaces(&in);
        if (in.p == in.end || *in.p != '=') {
            continue;
        }
        read_value(&in, label);
        const char *semicolon = memchr(label->value, ';', label->value_length);

        if (semicolon != NULL && label->value[-1] != '"' && label->value[-1] != '\'') {
            label->value_length = (size_t)(semicolon - label->value);
        }
        return true;
    }
    return false;
}

static void take_label(meta *m, const attribute *label, bool need_pragma)
{
    m->encoding = dana__encoding_of_label(label->value, label->value_length);
    m->has_label = true;
    m->need_pragma = need_pragma;
}

/* The first attribute of each name counts. */
static void take_attribute(meta *m, const attribute *a)
{
    attribute label = {0};

    if (is_named(a, "http-equiv") && !m->seen_http_equiv) {
        m->seen_http_equiv = true;
        m->got_pragma = a->value_length == strlen("content-type") &&
                        strncasecmp(a->value, "content-type", a->value_length) == 0;
    } else if (is_named(a, "content") && !m->seen_content) {
        m->seen_content = true;
        if (!m->has_label && find_label(a->value, a->value_length, &label)) {
            take_label(m, &label, true);
        }
    } else if (is_named(a, "charset") && !m->seen_charset) {
        m->seen_charset = true;
        take_label(m, a, false);
    }
}

/* What a declaration inside bytes of ASCII can mean. */
static dana__encoding as_declared(dana__encoding encoding)
{
    if (encoding == DANA__UTF_16LE || encoding == DANA__UTF_16BE) {
        return DANA__UTF_8;
    }
    return encoding == DANA__X_USER_DEFINED ? DANA__WINDOWS_1252 : encoding;
}

static dana__encoding read_meta(input *in)
{
    meta m = {.encoding = DANA__NO_ENCODING};
    attribute a;

    in->p += strlen("<meta");
    while (read_attribute(in, &a)) {
        take_attribute(&m, &a);
    }
    if (!m.has_label || (m.need_pragma && !m.got_pragma)) {
        return DANA__NO_ENCODING;
    }
    *in->unknown = *in->unknown || m.encoding == DANA__NO_ENCODING;
    return as_declared(m.encoding);
}

static void skip_to(input *in, const char *text)
{
    const char *found = memmem(in->p, left(in), text, strlen(text));

    in->p = found != NULL ? found + strlen(text) : in->end;
}

/* A tag other than meta: its attributes are passed, as one of them may hold '>'. */
static void skip_tag(input *in)
{
    attribute a;

    while (in->p < in->end && !dana__is_space(*in->p) && *in->p != '>') {
        in->p++;
    }
    while (read_attribute(in, &a)) {
    }
}

static bool is_meta(const input *in)
{
    return starts_with(in, "<meta") && left(in) > 5 &&
           (dana__is_space(in->p[5]) || in->p[5] == '/');
}

static bool is_tag(const input *in)
{
    size_t name = left(in) > 1 && in->p[1] == '/' ? 2 : 1;

    return left(in) > name && dana__is_letter(in->p[name]);
}

/* Passes the markup at '<', or reads it where it is a meta element. */
static dana__encoding read_markup(input *in)
{
    if (starts_with(in, "<!--")) {
        in->p += 2; /* <!--> is a whole comment: its dashes may be those that end it */
        skip_to(in, "-->");
    } else if (is_meta(in)) {
        return read_meta(in);
    } else if (is_tag(in)) {
        in->p++;
        skip_tag(in);
    } else if (left(in) > 1 && (in->p[1] == '!' || in->p[1] == '/' || in->p[1] == '?')) {
        skip_to(in, ">");
    } else {
        in->p++;
    }
    return DANA__NO_ENCODING;
}

/* "Get an XML encoding": encoding="..." in <?xml ... ?> at the very start. */
static dana__encoding read_xml_declaration(const char *bytes, size_t length, bool *unknown)
{
    const char *end = length > 5 && memcmp(bytes, "<?xml", 5) == 0 ? memchr(bytes, '>', length)
                                                                   : NULL;
    const char *name = end != NULL ? memmem(bytes, (size_t)(end - bytes), "encoding", 8) : NULL;
    attribute a = {0};

    if (name == NULL) {
        return DANA__NO_ENCODING;
    }
    input in = {name + strlen("encoding"), end, unknown};

    skip_spaces(&in);
    if (in.p == in.end || *in.p != '=') {
        return DANA__NO_ENCODING;
    }
    read_value(&in, &a);
    dana__encoding encoding = dana__encoding_of_label(a.value, a.value_length);

    *unknown = *unknown || encoding == DANA__NO_ENCODING;
    return as_declared(encoding);
}

dana__encoding dana__prescan(const char *bytes, size_t length, bool *unknown)
{
    input in = {bytes, bytes + length, unknown};

    while (in.p < in.end) {
        const char *markup = memchr(in.p, '<', left(&in));

        if (markup == NULL) {
            break;
        }
        in.p = markup;
        dana__encoding encoding = read_markup(&in);

        if (encoding != DANA__NO_ENCODING) {
            return encoding;
        }
    }
    return read_xml_declaration(bytes, length, unknown);
}
