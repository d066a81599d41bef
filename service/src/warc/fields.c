#include "warc/fields.h"

#include "base/text.h"

/* Ends the line at `line`, with those that go on with it. Returns the next one. */
static char *end_line(char *line)
{
    char *at = line;

    for (;;) {
        at += strcspn(at, "\n");
        if (*at == '\0') {
            return at;
        }
        if (!svc_is_blank(at[1])) {
            break;
        }
        *at = ' ';
    }
    *at = '\0';
    return at + 1;
}

/* Takes white space off both ends. */
static char *trim(char *text)
{
    text += strspn(text, " \t\r");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) {
        length--;
    }
    text[length] = '\0';
    return text;
}

static void read_line(char *line, const svc_warc_field *fields)
{
    char *colon = strchr(line, ':');

    if (colon == NULL) {
        return;
    }
    *colon = '\0';
    const char *name = trim(line);
    for (const svc_warc_field *f = fields; f->name != NULL; f++) {
        if (strcasecmp(f->name, name) == 0) {
            *f->value = trim(colon + 1);
            return;
        }
    }
}

void svc_warc_read_fields(char *head, const svc_warc_field *fields)
{
    char *line = head + strcspn(head, "\n");

    line += *line == '\n' ? 1 : 0;
    while (*line != '\0') {
        char *next = end_line(line);
        read_line(line, fields);
        line = next;
    }
}

bool svc_warc_is_type(const char *media_type, const char *name)
{
    return media_type != NULL && svc_text_equals(media_type, strcspn(media_type, "; \t,"), name);
}
