#!/usr/bin/env python3
"""Prints core/src/listing/class_sets_table.inc: the class words of highlighters, with the sets that
they are of, by their keys (FNV-1a, 32 bits) in a table with open slots.

Usage: core/tools/class_sets.py > core/src/listing/class_sets_table.inc
"""
import word_table

SLOTS = 256

# set (DANA__CLASS_*), its words in lower case without '-' and '_'; lines without a set go on with
# the one before.
WORDS = """
NUMBERS    ln lnt lntd linesnum linenr blobnum hljslnn hljslnnumbers crayonnum crayonnums lno
           cmgutters cmgutterelement codemirrorgutters codemirrorlinenumber acegutter acegutterlayer marginviewoverlays
HIDDEN     boring ttc
TOOLS      copybtn copybutton btncopy codecopy copycode copycodebutton codecopybutton btnclipboard
           clipboardbtn clipboardcopy hljscopy hljscopybutton codecopybtn clipboardbutton copytoclipboard
           copytoclipboardbutton zeroclipboardcontainer codelang codelanguage langlabel languagelabel
           codeblocklang codeblocklanguage snippetlanguage toolbaritem codelabel exampleheader copyicon
CODE       hljslncode
LISTING    syntaxhighlighter codemirrorcode jsfilelinecontainer dphighlighter enlighterjs enlightercode
           acetextlayer viewlines reactcodelines crayonpre dpc patchset codeview
DIFF       diff
EDITOR     cmcontent
FRAGMENT   fragment
AGAIN      ltxnotecontent ltxtagitem
LINE       line codeline ecline tokenline viewline cmline aceline codemirrorline crayonline sourceline
           highlightline gatsbyhighlightcodeline
MANUAL     rstcontent sphinxsidebar sphinxsidebarwrapper navwidewrapper vpdoc devhelphidden
           conbody taskbody reftypes ghlinkafter
           typesignature navsettop nestedtocsection summarysignature methoddetailslist methodsourcecode methodcallseq
           manualtext tsdpagetitle templatereferencetopic templatereferenceindex pkgdownfooterleft iodescription redocwrap
PACKAGE    packageheader
MODULE     moduleheader
WIKI       mwcontentltr mwcontentrtl mwparseroutput
THREAD     sectionviewtopic singletopic templatetopic questionpage qatemplatequestion sectiondiscussion
           pgviewthread messagepost cauthorpane fatitem bzcommenttable
           hasnotes cnum boardcomment issuablediscussion issuecontentleft ghheadertitle issuedatablock
           bugnote tickettransaction emailfirst changeauthor tgmewidgetmessage phuitimelineview
           msgreceived lemmysite
REPOSITORY markdownbody jscheckbidi nondifffilecontent
ENTRY      entrycontent
JOB        jobpost opening posting openingjob joblisting jobposting jobopening jobitem joblistitem joblistingitem
           ashbyjobpostingbrief bamboohratsjobsitem jobbox vacancyitem vacancy
EXTRA      bbcodeblockunfurl bbpreplyrevisionlog bbptopicrevisionlog eventpost onlinelist postlikes threadinfo topicmap
OFFER      poll polls wppoll wppolls pollbox pollcontainer pollwidget pollwrapper pdspoll umfrage encuesta sondage
           sondaggio kgctacard
RECIPE     wprmrecipecontainer tastyrecipes mvcreatecard mvrecipecard easyrecipe zlrecipecontainerborder
           wpurpcontainer jetpackrecipe hrecipe
MARKDOWN   themedefaultcontent themehopecontent slmarkdowncontent themedocmarkdown markdownsection
"""

# The words of formulas (math/formula.c), which are of no set, begin so.
FORMULAS = "kat mwe mat mjx fra sfr"
FACTOR = 0x9E37


def beginning(word):
    """begins_like in listing/class_words.c: of the first letters, at most three."""
    letters = 0
    for letter in word[:3]:
        letters = letters << 5 | ord(letter) & 31
    return (letters * FACTOR & 0xFFFFFFFF) >> 5 & 2047


rows = word_table.read_rows(WORDS)
word_table.print_table("class_sets.py", "SET_SLOTS", "set_word set_words[SET_SLOTS]", SLOTS,
                       rows, "DANA__CLASS_{}".format)

bits = [0] * 32
for word in list(rows) + FORMULAS.split():
    bits[beginning(word) // 64] |= 1 << beginning(word) % 64
print(f"#define BEGINNING_FACTOR {FACTOR}u")
print("/* How these words begin, and those of formulas, as bits. */")
print("static const uint64_t beginnings[] = {" + ", ".join(f"UINT64_C({row:#018x})" for row in bits) + "};")
