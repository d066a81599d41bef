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

/* Returns whether an address names a file of a picture by its ending. */
bool dana__is_picture_file(dana_view address);

/* Returns whether an address asks for a picture of few pixels: another one is better. */
bool dana__asks_for_small(dana_view address);

/* Returns the name of a file without folders, query, extension and size ("photo-300x200.jpg":
 * "photo"). */
dana_view dana__file_stem(dana_view address);

#endif
