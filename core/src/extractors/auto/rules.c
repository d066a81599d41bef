#include "extractors/auto/rules.h"

#include "blocks/blocks.h"

/* origin ends with what the row adds to the word F1 of wcxb-dev and of its articles, as ablation
 * prints it: all steps on, the learned step trained on the same pages. */
const dana__rule dana__rules[] = {
    {.name = "none"},
    {"nav", DANA__MARK_NAV, .5f, .5f, 0, 0, DANA__BOX_NEVER,
     "nav element, role, class words; +.0076 +.0019"},
    {"footer", DANA__MARK_FOOTER, .8f, .8f, 0, DANA__KIND_BIT(QUOTE), DANA__BOX_NEVER,
     "footer element, role, class words; +.0096 +.0040"},
    {"header", DANA__MARK_HEADER, .1f, .1f, 0, DANA__KIND_BIT(ARTICLE) | DANA__KIND_BIT(MAIN),
     DANA__BOX_NEVER, "banner of the site; +.0002 -.0002"},
    {"aside", DANA__MARK_ASIDE, .3f, .3f, 0, 0, DANA__BOX_SHORT,
     "aside element, role, class words; +.0008 -.0001"},
    {"form", DANA__MARK_FORM, .3f, .3f, 0, 0, DANA__BOX_NEVER, "form element; +.0011 +.0003"},
    {"hidden", DANA__MARK_HIDDEN, .1f, .02f, 0, 0, DANA__BOX_NEVER,
     "hidden, aria-hidden, display:none, class words; +.0020 +.0001"},
    {"comments", DANA__MARK_COMMENTS, .3f, .3f, DANA__HINT_FORUM, 0, DANA__BOX_NEVER,
     "readers' comments; +.0069 +.0067"},
    {"related", DANA__MARK_RELATED, .3f, .3f, 0, 0, DANA__BOX_NEVER,
     "teasers of other pages; -.0012 +.0002"},
    {"share", DANA__MARK_SHARE, .6f, .6f, 0, 0, DANA__BOX_SHORT,
     "share and follow boxes; +.0004 +.0007"},
    {"newsletter", DANA__MARK_NEWSLETTER, .3f, .3f, 0, 0, DANA__BOX_SHORT,
     "newsletter boxes; +.0002 +.0002"},
    {"cookie", DANA__MARK_COOKIE, .9f, .9f, 0, 0, DANA__BOX_NEVER, "consent boxes; +.0013 +.0006"},
    {"advert", DANA__MARK_ADVERT, .3f, .3f, 0, 0, DANA__BOX_SHORT, "advertisements; +.0007 +.0008"},
    {"caption", DANA__MARK_CAPTION, .3f, .3f, 0, 0, DANA__BOX_NEVER,
     "captions of pictures; +.0018 +.0023"},
    {"button", DANA__MARK_BUTTON, .3f, .3f, 0, 0, DANA__BOX_NEVER,
     "button elements; +.0017 +.0004"},
    {"author", DANA__MARK_AUTHOR, .3f, .3f, 0, 0, DANA__BOX_NEVER,
     "author boxes and bylines; +.0013 +.0007"},
    {"paywall", DANA__MARK_PAYWALL, .3f, .3f, 0, 0, DANA__BOX_SHORT,
     "paywall boxes, which no page of the corpora needs; +.0000 +.0000"},
    {"dialog", DANA__MARK_DIALOG, .7f, .7f, 0, 0, DANA__BOX_SHORT,
     "dialog elements, modals and popups; +.0048 +.0008"},
    {"note", DANA__MARK_NOTE, .3f, .3f, 0, 0, DANA__BOX_NEVER,
     "disclaimers and legal notes; +.0007 +.0004"},
    {"consent", DANA__MARK_CONSENT, .9f, .9f, 0, 0, DANA__BOX_ALWAYS,
     "boxes of consent tools; +.0000 +.0000"},
};
const size_t dana__rule_count = sizeof(dana__rules) / sizeof(dana__rules[0]);
