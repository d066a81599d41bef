/*
 * Statuses and errors of core.
 *
 * Every function of core that can fail returns a dana_status and fills the caller's dana_error.
 * Bad input is an error; a broken invariant is an assertion.
 */
#ifndef DANA_STATUS_H
#define DANA_STATUS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define DANA_MUST_USE     __attribute__((warn_unused_result))
#define DANA_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define DANA_MUST_USE
#define DANA_PRINTF(f, a)
#endif

/* One row a status: enum name, category. */
#define DANA_STATUS_LIST(X)                                                                        \
    X(OK, NONE)                                                                                    \
    X(NO_MEMORY, INTERNAL)      /* the machine is out of memory */                                 \
    X(INVALID_UTF8, INPUT)      /* the source is not valid UTF-8 */                                \
    X(TOO_LARGE, DOCUMENT)      /* the source is longer than the limit */                          \
    X(TOO_COMPLEX, DOCUMENT)    /* the page exceeds a limit */                                     \
    X(CANCELLED, DOCUMENT)      /* the caller cancelled the work */                                \
    X(UNKNOWN_ALGORITHM, INPUT) /* no algorithm has this id */                                     \
    X(UNKNOWN_PARAM, INPUT)     /* the algorithm has no such parameter */                          \
    X(INVALID_PARAM, INPUT)     /* the parameter's value is not allowed */                         \
    X(INVALID_BOXES, INPUT)     /* the boxes are not those of the source */                        \
    X(NO_BOXES, INPUT)          /* the page was not rendered */

/* What went wrong; DANA_OK is 0. */
typedef enum {
#define DANA_STATUS_ENUM(name, category) DANA_##name,
    DANA_STATUS_LIST(DANA_STATUS_ENUM)
#undef DANA_STATUS_ENUM
        DANA_STATUS_COUNT
} dana_status;

/* Who has to act: nobody, the caller (INPUT), the page's author (DOCUMENT), us (INTERNAL). */
typedef enum {
    DANA_CATEGORY_NONE,
    DANA_CATEGORY_INPUT,
    DANA_CATEGORY_DOCUMENT,
    DANA_CATEGORY_INTERNAL
} dana_category;

/*
 * The caller's error: one line of message, and the byte offset in the source where it applies.
 * limit: which limit was exceeded: "bytes" (DANA_TOO_LARGE), "memory", "lines", "nodes",
 * "attributes" or "depth" (DANA_TOO_COMPLEX; see dana/limits.h); static, NULL for other statuses.
 */
typedef struct {
    dana_status status;
    size_t position;    /* 0-based byte offset, 0 where it has no meaning */
    const char *limit;  /* name of the limit, or NULL */
    size_t limit_value; /* what the limit allows; "bytes" and "memory" in bytes */
    char message[200];
} dana_error;

/* Returns the category of a status; DANA_CATEGORY_INTERNAL for a value outside the list. */
dana_category dana_status_category(dana_status status);

/*
 * Fills err (which may be NULL) with a status, a 0-based byte position and a printf-style message,
 * cut at the message's size. Returns the status, so that a caller can return the call itself.
 */
dana_status dana_error_set(dana_error *err, dana_status status, size_t position, const char *format,
                           ...) DANA_PRINTF(4, 5);

/*
 * As dana_error_set, for a limit that was exceeded: limit = its static name, value = what it
 * allows. The message is the printf-style text.
 */
dana_status dana_error_set_limit(dana_error *err, dana_status status, size_t position,
                                 const char *limit, size_t value, const char *format, ...)
    DANA_PRINTF(6, 7);

#ifdef __cplusplus
}
#endif
#endif
