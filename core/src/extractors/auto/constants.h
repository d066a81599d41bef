/*
 * Numbers of `auto` that the training of its learned step needs too: dump_blocks prints them,
 * train.py reads them.
 */
#ifndef DANA_EXTRACTORS_AUTO_CONSTANTS_H
#define DANA_EXTRACTORS_AUTO_CONSTANTS_H

/*
 * score = RULE_SHARE * (the rules take the block) + (1 - RULE_SHARE) * (what the trees say): the
 * rules keep pages of kinds that no training page had from going wrong.
 */
#define DANA__RULE_SHARE         0.f
#define DANA__RULE_SHARE_ARTICLE .3f

/* What the trees' probability is worth where the rules prune a block of an article: the trees find
 * content in what readers wrote below it. Word F1 of forums cross-validated: +.009. */
#define DANA__PRUNED_TRUST .6f

/*
 * Of the content that is expected in all blocks, so much counts as missed where it is not taken:
 * the small probabilities of many blocks add up to content that is not there. Most of all beside
 * products, where reviews, questions and terms of the shop are content on one site and not on the
 * next. Word F1 of wcxb-dev cross-validated, against 1 for all pages: +.0008, with the
 * products' own share +.0020, on products +.018.
 */
#define DANA__MISSED_SHARE         .75f
#define DANA__MISSED_SHARE_PRODUCT .4f

/*
 * Pages that are articles with this probability ask for more: what is not sure is more often around
 * the article than in it. There a probability counts as its power, and the rules and what is missed
 * count less. Cross-validated by site, the mean of nine sets of news: +.0016, of dragnet-dev,
 * zh-portals-dev and cleaneval-final-dev +.0019; wcxb-dev and its types as before.
 */
#define DANA__SURE_ARTICLE      .9f
#define DANA__SURE_POWER        1.2f
#define DANA__RULE_SHARE_SURE   .15f
#define DANA__MISSED_SHARE_SURE .6f

/*
 * The square of beta in the expected F measure that the chosen set of blocks makes greatest: what a
 * character that is missed counts against one that is taken wrongly. Balanced is F1.
 */
#define DANA__BETA2_BALANCED  1.f
#define DANA__BETA2_PRECISION .25f
#define DANA__BETA2_RECALL    4.f

#endif
