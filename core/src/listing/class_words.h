/*
 * The words of a class value, as those who look for highlighters compare them.
 */
#ifndef DANA_LISTING_CLASS_WORDS_H
#define DANA_LISTING_CLASS_WORDS_H

#include "dana/view.h"
#include "html/tokenizer.h"

#include <stdbool.h>

/* Longest word that is compared; longer ones are cut. */
#define DANA__CLASS_WORD_MAX 48

/* Returns a tag's class value, empty where it has none. */
dana_view dana__class_value(dana_view tag);

/* Takes the next word off a class value. Returns false where there is none. */
bool dana__take_class_word(dana_view *value, dana_view *word);

/* Writes a word in lower case without '-' and '_' ("line-numbers" as "linenumbers"),
 * NUL-terminated. */
void dana__fold_class_word(dana_view word, char folded[DANA__CLASS_WORD_MAX + 1]);

/* Sets of class words: what highlighters and editors call things. */
enum {
    DANA__CLASS_LISTING = 1 << 0, /* an element that is a listing though it is no pre */
    DANA__CLASS_EDITOR = 1 << 1,
    DANA__CLASS_FRAGMENT = 1 << 2,
    DANA__CLASS_LINE = 1 << 3,     /* a line of code */
    DANA__CLASS_CODE = 1 << 4,     /* the code beside numbers of lines */
    DANA__CLASS_NUMBERS = 1 << 5,  /* numbers of lines */
    DANA__CLASS_HIDDEN = 1 << 6,   /* lines that readers are not shown (mdBook, Doxygen) */
    DANA__CLASS_TOOLS = 1 << 7,    /* buttons and labels around listings */
    DANA__CLASS_FORMULA = 1 << 8,  /* perhaps a formula (math/formula.h); none that a table has */
    DANA__CLASS_MANUAL = 1 << 9,   /* what tools for manuals call the text and the list of chapters:
                                      Sphinx, mdBook, VitePress, gi-docgen, DITA, Erlang's,
                                      JSDoc, Scribble, Nim's, YARD, RDoc, mandoc */
    DANA__CLASS_PACKAGE = 1 << 10, /* what Haddock calls the heads of a package */
    DANA__CLASS_MODULE = 1 << 11,  /* and of a module of it; either alone is other people's, too */
    DANA__CLASS_WIKI = 1 << 12,    /* what wikis call the text: MediaWiki */
    DANA__CLASS_THREAD = 1 << 13,  /* what forum programs call the body of a thread, or a post:
                                      phpBB, bbPress, NodeBB, Stack Exchange, Question2Answer,
                                      Vanilla, Discuz, XenForo, Invision, Hacker News; trackers of
                                      bugs, archives of mails, Steam, Telegram, Lemmy */
    DANA__CLASS_ENTRY = 1 << 14,   /* what hAtom, and so WordPress, calls the text of a post */
    DANA__CLASS_AGAIN = 1 << 15,   /* what LaTeXML writes once more: the number of an item, the mark
                                      of a note before its text */
    DANA__CLASS_REPOSITORY = 1 << 16, /* what hosts of code call a document, and a file of code */
    DANA__CLASS_MARKDOWN = 1 << 17,   /* what tools call the element that has what an author wrote,
                                         and nothing else: VuePress, Docusaurus, Starlight, GitBook */
    DANA__CLASS_DIFF = 1 << 18,   /* differences between files, of cgit where a summary says so */
    DANA__CLASS_RECIPE = 1 << 19, /* what plugins of WordPress for recipes call the box of one */
    DANA__CLASS_JOB = 1 << 20,    /* what programs for applications call a row of a list of jobs:
                                     Greenhouse, Lever, SmartRecruiters, WP Job Manager... */
    DANA__CLASS_SHRUNK = 1 << 21, /* no class: a style that makes a text too small to be seen */
    DANA__CLASS_EXTRA = 1 << 22,  /* what forum programs set between the texts of posts: bbPress's
                                     lists of changes, Flarum's notes of what was done to a thread,
                                     Discourse's counts, who reads phpBB and vBulletin */
    DANA__CLASS_OFFER = 1 << 23,  /* boxes in an article to vote or to buy: polls, Ghost's calls */
};

/* Those that ids are of, too. */
#define DANA__ID_SETS ((unsigned)(DANA__CLASS_PACKAGE | DANA__CLASS_MODULE))

/* Returns the sets that words of a class value are of. Linear; one look for all of them. */
unsigned dana__class_sets(dana_view value);

/* Returns whether a word of a class value begins as one of the sets does, or as one of those of
 * formulas: few others do. */
bool dana__may_be_in_sets(dana_view value, const char *readable);

/* Tells whether a class value has one of these words, which are folded and end with NULL. */
bool dana__has_class_word(dana_view value, const char *const words[]);

/* Returns whether a class value says that a text is for screen readers alone, or a note beside the
 * text; data NULL: there is none. */
bool dana__hides_text(dana_view value);

#endif
