/* The sites of a corpus: what its pages are compared with, for algorithms that do so. */
#ifndef SVC_CORPUS_SITES_H
#define SVC_CORPUS_SITES_H

#include "corpus/corpus.h"

/* Opaque: the sites of a corpus. */
typedef struct svc_sites svc_sites;

/*
 * Learns from all pages of a corpus, those of one set and site together. Returns the sites, owned
 * (svc_sites_free); NULL where memory is out.
 */
svc_sites *svc_sites_learn(const svc_corpus *corpus, const api_context *context);

/* Returns the site of entry `index`, NULL for sites NULL. */
const api_site *svc_sites_of(const svc_sites *sites, size_t index);

/* Frees sites; NULL is allowed. */
void svc_sites_free(svc_sites *sites);

#endif
