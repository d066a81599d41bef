/* Elements that are written in a way of their own. */
#ifndef SVC_RENDERER_TREE_ELEMENTS_H
#define SVC_RENDERER_TREE_ELEMENTS_H

/* What an element is, for who writes it. */
enum {
    SVC_VOID = 1 << 0,   /* without content */
    SVC_RAW = 1 << 1,    /* its text is not escaped */
    SVC_HIDDEN = 1 << 2, /* left out with its content */
    SVC_EMPTY = 1 << 3,  /* its content is left out */
    SVC_FRAME = 1 << 4,
    SVC_FIRST_LINE = 1 << 5, /* a line end that begins it is dropped by readers */
};

/* Returns what an element is, by its name in small letters, as bits; 0: nothing of these. */
unsigned svc_element_kind(const char *name);

#endif
