#include "random.h"

uint64_t random_state;

/* xorshift64* */
size_t random_below(size_t bound)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return bound > 0 ? (size_t)((random_state * 0x2545F4914F6CDD1Du) >> 16) % bound : 0;
}
