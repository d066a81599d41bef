/* Batches whose lines are answered while they come. */
#ifndef SVC_HTTP_LINES_H
#define SVC_HTTP_LINES_H

#include "http/request.h"

/*
 * Begins with the body of a request whose head was judged, where it is held back (wire/stream.h): a
 * batch takes it over, whose answer begins now, or it passes like any other. Other requests stay as
 * they are.
 */
enum MHD_Result svc_lines_begin(svc_request *request);

#endif
