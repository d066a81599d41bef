#include "renderer/browser/encode.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

char *svc_encode_base64(const char *bytes, size_t length)
{
    char *text = malloc((length + 2) / 3 * 4 + 1);
    char *at = text;

    if (text == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        uint32_t group = (uint32_t)(unsigned char)bytes[i] << 16;

        group |= left > 1 ? (uint32_t)(unsigned char)bytes[i + 1] << 8 : 0;
        group |= left > 2 ? (uint32_t)(unsigned char)bytes[i + 2] : 0;
        *at++ = digits[group >> 18];
        *at++ = digits[group >> 12 & 63];
        *at++ = left > 1 ? digits[group >> 6 & 63] : '=';
        *at++ = left > 2 ? digits[group & 63] : '=';
    }
    *at = '\0';
    return text;
}
