#include "log.h"

#include "clock.h"

#include <errno.h>
#include <unistd.h>

/* What svc_log_end needs for the end of the object and of the line. */
#define TAIL_BYTES 4
/* Longest member that is not a string: name and number. */
#define LONGEST_MEMBER 64

const char *svc_log_level_name(svc_log_level level)
{
    static const char *const names[] = {"error", "warn", "info", "debug"};

    return names[level];
}

void svc_log_begin(svc_log_line *line, const svc_log *log, svc_log_level level, const char *message)
{
    char utc[SVC_UTC_SIZE];

    line->log = log;
    line->wanted = level <= log->level;
    if (!line->wanted) {
        return;
    }
    svc_text_init(&line->text, line->storage, sizeof line->storage - TAIL_BYTES);
    svc_format_utc(svc_wall_ms(), utc);
    svc_text_addf(&line->text, "{\"ts\":\"%s\",\"level\":\"%s\",\"msg\":", utc,
                  svc_log_level_name(level));
    svc_text_add_json(&line->text, message);
}

/* A member is begun only where it will fit, so that a cut line is still an object. */
static bool has_room(const svc_log_line *line)
{
    return line->wanted && line->text.length + LONGEST_MEMBER < line->text.size;
}

void svc_log_string(svc_log_line *line, const char *name, const char *value)
{
    if (value == NULL || !has_room(line)) {
        return;
    }
    svc_text_addf(&line->text, ",\"%s\":", name);
    svc_text_add_json(&line->text, value);
}

void svc_log_integer(svc_log_line *line, const char *name, long long value)
{
    if (has_room(line)) {
        svc_text_addf(&line->text, ",\"%s\":%lld", name, value);
    }
}

void svc_log_ms(svc_log_line *line, const char *name, double value)
{
    if (has_room(line)) {
        svc_text_addf(&line->text, ",\"%s\":%.3f", name, value);
    }
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
    svc_text_add(&line->text, "}\n");
    write_all(line->log->fd, line->text.storage, line->text.length);
}

void svc_log_message(const svc_log *log, svc_log_level level, const char *message)
{
    svc_log_line line;

    svc_log_begin(&line, log, level, message);
    svc_log_end(&line);
}
