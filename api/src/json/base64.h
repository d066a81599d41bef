/*
 * Base64 (RFC 4648, section 4).
 */
#ifndef API_JSON_BASE64_H
#define API_JSON_BASE64_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Decodes text of the standard alphabet with padding; ASCII white space is skipped.
 * Returns true and owned bytes (free) in *out, never NULL. False: *position is the offset of the
 * first character that is wrong, or length where the text stops too early; memory: *out NULL.
 */
bool api__base64_decode(const char *text, size_t length, char **out, size_t *out_length,
                        size_t *position);

#endif
