/*
 * TitleFinder's descriptor, for algorithms that begin at the headline.
 */
#ifndef DANA_TITLE_TITLEFINDER_H
#define DANA_TITLE_TITLEFINDER_H

#include "dana/descriptor.h"

extern const dana_algorithm dana__titlefinder;

#endif
