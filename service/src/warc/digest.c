#include "warc/digest.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Bytes of a digest. */
#define DIGEST_BYTES 20
#define BLOCK_SIZE   ((size_t)64)
/* Where the length in bits begins in the last block. */
#define LENGTH_OFFSET 56
#define ROUNDS        80

static uint32_t rotate_left(uint32_t x, unsigned bits)
{
    return x << bits | x >> (32 - bits);
}

/* FIPS 180-4, 6.1.2, step 1: the message schedule. */
static void expand(const unsigned char *block, uint32_t words[ROUNDS])
{
    for (size_t t = 0; t < 16; t++) {
        const unsigned char *b = block + 4 * t;
        words[t] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    }
    for (size_t t = 16; t < ROUNDS; t++) {
        words[t] = rotate_left(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1);
    }
}

/* FIPS 180-4, 4.1.1 and 4.2.1: the function of a round, with its constant. */
static uint32_t mix(size_t round, uint32_t b, uint32_t c, uint32_t d)
{
    if (round < 20) {
        return ((b & c) ^ (~b & d)) + 0x5a827999u;
    }
    if (round < 40) {
        return (b ^ c ^ d) + 0x6ed9eba1u;
    }
    return round < 60 ? ((b & c) ^ (b & d) ^ (c & d)) + 0x8f1bbcdcu : (b ^ c ^ d) + 0xca62c1d6u;
}

/* FIPS 180-4, 6.1.2, steps 2 to 4. */
static void add_block(uint32_t hash[5], const unsigned char *block)
{
    uint32_t words[ROUNDS];
    uint32_t v[5];

    expand(block, words);
    memcpy(v, hash, sizeof v);
    for (size_t t = 0; t < ROUNDS; t++) {
        uint32_t next = rotate_left(v[0], 5) + mix(t, v[1], v[2], v[3]) + v[4] + words[t];
        v[4] = v[3];
        v[3] = v[2];
        v[2] = rotate_left(v[1], 30);
        v[1] = v[0];
        v[0] = next;
    }
    for (size_t i = 0; i < 5; i++) {
        hash[i] += v[i];
    }
}

/* Writes the digest of `length` bytes. */
static void sha1(const void *data, size_t length, unsigned char out[DIGEST_BYTES])
{
    uint32_t hash[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned char last[2 * BLOCK_SIZE] = {0};
    const unsigned char *bytes = data;
    size_t rest = length % BLOCK_SIZE;
    size_t last_size = rest < LENGTH_OFFSET ? BLOCK_SIZE : 2 * BLOCK_SIZE;

    for (size_t at = 0; at + BLOCK_SIZE <= length; at += BLOCK_SIZE) {
        add_block(hash, bytes + at);
    }
    if (rest > 0) {
        memcpy(last, bytes + (length - rest), rest);
    }
    last[rest] = 0x80;
    for (size_t i = 0; i < 8; i++) {
        last[last_size - 1 - i] = (unsigned char)((uint64_t)length * 8 >> (8 * i));
    }
    for (size_t at = 0; at < last_size; at += BLOCK_SIZE) {
        add_block(hash, last + at);
    }
    for (size_t i = 0; i < DIGEST_BYTES; i++) {
        out[i] = (unsigned char)(hash[i / 4] >> (24 - 8 * (i % 4)));
    }
}

/* RFC 4648, 6: five bits a letter; the digest has a whole number of groups, and so no padding. */
static void write_base32(const unsigned char *bytes, size_t length, char *out)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    uint32_t bits = 0;
    unsigned count = 0;

    for (size_t i = 0; i < length; i++) {
        bits = bits << 8 | bytes[i];
        for (count += 8; count >= 5; count -= 5) {
            *out++ = letters[bits >> (count - 5) & 31];
        }
    }
    *out = '\0';
}

void svc_warc_digest(const void *data, size_t length, char out[SVC_WARC_DIGEST_SIZE])
{
    unsigned char digest[DIGEST_BYTES];

    sha1(data, length, digest);
    memcpy(out, "sha1:", 5);
    write_base32(digest, sizeof digest, out + 5);
}

void svc_warc_name_id(const char *text, size_t length, char out[SVC_WARC_ID_SIZE])
{
    unsigned char d[DIGEST_BYTES];

    sha1(text, length, d);
    d[6] = (unsigned char)((d[6] & 0x0f) | 0x50);
    d[8] = (unsigned char)((d[8] & 0x3f) | 0x80);
    snprintf(out, SVC_WARC_ID_SIZE,
             "<urn:uuid:%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x>",
             d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], d[8], d[9], d[10], d[11], d[12], d[13],
             d[14], d[15]);
}
