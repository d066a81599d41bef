#include "base/traceparent.h"

#include <stddef.h>
#include <string.h>

#define VERSION_LENGTH 2
#define FLAGS_LENGTH   2
/* "00-" trace id "-" span id "-" flags. */
#define TRACE_AT     (VERSION_LENGTH + 1)
#define SPAN_AT      (TRACE_AT + SVC_TRACE_ID_LENGTH + 1)
#define FLAGS_AT     (SPAN_AT + SVC_SPAN_ID_LENGTH + 1)
#define WHOLE_LENGTH (FLAGS_AT + FLAGS_LENGTH)

/* Lower case only: section 3.2.2.3 calls everything else invalid. */
static bool is_hex(const char *text, size_t length)
{
    return strspn(text, "0123456789abcdef") >= length;
}

static bool is_zero(const char *text, size_t length)
{
    return strspn(text, "0") >= length;
}

/*
 * Section 3.2.2: version 00 is exactly this long; ff is no version; of a later version the part
 * that 00 has is read, if nothing or a dash comes after it (section 4.3, versioning).
 */
static bool version_fits(const char *value)
{
    char after = value[WHOLE_LENGTH];

    if (memcmp(value, "ff", VERSION_LENGTH) == 0) {
        return false;
    }
    return after == '\0' || (after == '-' && memcmp(value, "00", VERSION_LENGTH) != 0);
}

/* Dashes are checked first: what is_hex accepts up to a dash is no shorter than its part. */
static bool is_valid(const char *value)
{
    return strlen(value) >= WHOLE_LENGTH && value[TRACE_AT - 1] == '-' &&
           value[SPAN_AT - 1] == '-' && value[FLAGS_AT - 1] == '-' &&
           is_hex(value, VERSION_LENGTH) && is_hex(value + TRACE_AT, SVC_TRACE_ID_LENGTH) &&
           is_hex(value + SPAN_AT, SVC_SPAN_ID_LENGTH) && is_hex(value + FLAGS_AT, FLAGS_LENGTH) &&
           !is_zero(value + TRACE_AT, SVC_TRACE_ID_LENGTH) &&
           !is_zero(value + SPAN_AT, SVC_SPAN_ID_LENGTH) && version_fits(value);
}

bool svc_trace_parse(const char *value, svc_trace *out)
{
    *out = (svc_trace){.trace_id = ""};
    if (value == NULL || !is_valid(value)) {
        return false;
    }
    memcpy(out->trace_id, value + TRACE_AT, SVC_TRACE_ID_LENGTH);
    memcpy(out->span_id, value + SPAN_AT, SVC_SPAN_ID_LENGTH);
    return true;
}
