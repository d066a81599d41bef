#include "base/ascii.h"

#include <string.h>
#include <strings.h>

bool dana__equal_text(dana_view a, dana_view b)
{
    return a.length == b.length && (a.length == 0 || strncasecmp(a.data, b.data, a.length) == 0);
}

bool dana__is_text(dana_view text, const char *string)
{
    return dana__equal_text(text, (dana_view){string, strlen(string)});
}
