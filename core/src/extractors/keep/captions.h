/*
 * A text that is told in the captions of its pictures.
 */
#ifndef DANA_EXTRACTORS_KEEP_CAPTIONS_H
#define DANA_EXTRACTORS_KEEP_CAPTIONS_H

#include "blocks/blocks.h"

/*
 * Takes a row of many captions, with the headings between them: pictures of the steps of a work,
 * each with what is done. No paragraph stands between two of them, they are mostly sentences, and
 * the paragraphs before and behind them are taken. Linear.
 */
void dana__keep_captions(dana__blocks *blocks);

#endif
