/* Base64 (RFC 4648), as the browser takes bodies. */
#ifndef SVC_RENDERER_ENCODE_H
#define SVC_RENDERER_ENCODE_H

#include <stddef.h>

/* Encodes bytes. Returns a text with its NUL, owned (free); NULL where memory is out. */
char *svc_encode_base64(const char *bytes, size_t length);

#endif
