"""The elements around the blocks, as dump_blocks writes them."""
import numpy as np


def read_nodes(path):
    """Yields a page's parents, first blocks, ends, words of its elements, and its blocks' elements."""
    with open(path, encoding="ascii") as lines:
        for line in lines:
            _, nodes, blocks = line.split()
            rows = [list(map(int, next(lines).split())) for _ in range(int(nodes))]
            of_block = np.array([list(map(int, next(lines).split())) for _ in range(int(blocks))],
                                int).reshape(-1, 2)
            yield {"parent": [r[0] for r in rows], "first": np.array([r[1] for r in rows]),
                   "end": np.array([r[2] for r in rows]), "kind": [r[3] for r in rows], "words": [r[4:] for r in rows],
                   "of_block": of_block[:, 0], "copy_of": of_block[:, 1] - 1}
