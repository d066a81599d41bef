/*
 * The page of a request as a browser shows it: when it is ordered, and what is done with it.
 */
#ifndef API_EXTRACT_RENDER_H
#define API_EXTRACT_RENDER_H

#include "answer/extraction.h"
#include "dana/boxes.h"

/*
 * Takes the rendered page in place of the one that came, where there is one. Returns false, and
 * *out tells the problem, where it had to be rendered and was not.
 */
bool api__use_rendered(const char *id, const api__extract_request *request,
                       const api_rendered *rendered, api__page *page, api_response *out);

/* Makes boxes of a rendered page's; without items where it has none. To be freed. */
dana_boxes api__boxes_of(const api_rendered *rendered);

/* Frees boxes. */
void api__boxes_free(dana_boxes *boxes);

/* Gives the page its boxes, if there are some. Returns false on an error of core's. */
bool api__set_boxes(api__extraction *extraction, const dana_boxes *boxes);

/*
 * Returns true, and *out orders the rendering or says that there is no renderer, where the page,
 * which is open, is to be rendered whatever it is.
 */
bool api__renders_first(const api_context *context, const api__extraction *extraction,
                        api_response *out);

/*
 * Returns true, and *out is an order, where the page needs to be rendered by what was found in it;
 * or where a picture of the selection is wanted.
 */
bool api__renders_then(const api_context *context, api__extraction *extraction, api_response *out);

#endif
