/* Time, for all of the service. */
#ifndef SVC_BASE_CLOCK_H
#define SVC_BASE_CLOCK_H

#include <stddef.h>
#include <stdint.h>

/* Returns a monotonic time in milliseconds; only differences mean something. */
double svc_now_ms(void);

/* Returns the time of day in milliseconds since 1970 UTC. */
int64_t svc_wall_ms(void);

/* Size of the text of svc_format_utc with its NUL. */
#define SVC_UTC_SIZE 32

/* Writes a time of day (milliseconds since 1970) as RFC 3339 in UTC with milliseconds. */
void svc_format_utc(int64_t wall_ms, char out[SVC_UTC_SIZE]);

#endif
