/*
 * Names of class values that tell what a post is about, not what an element is: content management
 * systems list a post's categories, tags and author beside its other names.
 */
#ifndef DANA_SUBJECTS_SUBJECTS_H
#define DANA_SUBJECTS_SUBJECTS_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the end of the name that begins at a byte: class values part their names by white space.
 */
size_t dana__name_end(dana_view value, size_t at);

/* Returns whether a name of a class value is one that is given a whole post, or a page of posts. */
bool dana__is_class_of_post(dana_view value);

/* Returns whether a name tells what a post is about: "category-music", "product_cat-cookies",
 * "entry-author-ann". */
bool dana__is_name_of_subject(dana_view name);

/* Returns whether a word of a class value, its letters small and the first one lowest, is the name
 * of a kind of subjects. A value without such a word has no name of a subject. */
bool dana__is_kind_of_subjects(uint64_t word);

/*
 * Returns whether the letters of a class value that end at `end` are of a name that tells what a
 * post is about: content management systems list a post's categories, tags and author beside its
 * other names ("post-34 hentry category-music tag-share author-ann"). They name no element.
 */
bool dana__is_of_subject(dana_view value, size_t end);

#endif
