"""How pages spell phrases otherwise, for the generators beside this file: in another case of their letters, in letters of Arabic
script that are written for each other, with another apostrophe.

Some tables are compared with a text as it stands, but for the case of ASCII letters: they hold each form (other_forms). Others
are compared with a text in one spelling (text/lower.h): they hold that one (one_spelling).
"""
import unicodedata

# letters of an alphabet in which the capital of i has a dot
DOTTED = set("ışğ")
# letters of a phrase at least whose accents may be left out: shorter ones are words of other languages
PLAIN_LEAST = 8
# Persian letters of Arabic script, and the Arabic ones that older fonts had for them
PERSIAN = "یک"
ARABIC = "يك"
TO_ARABIC = str.maketrans(PERSIAN, ARABIC)
TO_PERSIAN = str.maketrans(ARABIC, PERSIAN)
NON_JOINER = "\u200c"
# what is written or left out: vowels, doubling, lengthening; hamza on its seat, and letters that end words alike
MARKS = "\u0640" + "".join(chr(point) for point in range(0x64B, 0x653))
WITHOUT_MARKS = str.maketrans({mark: "" for mark in MARKS})
ALIKE = str.maketrans("أإىة", "ااي\u0647")
# as text/arabic.h: one yeh, one kaf, one heh
ONE_LETTER = str.maketrans("يىكڪەہ", "ییکک\u0647\u0647")
# small letters as text/lower.h writes them: Greek as capitals are written, and what is written for the dotless i and yo
SMALL = str.maketrans("άέήίϊΐόύϋΰώςıё\u2019", "αεηιιιουυυωσiе'", NON_JOINER)


def folded(words):
    """As the tables of several forms are compared: letters of ASCII small."""
    return "".join(letter.lower() if letter < "\x80" else letter for letter in words)


def one_spelling(words):
    """As text/lower.h writes a text, but for digits."""
    return words.lower().translate(SMALL).translate(WITHOUT_MARKS).translate(ALIKE).translate(ONE_LETTER)


def without_accents(words):
    """Latin and Greek letters without what stands above and below them."""
    kept = []
    for letter in words:
        is_accented = letter < "\u0400" or "\u1e00" <= letter < "\u2000"
        kept.append(unicodedata.normalize("NFD", letter)[0] if is_accented else letter)
    return "".join(kept)


def is_plain(words):
    """Whether a phrase may be written without accents: Greek capitals are, and long phrases."""
    is_greek = any("\u0370" <= letter < "\u0400" for letter in words)
    return is_greek or sum(letter.isalpha() for letter in words) >= PLAIN_LEAST


def other_cases(words):
    """A phrase small, with a capital first, in capitals, and in capitals without accents."""
    if words.isascii() or words.upper() == words.lower():
        return set()
    capitals = words.upper()
    forms = {words.lower(), words[0].upper() + words[1:], capitals}
    if DOTTED & set(words.lower()):
        forms.add(words.replace("i", "İ").upper())
    if is_plain(words):
        forms |= {without_accents(form) for form in (capitals, words.lower())}
    return forms


def other_letters(words):
    """A phrase of Arabic script in other letters, with what is left out left out."""
    forms = {words, words.translate(TO_ARABIC), words.translate(TO_PERSIAN)}
    forms |= {form.translate(WITHOUT_MARKS) for form in forms}
    forms |= {form.translate(ALIKE) for form in forms}
    return forms | {form.replace(NON_JOINER, join).strip() for form in forms for join in ("", " ")}


def other_forms(words):
    """Forms of a phrase that the comparison tells from it, in order."""
    forms = {words} | other_cases(words) | other_letters(words)
    forms |= {form.replace("'", "’") for form in forms} | {form.replace("’", "'") for form in forms}
    return sorted({folded(form) for form in forms} - {folded(words)})
