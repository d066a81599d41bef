/*
 * Which texts may hold a date, by their digits.
 */
#ifndef DANA_EVIDENCE_DATE_DIGITS_H
#define DANA_EVIDENCE_DATE_DIGITS_H

#include "dana/view.h"

#include <stdbool.h>

/* Whether a text may hold a date: four digits of any script in a row are all that can be asked
 * cheaply; those with a year of two digits are looked at closer. */
bool dana__may_hold_date(dana_view text);

/* Whether a byte begins a letter of Arabic's script, whose digits are no ASCII. */
static inline bool dana__begins_arabic(char c)
{
    return (unsigned char)c >= 0xD8 && (unsigned char)c <= 0xDB;
}

/* What comes first in dates of numbers, as bits. */
#define DANA__DAY_FIRST   1u
#define DANA__MONTH_FIRST 2u

/* Returns what a text tells of the order of day and month: its first date of numbers with slashes
 * or hyphens and the year last, one of which can be no month ("17-05-2021"). Digits of any script.
 * 0: nothing. */
unsigned dana__order_of_days(dana_view text);

/* Whether a title tells the time that the text of its element counts from ("3 hours ago"): a day
 * and a time of day and hardly more, on an element of few words. inside: what follows the tag. */
bool dana__is_time_stamp(dana_view title, dana_view inside);

/* Returns the date that a paragraph begins with, as reports of agencies and clubs do: all in digits
 * ("27.1.2022 - ..."), or in brackets ("(21 November 2022) ..."). data NULL: none. */
dana_view dana__dateline_of(dana_view text);

#endif
