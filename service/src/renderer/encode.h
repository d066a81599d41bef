/* Base64 (RFC 4648), as the browser takes and gives bodies. */
#ifndef SVC_RENDERER_ENCODE_H
#define SVC_RENDERER_ENCODE_H

#include <stddef.h>

/* Encodes bytes. Returns a text with its NUL, owned (free); NULL where memory is out. */
char *svc_encode_base64(const char *bytes, size_t length);

/*
 * Decodes a text of base64 in place, up to its end or the first byte that is none. Returns the
 * number of bytes.
 */
size_t svc_decode_base64(char *text);

#endif
