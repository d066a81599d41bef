#include "base/clock.h"

#include <time.h>

double svc_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

int64_t svc_wall_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Writes the digits of a number. Returns what follows them. */
static char *put(char *to, int number, int digits)
{
    for (int i = digits; i > 0; i--) {
        to[i - 1] = (char)('0' + number % 10);
        number /= 10;
    }
    return to + digits;
}

/* By hand, as strftime takes ten times as long, and each line of the log has one. */
void svc_format_utc(int64_t wall_ms, char out[SVC_UTC_SIZE])
{
    static const char marks[] = "--T::.Z";
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm parts;

    gmtime_r(&seconds, &parts);
    const int numbers[] = {parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                           parts.tm_hour,        parts.tm_min,     parts.tm_sec,
                           (int)(wall_ms % 1000)};
    char *to = put(out, numbers[0], 4);

    for (size_t i = 1; i < sizeof numbers / sizeof numbers[0]; i++) {
        *to++ = marks[i - 1];
        to = put(to, numbers[i], i == 6 ? 3 : 2);
    }
    *to++ = marks[6];
    *to = '\0';
}
