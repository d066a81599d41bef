"""Labels of a page's texts from its gold text, for models that read them in their order."""
import numpy as np

RUN = 4


def covered(texts, gold):
    """The share of each text's words that lie in a run of four words of the page that the gold text has, too.
    Runs go over the ends of texts: a word that a menu and the gold text both have is no content in the menu."""
    known = {tuple(gold[i:i + RUN]) for i in range(len(gold) - RUN + 1)}
    words = [word for text in texts for word in text]
    found = np.zeros(len(words) + 1)
    for i in range(len(words) - RUN + 1):
        if tuple(words[i:i + RUN]) in known:
            found[i] += 1
            found[min(i + RUN, len(words))] -= 1
    inside = np.concatenate([[0], np.cumsum(np.cumsum(found)[:-1] > 0)])
    ends = np.cumsum([0] + [len(text) for text in texts])
    return (inside[ends[1:]] - inside[ends[:-1]]) / np.maximum(np.diff(ends), 1)
