#include "base/clock.h"

#include <stdio.h>
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

void svc_format_utc(int64_t wall_ms, char out[SVC_UTC_SIZE])
{
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm parts;
    char date[24];

    gmtime_r(&seconds, &parts);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(out, SVC_UTC_SIZE, "%s.%03dZ", date, (int)(wall_ms % 1000));
}
