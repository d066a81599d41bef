/*
 * Numbers of `auto` that the training of its learned step needs too: dump_blocks prints them,
 * train.py reads them.
 */
#ifndef DANA_EXTRACTORS_AUTO_CONSTANTS_H
#define DANA_EXTRACTORS_AUTO_CONSTANTS_H

/*
 * score = RULE_SHARE * (the rules take the block) + (1 - RULE_SHARE) * (what the trees say), on
 * pages that do not call themselves articles: the rules keep pages of kinds that no training page
 * had from going wrong. wcxb-dev, left out of the training: +.008; its types, cross-validated:
 * +.001. On articles the rules have no part beside the trees, which know what they take: with a
 * third, sets left out lost .004.
 */
#define DANA__RULE_SHARE .05f

/*
 * Of the content that is expected in all blocks, so much counts as missed where it is not taken.
 * MOST: the small probabilities of many blocks add up to content that is not there. The less of the
 * page's text is expected to be content, the more so: down to LEAST below the share LARGE. Shops,
 * services and lists of things have content in blocks that look like what texts leave out: up to
 * THINGS, by how much likelier than SURE it is that the page is one of these.
 */
#define DANA__MISSED_LEAST  .5f
#define DANA__MISSED_MOST   .8f
#define DANA__MISSED_LARGE  .4f
#define DANA__MISSED_THINGS 1.2f
#define DANA__MISSED_SURE   .3f

/*
 * The square of beta in the expected F measure that the chosen set of blocks makes greatest: what a
 * character that is missed counts against one that is taken wrongly. Balanced is F1.
 */
#define DANA__BETA2_BALANCED  1.f
#define DANA__BETA2_PRECISION .25f
#define DANA__BETA2_RECALL    4.f

#endif
