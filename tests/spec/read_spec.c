#include "read_spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_LENGTH 65536

const char *find_section(const spec_case *c, const char *name)
{
    for (size_t i = 0; i < c->section_count; i++) {
        if (strcmp(c->sections[i].name, name) == 0) {
            return c->sections[i].text;
        }
    }
    return NULL;
}

void strip_newlines(char *text)
{
    for (size_t length = strlen(text); length > 0 && text[length - 1] == '\n'; length--) {
        text[length - 1] = '\0';
    }
}

static void clear_case(spec_case *c)
{
    for (size_t i = 0; i < c->section_count; i++) {
        free(c->sections[i].name);
        free(c->sections[i].text);
    }
    free(c->name);
    free(c->run);
    free(c->headline);
    free(c->base);
    free(c->select);
    free(c->remove);
    free(c->switches);
    free(c->boxes);
    *c = (spec_case){0};
}

static void add_to_section(spec_case *c, const char *line)
{
    section *s = &c->sections[c->section_count - 1];
    size_t used = s->text != NULL ? strlen(s->text) : 0;

    s->text = realloc(s->text, used + strlen(line) + 1);
    memcpy(s->text + used, line, strlen(line) + 1);
}

static void start_section(spec_case *c, char *name)
{
    strip_newlines(name);
    if (c->section_count < MAX_SECTIONS) {
        section *s = &c->sections[c->section_count++];

        s->name = strdup(name);
        s->text = strdup("");
    }
}

/* Reads a line before a case's page: a setting, or a comment. */
static void read_setting(spec_case *c, char *line)
{
    const struct {
        const char *start;
        char **value;
    } settings[] = {{"run: ", &c->run},       {"headline: ", &c->headline},
                    {"base: ", &c->base},     {"select: ", &c->select},
                    {"remove: ", &c->remove}, {"switch: ", &c->switches},
                    {"boxes: ", &c->boxes}};

    strip_newlines(line);
    for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++) {
        size_t length = strlen(settings[i].start);

        if (strncmp(line, settings[i].start, length) == 0) {
            *settings[i].value = strdup(line + length);
        }
    }
}
static void finish_case(spec_case *c, visit_case *visit, void *arg)
{
    if (c->name != NULL) {
        visit(c, arg);
    }
    clear_case(c);
}

bool read_spec(const char *path, visit_case *visit, void *arg)
{
    static char line[LINE_LENGTH];
    spec_case c = {0};
    FILE *file = fopen(path, "r");

    if (file == NULL) {
        return false;
    }
    while (fgets(line, sizeof(line), file) != NULL) {
        if (strncmp(line, "=== ", 4) == 0) {
            finish_case(&c, visit, arg);
            strip_newlines(line);
            c.name = strdup(line + 4);
        } else if (strncmp(line, "--- ", 4) == 0) {
            start_section(&c, line + 4);
        } else if (c.section_count > 0) {
            add_to_section(&c, line);
        } else {
            read_setting(&c, line);
        }
    }
    finish_case(&c, visit, arg);
    fclose(file);
    return true;
}
