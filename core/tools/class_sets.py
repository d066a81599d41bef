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
NUMBERS    ln lnt lntd linenr blobnum hljslnn hljslnnumbers crayonnum crayonnums lno
           cmgutters cmgutterelement codemirrorgutters codemirrorlinenumber acegutter acegutterlayer marginviewoverlays
HIDDEN     boring
TOOLS      copybtn copybutton btncopy codecopy copycode copycodebutton codecopybutton btnclipboard
           clipboardbtn clipboardcopy hljscopy hljscopybutton codecopybtn clipboardbutton copytoclipboard
           copytoclipboardbutton zeroclipboardcontainer codelang codelanguage langlabel languagelabel
           codeblocklang codeblocklanguage snippetlanguage toolbaritem codelabel exampleheader copyicon
CODE       hljslncode
LISTING    syntaxhighlighter codemirrorcode jsfilelinecontainer dphighlighter enlighterjs enlightercode
           acetextlayer viewlines reactcodelines crayonpre dpc
EDITOR     cmcontent
FRAGMENT   fragment
LINE       line codeline ecline tokenline viewline cmline aceline codemirrorline crayonline sourceline
           highlightline gatsbyhighlightcodeline
"""

word_table.print_table("class_sets.py", "SET_SLOTS", "set_word set_words[SET_SLOTS]", SLOTS,
                       word_table.read_rows(WORDS), "DANA__CLASS_{}".format)
