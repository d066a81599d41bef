/* SHA-256 (FIPS 180-4): digests of tokens, so that comparing them tells nothing, and entity tags.
 */
#ifndef SVC_BASE_SHA256_H
#define SVC_BASE_SHA256_H

#include <stddef.h>

/* Bytes of a digest. */
#define SVC_SHA256_SIZE 32

/* Writes the digest of `length` bytes. */
void svc_sha256(const void *data, size_t length, unsigned char out[SVC_SHA256_SIZE]);

#endif
