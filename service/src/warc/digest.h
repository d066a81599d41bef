/* The digests and ids of records as archives write them: SHA-1 (FIPS 180-4), which says whether
 * bytes are the same, and keeps no secret. */
#ifndef SVC_WARC_DIGEST_H
#define SVC_WARC_DIGEST_H

#include <stddef.h>

/* Room for "sha1:" and 32 letters of base32 (RFC 4648), with a NUL. */
#define SVC_WARC_DIGEST_SIZE 38
/* Room for "<urn:uuid:...>" with a NUL. */
#define SVC_WARC_ID_SIZE 48

/* Writes the digest of a block or payload as a field has it. */
void svc_warc_digest(const void *data, size_t length, char out[SVC_WARC_DIGEST_SIZE]);

/* Writes the id of a record that a text names: a UUID of version 5 (RFC 9562), the same for the
 * same text, so that a record that is written twice can be known. */
void svc_warc_name_id(const char *text, size_t length, char out[SVC_WARC_ID_SIZE]);

#endif
