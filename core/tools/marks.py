#!/usr/bin/env python3
"""Prints core/src/blocks/marks_table.inc: the class words that mark their element, by the keys that
dana__word_key gives them, in a table with open slots.

Usage: core/tools/marks.py > core/src/blocks/marks_table.inc
"""
import word_table

SLOTS = 1024

# mark (DANA__MARK_*), its words; lines without a mark go on with the one before.
WORDS = """
NAV        breadcrumb breadcrumbs docnav menu nav navbar
           navfooter navheader navigation pager pagination submenu toc
FOOTER     copyright footer
HEADER     header masthead topbar
ASIDE      aside sidebar sphinxsidebar
COMMENTS   comment comments disqus replies talkback talkbacks
RELATED    popular recirc recommendations recommended related teaser trending
SHARE      follow share sharedaddy sharing social
NEWSLETTER newsletter signup subscribe subscription
COOKIE     consent cookie cookies dsgvo gdpr
ADVERT     ad ads advert advertisement advertising promo sponsor sponsored
CAPTION    caption credit
BUTTON     buttons
AUTHOR     author authors byline signature
META       categories category date meta metadata tag tags time timestamp title
WIDGET     cart login search toolbar widget
PAYWALL    paywall
DIALOG     dialog lightbox modal overlay popover popup tooltip
MENU_ITEM  dropdown
CONTENT    article body content description entry main section text
POST       answer message post posts question reply thread topic
CARD       card cards grid item list listing product products result tile
PRICE      price shipping stock
REVIEW     accordion faq quote rating review reviews tab tabs testimonial testimonials
HERO       banner cta feature features hero
CONSENT    borlabs cmplz complianz cookiebot cookieconsent cookieyes cybot didomi iubenda klaro onetrust
           osano quantcast sourcepoint truste usercentrics
NOTE       disclaimer legal
EDITING    ambox catlinks cmbox editsection fmbox imbox infmessage marp metaitem msgreceived navbox ombox pagenum pgheader
           portalbox printfooter secedit tmbox
CALLOUT    admonition callout caution danger footnote footnotes hint infobox ingredients note notice tip warning
REWRITTEN  ace cm crayon enlighter frac fraction fragment highlighter jax katex mirror monaco mwe sfrac
           syntaxhighlighter
"""

word_table.print_table("marks.py", "MARK_SLOTS", "marked_word marked_words[MARK_SLOTS]", SLOTS,
                       word_table.read_rows(WORDS), "DANA__MARK_BIT({})".format)
