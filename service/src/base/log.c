#include "base/log.h"

#include "base/clock.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* What svc_log_end needs for the end of a group, of the object and of the line. */
#define TAIL_BYTES 5
/* Longest member that is not a string: names and number. */
#define LONGEST_MEMBER 64
/* Longest value of svc_log_cut with its NUL. */
#define CUT_BYTES 1024

const char *svc_log_level_name(svc_log_level level)
{
    static const char *const names[] = {"error", "warn", "info", "debug"};

    return names[level];
}

const char *svc_log_format_name(svc_log_format format)
{
    static const char *const names[] = {"json", "text"};

    return names[format];
}

static bool is_text(const svc_log_line *line)
{
    return line->log->format == SVC_LOG_TEXT;
}

void svc_log_begin(svc_log_line *line, const svc_log *log, svc_log_level level, const char *message)
{
    char utc[SVC_UTC_SIZE];

    line->log = log;
    line->wanted = level <= log->level;
    line->group = NULL;
    line->first = false;
    if (!line->wanted) {
        return;
    }
    svc_text_init(&line->text, line->storage, sizeof line->storage - TAIL_BYTES);
    svc_format_utc(svc_wall_ms(), utc);
    if (is_text(line)) {
        svc_text_addf(&line->text, "%s %-5s ", utc, svc_log_level_name(level));
        svc_text_add_plain(&line->text, message);
        return;
    }
    svc_text_addf(&line->text, "{\"ts\":\"%s\",\"level\":\"%s\",\"msg\":", utc,
                  svc_log_level_name(level));
    svc_text_add_json(&line->text, message);
}

/* A member is begun only where it will fit, so that a cut line is still an object. */
static bool has_room(const svc_log_line *line)
{
    return line->wanted && line->text.length + LONGEST_MEMBER < line->text.size;
}

/* Adds what stands before a value: ,"name": or a blank, the group, a dot, name= */
static void add_name(svc_log_line *line, const char *name)
{
    bool text = is_text(line);

    svc_text_add(&line->text, text ? " " : line->first ? "\"" : ",\"");
    if (text && line->group != NULL) {
        svc_text_add(&line->text, line->group);
        svc_text_add(&line->text, ".");
    }
    svc_text_add(&line->text, name);
    svc_text_add(&line->text, text ? "=" : "\":");
    line->first = false;
}

/* Whether a value needs no quotes between blanks and after an equals sign. */
static bool is_word(const char *value)
{
    size_t length = 0;

    while (value[length] > ' ' && value[length] < 0x7f && value[length] != '"' &&
           value[length] != '=' && value[length] != '\\') {
        length++;
    }
    return length > 0 && value[length] == '\0';
}

void svc_log_string(svc_log_line *line, const char *name, const char *value)
{
    if (value == NULL || !has_room(line)) {
        return;
    }
    add_name(line, name);
    if (is_text(line) && is_word(value)) {
        svc_text_add_plain(&line->text, value);
    } else {
        svc_text_add_json(&line->text, value);
    }
}

void svc_log_cut(svc_log_line *line, const char *name, const char *value, size_t most)
{
    char cut[CUT_BYTES];

    if (value == NULL || strlen(value) <= most) {
        svc_log_string(line, name, value);
        return;
    }
    most = most < sizeof cut ? most : sizeof cut - 1;
    while (most > 0 && (value[most] & 0xc0) == 0x80) {
        most--; /* not within a character of UTF-8 */
    }
    memcpy(cut, value, most);
    cut[most] = '\0';
    svc_log_string(line, name, cut);
}

void svc_log_integer(svc_log_line *line, const char *name, long long value)
{
    if (has_room(line)) {
        add_name(line, name);
        svc_text_add_integer(&line->text, value);
    }
}

void svc_log_ms(svc_log_line *line, const char *name, double value)
{
    if (has_room(line)) {
        add_name(line, name);
        svc_text_add_decimal(&line->text, value);
    }
}

void svc_log_open(svc_log_line *line, const char *name)
{
    if (!has_room(line)) {
        return;
    }
    if (!is_text(line)) {
        add_name(line, name);
        svc_text_add(&line->text, "{");
        line->first = true;
    }
    line->group = name;
}

void svc_log_close(svc_log_line *line)
{
    if (!line->wanted || line->group == NULL) {
        return;
    }
    if (!is_text(line)) {
        line->text.size++; /* kept for this by TAIL_BYTES */
        svc_text_add(&line->text, "}");
        line->text.size--;
    }
    line->group = NULL;
    line->first = false;
}

static void write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return; /* nowhere left to report it */
        }
        bytes += written;
        length -= (size_t)written;
    }
}

void svc_log_end(svc_log_line *line)
{
    if (!line->wanted) {
        return;
    }
    line->text.size = sizeof line->storage;
    svc_text_add(&line->text, is_text(line) ? "\n" : "}\n");
    write_all(line->log->fd, line->text.storage, line->text.length);
}

void svc_log_message(const svc_log *log, svc_log_level level, const char *message)
{
    svc_log_line line;

    svc_log_begin(&line, log, level, message);
    svc_log_end(&line);
}
