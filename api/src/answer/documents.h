/*
 * An extraction's answer as a document: the content, its headline first where the content does not
 * hold it. All return false when memory ran out, or core failed (extraction->err is set then).
 */
#ifndef API_ANSWER_DOCUMENTS_H
#define API_ANSWER_DOCUMENTS_H

#include "answer/extraction.h"

/* Answers 200 with text. */
bool api__answer_text(api__extraction *extraction, api_response *out);

/* Answers 200 with Markdown. */
bool api__answer_markdown(api__extraction *extraction, api_response *out);

/* Answers 200 with a small complete document of HTML. */
bool api__answer_html(api__extraction *extraction, api_response *out);

#endif
