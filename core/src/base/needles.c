#include "base/needles.h"

#include <string.h>

static size_t bucket_of(const char *bytes)
{
    return (unsigned char)((unsigned char)bytes[0] << 3 ^ (unsigned char)bytes[1]);
}

void dana__needles_index(dana__needles *out, const char *const *texts, size_t count)
{
    out->texts = texts;
    memset(out->buckets, 0, sizeof(out->buckets));
    for (size_t i = 1; i <= count && i <= DANA__NEEDLES_MAX; i++) {
        uint8_t *bucket = &out->buckets[bucket_of(texts[i - 1])];

        out->lengths[i] = (uint8_t)strlen(texts[i - 1]);
        out->next[i] = *bucket;
        *bucket = (uint8_t)i;
    }
}

bool dana__needles_in(const dana__needles *needles, dana_view haystack)
{
    for (size_t i = 0; i + 1 < haystack.length; i++) {
        const char *at = haystack.data + i;

        for (size_t n = needles->buckets[bucket_of(at)]; n > 0; n = needles->next[n]) {
            if (needles->lengths[n] <= haystack.length - i &&
                memcmp(at, needles->texts[n - 1], needles->lengths[n]) == 0) {
                return true;
            }
        }
    }
    return false;
}
