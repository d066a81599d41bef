#include "select/tag_groups.h"

#define KEY(...) DANA__NAME_KEY(__VA_ARGS__)

bool dana__is_void(const dana__markup *tag)
{
    switch (tag->name.key) {
    case KEY('a', 'r', 'e', 'a'):
    case KEY('b', 'a', 's', 'e'):
    case KEY('b', 'r'):
    case KEY('c', 'o', 'l'):
    case KEY('e', 'm', 'b', 'e', 'd'):
    case KEY('f', 'r', 'a', 'm', 'e'):
    case KEY('h', 'r'):
    case KEY('i', 'm', 'g'):
    case KEY('i', 'n', 'p', 'u', 't'):
    case KEY('k', 'e', 'y', 'g', 'e', 'n'):
    case KEY('l', 'i', 'n', 'k'):
    case KEY('m', 'e', 't', 'a'):
    case KEY('p', 'a', 'r', 'a', 'm'):
    case KEY('s', 'o', 'u', 'r', 'c', 'e'):
    case KEY('t', 'r', 'a', 'c', 'k'):
    case KEY('w', 'b', 'r'):
        return tag->name.length <= sizeof(tag->name.key);
    default:
        return false;
    }
}

bool dana__is_of_head(const dana__markup *tag)
{
    switch (tag->name.key) {
    case KEY('b', 'a', 's', 'e'):
    case KEY('l', 'i', 'n', 'k'):
    case KEY('m', 'e', 't', 'a'):
    case KEY('t', 'i', 't', 'l', 'e'):
    case KEY('s', 't', 'y', 'l', 'e'):
    case KEY('s', 'c', 'r', 'i', 'p', 't'):
    case KEY('n', 'o', 's', 'c', 'r', 'i', 'p', 't'):
    case KEY('t', 'e', 'm', 'p', 'l', 'a', 't', 'e'):
        return tag->name.length <= sizeof(tag->name.key);
    default:
        return false;
    }
}

bool dana__is_formatting(const dana__markup *tag)
{
    switch (tag->name.key) {
    case KEY('a'):
    case KEY('b'):
    case KEY('b', 'i', 'g'):
    case KEY('c', 'o', 'd', 'e'):
    case KEY('e', 'm'):
    case KEY('f', 'o', 'n', 't'):
    case KEY('i'):
    case KEY('n', 'o', 'b', 'r'):
    case KEY('s'):
    case KEY('s', 'm', 'a', 'l', 'l'):
    case KEY('s', 't', 'r', 'i', 'k', 'e'):
    case KEY('s', 't', 'r', 'o', 'n', 'g'):
    case KEY('t', 't'):
    case KEY('u'):
        return true;
    default:
        return false;
    }
}
