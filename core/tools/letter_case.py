"""Other cases of the letters of phrases, for the generators beside this file. Tables are compared without the case of ASCII
letters; of others they hold each form that pages show.
"""
import unicodedata

# letters of an alphabet in which the capital of i has a dot
DOTTED = set("ışğ")
# letters of a phrase at least whose accents may be left out: shorter ones are words of other languages
PLAIN_LEAST = 8


def folded(words):
    """As the tables are compared: letters of ASCII small."""
    return "".join(letter.lower() if letter < "\x80" else letter for letter in words)


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
    """Forms of a phrase that the comparison tells from it, in order: small, with a capital first, capitals, and capitals
    without accents."""
    if words.isascii() or words.upper() == words.lower():
        return []
    capitals = words.upper()
    forms = {words.lower(), words[0].upper() + words[1:], capitals}
    if DOTTED & set(words.lower()):
        forms.add(words.replace("i", "İ").upper())
    if is_plain(words):
        forms |= {without_accents(form) for form in (capitals, words.lower())}
    return sorted({folded(form) for form in forms} - {folded(words)})
