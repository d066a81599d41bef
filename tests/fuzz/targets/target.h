/* A target of a fuzzer: the entry that libFuzzer and replay.c call, and what a target does with a
 * fault. */
#ifndef TESTS_FUZZ_TARGET_H
#define TESTS_FUZZ_TARGET_H

#include "dana/view.h"
#include "random.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Tries one input; ends the process where something is wrong. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process where `wrong` is not NULL. */
static inline void must_be_right(const char *wrong)
{
    if (wrong != NULL) {
        fprintf(stderr, "wrong: %s\n", wrong);
        abort();
    }
}

/* Makes random choices a function of the input, so that an input that fails does so again. */
static inline void seed_from(dana_view input)
{
    random_state = 0xCBF29CE484222325u;
    for (size_t i = 0; i < input.length; i++) {
        random_state = (random_state ^ (unsigned char)input.data[i]) * 0x100000001B3u;
    }
    random_state |= 1;
}

#endif
