/* Random numbers that a seed repeats. */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The seed, not 0; then the state. */
extern uint64_t random_state;

/* Returns the next number below a bound; 0 for the bound 0. */
size_t random_below(size_t bound);

#endif
