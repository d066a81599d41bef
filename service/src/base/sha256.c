#include "base/sha256.h"

#include <stdint.h>
#include <string.h>

#define BLOCK_SIZE 64
/* Where the length in bits begins in the last block. */
#define LENGTH_OFFSET 56
#define ROUNDS        64

/* FIPS 180-4, 4.2.2: fractional parts of the cube roots of the first 64 primes. */
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, unsigned bits)
{
    return x >> bits | x << (32 - bits);
}

static uint32_t read_word(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* FIPS 180-4, 6.2.2, step 1: the message schedule. */
static void schedule(const unsigned char *block, uint32_t words[ROUNDS])
{
    for (size_t t = 0; t < 16; t++) {
        words[t] = read_word(block + 4 * t);
    }
    for (size_t t = 16; t < ROUNDS; t++) {
        uint32_t early = words[t - 15];
        uint32_t late = words[t - 2];
        uint32_t sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3;
        uint32_t sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10;
        words[t] = sigma1 + words[t - 7] + sigma0 + words[t - 16];
    }
}

/* FIPS 180-4, 6.2.2, steps 2 to 4; v[0..7] are its a to h. */
static void add_block(uint32_t state[8], const unsigned char *block)
{
    uint32_t words[ROUNDS];
    uint32_t v[8];

    schedule(block, words);
    memcpy(v, state, sizeof v);
    for (size_t t = 0; t < ROUNDS; t++) {
        uint32_t sum1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t t1 = v[7] + sum1 + choice + constants[t] + words[t];
        uint32_t sum0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + sum0 + majority;
    }
    for (size_t i = 0; i < 8; i++) {
        state[i] += v[i];
    }
}

/* FIPS 180-4, 5.1.1: the rest of the message, a one bit, zeros, and the length in bits. */
static void add_last(uint32_t state[8], const unsigned char *rest, size_t rest_length,
                     uint64_t total)
{
    unsigned char blocks[2 * BLOCK_SIZE] = {0};
    size_t count = rest_length < LENGTH_OFFSET ? 1 : 2;
    uint64_t bits = total * 8;

    if (rest_length > 0) {
        memcpy(blocks, rest, rest_length);
    }
    blocks[rest_length] = 0x80;
    for (size_t i = 0; i < 8; i++) {
        blocks[count * BLOCK_SIZE - 1 - i] = (unsigned char)(bits >> (8 * i));
    }
    for (size_t i = 0; i < count; i++) {
        add_block(state, blocks + i * BLOCK_SIZE);
    }
}

void svc_sha256(const void *data, size_t length, unsigned char out[SVC_SHA256_SIZE])
{
    /* FIPS 180-4, 5.3.3. */
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const unsigned char *bytes = data;
    size_t whole = length / BLOCK_SIZE * BLOCK_SIZE;

    for (size_t i = 0; i < whole; i += BLOCK_SIZE) {
        add_block(state, bytes + i);
    }
    add_last(state, bytes + whole, length - whole, length);
    for (size_t i = 0; i < 8; i++) {
        out[4 * i] = (unsigned char)(state[i] >> 24);
        out[4 * i + 1] = (unsigned char)(state[i] >> 16);
        out[4 * i + 2] = (unsigned char)(state[i] >> 8);
        out[4 * i + 3] = (unsigned char)state[i];
    }
}
