/* The members of a block of a compressed file, decoded on any thread. */
#ifndef SVC_WARC_MEMBERS_H
#define SVC_WARC_MEMBERS_H

#include "warc/block.h"

/*
 * Decodes the members that begin in the next block that nobody has looked at, if there is one, and
 * puts them there. They may end in blocks behind it, as far as these are there. What a block may
 * cost is bounded: what is left out, the reader decodes when it comes to it.
 */
void svc_warc_decode_members(svc_warc_blocks *blocks);

#endif
