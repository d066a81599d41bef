#include "wire/body.h"

#include <stdio.h>
#include <string.h>

/* Of one read: the others wait meanwhile. */
#define READ_MAX ((size_t)256 * 1024)

#define LINE_END "\r\n"
#define LAST     "0\r\n\r\n"
/* Digits of the length of a chunk in a room of this size and more; in a smaller one it has one. */
#define WIDE_ROOM   ((size_t)18)
#define WIDE_DIGITS 8U

void svc_wire_body_begin(svc_wire_body *body, unsigned long long declared)
{
    *body = (svc_wire_body){.declared = declared};
    body->dropped = !svc_buffer_reserve(&body->bytes, (size_t)declared);
}

char *svc_wire_body_room(svc_wire_body *body, size_t *size)
{
    unsigned long long left = body->declared - body->came;

    *size = left < READ_MAX ? (size_t)left : READ_MAX;
    return body->dropped ? NULL : body->bytes.bytes + body->bytes.length;
}

void svc_wire_body_read(svc_wire_body *body, size_t length)
{
    body->came += length;
    body->untold = true;
    if (!body->dropped) {
        body->bytes.length += length;
        body->bytes.bytes[body->bytes.length] = '\0';
    }
}

void svc_wire_body_add(svc_wire_body *body, const char *bytes, size_t length)
{
    if (length == 0) {
        return;
    }
    if (!body->dropped) {
        memcpy(body->bytes.bytes + body->bytes.length, bytes, length);
    }
    svc_wire_body_read(body, length);
}

void svc_wire_body_drop(svc_wire_body *body)
{
    svc_buffer_clear(&body->bytes);
    body->dropped = true;
}

size_t svc_wire_body_tell(svc_wire_body *body, char *out, size_t room, bool fill)
{
    size_t last = body->came == body->declared ? sizeof LAST - 1 : 0;
    unsigned digits = fill && room >= WIDE_ROOM ? WIDE_DIGITS : 1;
    size_t frame = digits + 2 * (sizeof LINE_END - 1) + last;
    size_t length = fill ? room - frame : 1;
    char size[WIDE_DIGITS + sizeof LINE_END];
    char *to = out + snprintf(size, sizeof size, "%0*zx" LINE_END, (int)digits, length);

    memcpy(out, size, (size_t)(to - out));
    to += length;
    memcpy(to, LINE_END LAST, sizeof LINE_END - 1 + last);
    body->untold = false;
    return frame + length;
}
