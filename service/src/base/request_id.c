#include "base/request_id.h"

#include "base/clock.h"

#include <stdint.h>
#include <string.h>
#include <sys/random.h>

static const char ALLOWED[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~+/=-";

bool svc_request_id_valid(const char *id)
{
    size_t length = strspn(id, ALLOWED);

    return length > 0 && length < SVC_REQUEST_ID_SIZE && id[length] == '\0';
}

/* Writes the digits of an id, with dashes before its bytes 4, 6, 8 and 10. */
static void write_uuid(const unsigned char b[16], char out[SVC_REQUEST_ID_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    char *to = out;

    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) {
            *to++ = '-';
        }
        *to++ = digits[b[i] >> 4];
        *to++ = digits[b[i] & 15];
    }
    *to = '\0';
}

/* Ids whose random bytes are taken from the kernel at once. */
#define SUPPLY 32

/* Fills in random bytes, each of which is used once. Returns false where the kernel has none yet.
 */
static bool draw(unsigned char out[16])
{
    static _Thread_local unsigned char supply[SUPPLY][16];
    static _Thread_local unsigned left;

    if (left == 0) {
        if (getrandom(supply, sizeof supply, 0) != (ssize_t)sizeof supply) {
            return false;
        }
        left = SUPPLY;
    }
    left--;
    memcpy(out, supply[left], sizeof supply[left]);
    return true;
}

/* RFC 9562 section 5.7: 48 bits of time, then random bits around version and variant. */
static void make_uuid7(char out[SVC_REQUEST_ID_SIZE])
{
    uint64_t time_ms = (uint64_t)svc_wall_ms();
    unsigned char b[16];

    if (!draw(b)) {
        /* Before the kernel's pool is up: an address and the clock are unique enough for a log. */
        double now = svc_now_ms();
        memset(b, 0, sizeof b);
        memcpy(b + 8, &now, sizeof now);
    }
    for (int i = 0; i < 6; i++) {
        b[i] = (unsigned char)(time_ms >> (40 - 8 * i));
    }
    b[6] = (unsigned char)((b[6] & 0x0f) | 0x70);
    b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
    write_uuid(b, out);
}

void svc_request_id_make(char out[SVC_REQUEST_ID_SIZE], const char *from_client)
{
    if (from_client != NULL && svc_request_id_valid(from_client)) {
        memcpy(out, from_client, strlen(from_client) + 1);
        return;
    }
    make_uuid7(out);
}
