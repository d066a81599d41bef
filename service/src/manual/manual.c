#include "manual/manual.h"

#include "config/show.h"

#include <string.h>

/* Columns of the text; the flags stand two columns in. */
#define WIDTH  100
#define INDENT 2

typedef enum { COMMAND_ROW, USAGE_ROW, TEXT_ROW, FLAG_ROW, SETTINGS_ROW, STATUS_ROW } row_kind;

typedef struct {
    row_kind kind;
    const char *command;
    const char *flag;
    const char *value;
    const char *text;
} row;

#define COMMAND(command, text)                    {COMMAND_ROW, #command, "", "", text},
#define USAGE(command, text)                      {USAGE_ROW, #command, "", "", text},
#define TEXT(command, text)                       {TEXT_ROW, #command, "", "", text},
#define FLAG(command, flag, value, choices, text) {FLAG_ROW, #command, flag, value, text},
#define SETTINGS(command)                         {SETTINGS_ROW, #command, "", "", ""},
#define STATUS(command, text)                     {STATUS_ROW, #command, "", "", text},

static const row rows[] = {
#include "manual/commands.def"
};

#define ROW_COUNT (sizeof rows / sizeof rows[0])

/* Prints a text whose first line begins in `column`; the others are indented as far. Ends the line.
 */
static void print_wrapped(const char *text, size_t indent, FILE *out)
{
    size_t column = indent;

    while (*text != '\0') {
        size_t word = strcspn(text, " ");
        if (column > indent && column + 1 + word > WIDTH) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', out);
            column++;
        }
        fwrite(text, 1, word, out);
        column += word;
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

/* The columns of "--flag VALUE". */
static size_t flag_width(const row *r)
{
    return strlen(r->flag) + (r->value[0] != '\0' ? 1 + strlen(r->value) : 0);
}

/* The column at which the texts of a block of flags begin: from a row to the next usage. */
static size_t text_column(const row *first)
{
    size_t widest = 0;

    for (const row *r = first; r < rows + ROW_COUNT && r->kind != USAGE_ROW; r++) {
        size_t width = r->kind == FLAG_ROW && strcmp(r->command, first->command) == 0
                           ? flag_width(r)
                           : 0;
        widest = width > widest ? width : widest;
    }
    return INDENT + widest + 2;
}

static void print_flag(const row *r, size_t column, FILE *out)
{
    fprintf(out, "%*s%s%s%s%*s", INDENT, "", r->flag, r->value[0] != '\0' ? " " : "", r->value,
            (int)(column - INDENT - flag_width(r)), "");
    print_wrapped(r->text, column, out);
}

static void print_usage(const row *r, FILE *out)
{
    bool first = r[-1].kind == COMMAND_ROW;

    fprintf(out, "%susage: danad %s%s%s\n\n", first ? "" : "\n", r->command,
            r->text[0] != '\0' ? " " : "", r->text);
}

static void print_row(const row *r, size_t column, FILE *out)
{
    switch (r->kind) {
    case COMMAND_ROW:
        break;
    case USAGE_ROW:
        print_usage(r, out);
        break;
    case TEXT_ROW:
        print_wrapped(r->text, 0, out);
        fputs(r[1].kind == STATUS_ROW ? "" : "\n", out);
        break;
    case FLAG_ROW:
        print_flag(r, column, out);
        break;
    case SETTINGS_ROW:
        svc_config_help(out);
        break;
    case STATUS_ROW:
        fputs("\nExit status: ", out);
        print_wrapped(r->text, 0, out);
        break;
    }
}

void svc_manual_list(FILE *out)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (rows[i].kind == COMMAND_ROW) {
            fprintf(out, "  danad %-11s %s\n", rows[i].command, rows[i].text);
        }
    }
}

bool svc_manual_print(const char *command, FILE *out)
{
    bool found = false;
    size_t column = 0;

    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (strcmp(rows[i].command, command) == 0) {
            column = rows[i].kind == USAGE_ROW ? text_column(&rows[i + 1]) : column;
            print_row(&rows[i], column, out);
            found = true;
        }
    }
    return found;
}
