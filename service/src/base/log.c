#include "base/log.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

/* What svc_log_end needs for the end of a group, of the object and of the line. */
#define TAIL_BYTES 5
/* Longest member that is not a string: names and number. */
#define LONGEST_MEMBER 64

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
    svc_text_add(&line->text, "{\"ts\":\"");
    svc_text_add(&line->text, utc);
    svc_text_add(&line->text, "\",\"level\":\"");
    svc_text_add(&line->text, svc_log_level_name(level));
    svc_text_add(&line->text, "\",\"msg\":");
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

/* With its escapes it takes `most` bytes at most, beside quotes; characters are never cut. */
static void add_value(svc_log_line *line, const char *value, size_t most)
{
    bool plain = is_text(line) && is_word(value);
    size_t size = line->text.size;
    size_t end = line->text.length + most + (plain ? 1 : 3);

    line->text.size = end < size ? end : size;
    if (plain) {
        svc_text_add_plain(&line->text, value);
    } else {
        svc_text_add_json(&line->text, value);
    }
    line->text.size = size;
}

void svc_log_string(svc_log_line *line, const char *name, const char *value)
{
    svc_log_cut(line, name, value, sizeof line->storage);
}

void svc_log_cut(svc_log_line *line, const char *name, const char *value, size_t most)
{
    if (value == NULL || !has_room(line)) {
        return;
    }
    add_name(line, name);
    add_value(line, value, most);
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

/*
 * The log never waits for its reader, who may have stopped: a pipe that poll() finds writable takes
 * a page, and so a line, at once. That holds for one writer at a time.
 */
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;
static unsigned long long lost; /* lines that found no room since the last that did */

/* Returns false where there is no room. */
static bool write_line(int fd, const char *bytes, size_t length)
{
    struct pollfd out = {.fd = fd, .events = POLLOUT};

    while (length > 0) {
        if (poll(&out, 1, 0) <= 0 || (out.revents & POLLOUT) == 0) {
            return false;
        }
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

static void end_text(svc_log_line *line)
{
    line->text.size = sizeof line->storage;
    svc_text_add(&line->text, is_text(line) ? "\n" : "}\n");
}

/* Tells of lines that were lost, where some were. Returns false where there is no room either. */
static bool tell_lost(const svc_log *log)
{
    svc_log_line line;

    if (lost == 0) {
        return true;
    }
    svc_log_begin(&line, log, SVC_LOG_WARN, "log lines lost: their reader was too slow");
    if (line.wanted) {
        svc_log_integer(&line, "lines", (long long)lost);
        end_text(&line);
        if (!write_line(log->fd, line.text.storage, line.text.length)) {
            return false;
        }
    }
    lost = 0;
    return true;
}

void svc_log_end(svc_log_line *line)
{
    if (!line->wanted) {
        return;
    }
    end_text(line);
    pthread_mutex_lock(&writing);
    if (!tell_lost(line->log) ||
        !write_line(line->log->fd, line->text.storage, line->text.length)) {
        lost++;
    }
    pthread_mutex_unlock(&writing);
}

void svc_log_message(const svc_log *log, svc_log_level level, const char *message)
{
    svc_log_line line;

    svc_log_begin(&line, log, level, message);
    svc_log_end(&line);
}
