/* A request for a part of a page: a script, a style, data; what of it goes to the site. */
#ifndef SVC_FETCH_PART_H
#define SVC_FETCH_PART_H

#include "fetch/exchange.h"

/*
 * Sets method, body and headers of an order. Headers of the connection, of clients and of cookies
 * are not sent. Returns false where memory is out.
 */
bool svc_part_set_up(svc_transfer *transfer, const svc_fetch_order *order);

#endif
