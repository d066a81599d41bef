/*
 * The caller's error where it may be NULL.
 */
#ifndef DANA_BASE_ERROR_H
#define DANA_BASE_ERROR_H

#include "dana/status.h"

/* Gives err, or where it is NULL an error that lives until the enclosing block ends: public
 * functions that read err->status, and those that hand err to functions that do, begin with it. */
#define DANA__ERROR(err) ((err) != NULL ? (err) : &(dana_error){.status = DANA_OK})

#endif
