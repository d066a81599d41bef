/*
 * An item: a picture or another medium of a result, as figures list them.
 */
#ifndef DANA_MEDIA_ITEM_H
#define DANA_MEDIA_ITEM_H

#include "dana/links.h"

/* A picture or another medium of the content. */
typedef struct {
    uint32_t at;     /* where it stands in the source */
    uint32_t figure; /* 1 + index of its figure; 0: it has no caption */
    bool is_picture;
    bool is_double;    /* it is another one again */
    bool is_told;      /* its caption, or a text beside it, says what its alternative text says */
    dana_span caption; /* from its first text to its last; start == end: none */
    uint32_t behind;   /* where what stands beside it as its caption ends; 0: nothing does */
    dana_image image;  /* a picture */
    dana_media media;  /* another medium */
} dana__item;

#endif
