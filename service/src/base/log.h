/*
 * The log: a line an event, as JSON or as text for people. Lines of threads never mix. Nobody waits
 * for who reads the log: lines that find no room are counted, and told of by the next that does.
 */
#ifndef SVC_BASE_LOG_H
#define SVC_BASE_LOG_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Levels, most important first. */
typedef enum { SVC_LOG_ERROR, SVC_LOG_WARN, SVC_LOG_INFO, SVC_LOG_DEBUG } svc_log_level;

/* What a line looks like. */
typedef enum { SVC_LOG_JSON, SVC_LOG_TEXT } svc_log_format;

/* Where the log goes and up to which level. Constant after start, so threads share it freely. */
typedef struct {
    int fd;
    svc_log_level level;
    svc_log_format format;
} svc_log;

/* A line that is being built. */
typedef struct {
    const svc_log *log;
    bool wanted;       /* false: the level is not logged and all calls do nothing */
    const char *group; /* what the members belong to; NULL: to the line */
    bool first;        /* the next member is the group's first */
    svc_text text;
    char storage[2048];
} svc_log_line;

/* Starts a line with time, level and message. */
void svc_log_begin(svc_log_line *line, const svc_log *log, svc_log_level level,
                   const char *message);

/* Adds a string member; NULL is left out. */
void svc_log_string(svc_log_line *line, const char *name, const char *value);

/* As svc_log_string; the value, with its escapes, takes at most `most` bytes. For what clients
 * make. */
void svc_log_cut(svc_log_line *line, const char *name, const char *value, size_t most);

/* Adds an integer member. */
void svc_log_integer(svc_log_line *line, const char *name, long long value);

/* Adds a time in milliseconds, rounded to 3 decimals. */
void svc_log_ms(svc_log_line *line, const char *name, double value);

/* Opens a member that the next members, up to svc_log_close, belong to. There is one level. */
void svc_log_open(svc_log_line *line, const char *name);

/* Ends what svc_log_open opened. */
void svc_log_close(svc_log_line *line);

/* Writes the line. */
void svc_log_end(svc_log_line *line);

/* Logs a line that is only a message. */
void svc_log_message(const svc_log *log, svc_log_level level, const char *message);

/* Returns the name of a level ("info"). */
const char *svc_log_level_name(svc_log_level level);

/* Returns the name of a format ("json"). */
const char *svc_log_format_name(svc_log_format format);

#endif
