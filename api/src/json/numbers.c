#include "json/numbers.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A sign and the digits of 64 bits. */
#define INTEGER_BYTES 20
/* The same of 32 bits, a comma, and what write_few_digits writes beyond. */
#define COLUMN_BYTES 16
/* Numbers for which room is made at a time. */
#define COLUMN_STEP 64
/* Digits of a real number, what it takes with sign, point and zeros, and the range of those that
 * are written here: without an exponent. */
#define REAL_DIGITS 10
#define REAL_BYTES  20
#define REAL_LEAST  1e-3
#ifdef __SIZEOF_INT128__
#define REAL_END 1e6
__extension__ typedef unsigned __int128 wide;
#else
#define REAL_END 0.0 /* none */
typedef uint64_t wide;
#endif
/* Numbers below have at most FEW_DIGITS. */
#define FEW_DIGITS     4
#define FEW_DIGITS_END 10000

static size_t count_digits(uint64_t number)
{
    size_t digits = 1;

    for (; number >= 10000; number /= 10000) {
        digits += 4;
    }
    return digits + (number >= 10) + (number >= 100) + (number >= 1000);
}

/* Writes a number two digits at a time. Returns what follows it. */
static char *write_digits(char *to, uint64_t number)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    size_t length = count_digits(number);
    size_t count = length;

    for (; count >= 2; count -= 2) {
        memcpy(to + count - 2, pairs + 2 * (number % 100), 2);
        number /= 100;
    }
    if (count == 1) {
        *to = (char)('0' + number);
    }
    return to + length;
}

/*
 * The same of a number below FEW_DIGITS_END, without a branch: how many digits the next number has
 * is not foreseen. Four bytes are written, whatever it is.
 */
static inline char *write_few_digits(char *to, uint32_t number)
{
    uint32_t hundreds = (number * 5243) >> 19;
    uint32_t pairs = hundreds | (number - 100 * hundreds) << 16;
    uint32_t tens = ((pairs * 103) >> 10) & 0x000F000F;
    uint32_t digits = tens | (pairs - 10 * tens) << 8; /* the first one lowest */
    unsigned zeros = (unsigned)__builtin_ctz(digits | UINT32_C(1) << 24) / 8;

    digits = (digits | 0x30303030) >> (8 * zeros);
    for (unsigned i = 0; i < FEW_DIGITS; i++) {
        to[i] = (char)(digits >> (8 * i));
    }
    return to + FEW_DIGITS - zeros;
}

void api__append_integer(api__buffer *b, int64_t number)
{
    uint64_t size = number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number;

    if (!api__reserve(b, INTEGER_BYTES)) {
        return;
    }
    char *to = b->data + b->length;

    *to = '-';
    to += number < 0;
    to = size < FEW_DIGITS_END ? write_few_digits(to, (uint32_t)size) : write_digits(to, size);
    b->length = (size_t)(to - b->data);
}

/* Rounds a number to REAL_DIGITS digits: its first ones as an integer. Exact, ties to even, as
 * printf(3) rounds: a product has 53 and 40 bits. exponent: of ten, -3 to 5. */
static uint64_t first_digits(double number, int exponent)
{
    static const uint64_t powers[] = {10000,       100000,       1000000,
                                      10000000,    100000000,    1000000000,
                                      10000000000, 100000000000, 1000000000000};
    int binary;
    uint64_t bits = (uint64_t)ldexp(frexp(number, &binary), DBL_MANT_DIG);
    unsigned below = (unsigned)(DBL_MANT_DIG - binary); /* bits behind the point */
    wide product = (wide)bits * powers[REAL_DIGITS - 1 - exponent - 4];
    wide half = (wide)1 << (below - 1);
    wide rest = product & ((half << 1) - 1);
    uint64_t whole = (uint64_t)(product >> below);

    return whole + (rest > half || (rest == half && whole % 2 == 1));
}

static int exponent_of(double number)
{
    static const double powers[] = {1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5};
    int exponent = -3;

    for (size_t i = 0; i < sizeof(powers) / sizeof(powers[0]) && number >= powers[i]; i++) {
        exponent++;
    }
    return exponent;
}

/* Writes a positive number in the range of api__append_real. Returns what follows it. */
static char *write_real(char *to, double number)
{
    char digits[REAL_DIGITS + 1];
    int exponent = exponent_of(number);
    uint64_t first = first_digits(number, exponent);
    size_t count = (size_t)(write_digits(digits, first) - digits);
    size_t before;

    exponent += count > REAL_DIGITS; /* it was rounded to a power of ten */
    before = exponent < 0 ? 0 : (size_t)exponent + 1;
    while (count > before + 1 && digits[count - 1] == '0') {
        count--;
    }
    if (before == 0) {
        memcpy(to, "0.000", 5);
        to += 1 - exponent;
    } else {
        memcpy(to, digits, before);
        to[before] = '.';
        to += before + 1;
    }
    memcpy(to, digits + before, count - before);
    return to + count - before;
}

bool api__append_real(api__buffer *b, double number)
{
    double size = fabs(number);

    if (!(size >= REAL_LEAST && size < REAL_END)) {
        return false;
    }
    if (api__reserve(b, REAL_BYTES)) {
        char *to = b->data + b->length;

        *to = '-';
        b->length = (size_t)(write_real(to + (number < 0.0), size) - b->data);
    }
    return true;
}

/* Writes numbers, each with a comma after it. Returns what follows them. */
static char *write_numbers(char *to, const char *at, size_t stride, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int32_t number;

        memcpy(&number, at + i * stride, sizeof(number));
        uint32_t size = number < 0 ? 0 - (uint32_t)number : (uint32_t)number;

        *to = '-';
        to += number < 0;
        to = size < FEW_DIGITS_END ? write_few_digits(to, size) : write_digits(to, size);
        *to++ = ',';
    }
    return to;
}

void api__append_column(api__buffer *b, const void *first, size_t stride, size_t count)
{
    const char *at = first;
    size_t left = count;

    while (left > 0) {
        size_t step = left < COLUMN_STEP ? left : COLUMN_STEP;

        if (!api__reserve(b, step * COLUMN_BYTES)) {
            return;
        }
        char *end = write_numbers(b->data + b->length, at, stride, step);

        b->length = (size_t)(end - b->data);
        at += step * stride;
        left -= step;
    }
    b->length -= count > 0; /* the last comma */
}
