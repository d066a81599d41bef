/*
 * Where a picture is: the attributes of its tag, lazy loading and lists of sizes included.
 */
#ifndef DANA_MEDIA_ADDRESS_H
#define DANA_MEDIA_ADDRESS_H

#include "dana/view.h"

#include <stdbool.h>

/* Returns the raw value of the attribute that says where a picture is, trimmed; empty where its tag
 * names nothing but a placeholder. */
dana_view dana__picture_address(dana_view tag);

/* Returns whether the data attributes of a box name a file of a picture that a script shows in it.
 */
bool dana__names_picture(dana_view tag);

/* Returns whether an address asks for a picture of few pixels: another one is better. */
bool dana__asks_for_small(dana_view address);

/* Returns the name of a file without folders, query, extension and size ("photo-300x200.jpg":
 * "photo"). */
dana_view dana__file_stem(dana_view address);

#endif
