/*
 * The stemmer of Porter (An algorithm for suffix stripping, Program 14, 1980).
 */
#ifndef DANA_TERMS_PORTER_H
#define DANA_TERMS_PORTER_H

#include <stddef.h>

/* Stems an English word of lower-case ASCII letters in place. Returns its new length; words of one
 * or two letters stay as they are. */
size_t dana__porter_stem(char *word, size_t length);

#endif
