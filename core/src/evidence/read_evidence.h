/*
 * Reading evidence: a listener that turns texts and tags into hints. Elements that carry a hint are
 * followed to their end by counting elements of the same name; there is no tree.
 */
#ifndef DANA_EVIDENCE_READ_EVIDENCE_H
#define DANA_EVIDENCE_READ_EVIDENCE_H

#include "evidence/evidence.h"
#include "page/listener.h"

/*
 * Reads a page's evidence; `without` is a rule that does not count (dana__rule_at), NULL for none.
 * With what noscript elements hold where the extraction took that for content. Linear. Errors:
 * DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__read_evidence(dana_page *page, const dana_metadata_input *input,
                                              const void *without, dana__evidence *out,
                                              dana_error *err);

/* Keeps the evidence of a page for dana__take_evidence; releases it where there is no room. */
void dana__keep_evidence(dana_page *page, dana__evidence *evidence);

/* Takes the evidence that is kept. Returns false where there is none. */
bool dana__take_evidence(dana_page *page, dana__evidence *out);

/* Makes a listener that reads the same from a pass that somebody else makes. Its state belongs to
 * the page's arena. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__evidence_listener(dana_page *page, const dana_metadata_input *input,
                                                  const void *without, dana__evidence *out,
                                                  dana__listener *listener, dana_error *err);

#endif
