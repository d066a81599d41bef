#include "html/byte_class.h"

#define LEAD4(at)                                                                                  \
    [(at)] = DANA__LEAD, [(at) + 1] = DANA__LEAD, [(at) + 2] = DANA__LEAD, [(at) + 3] = DANA__LEAD
#define LEAD16(at) LEAD4(at), LEAD4((at) + 4), LEAD4((at) + 8), LEAD4((at) + 12)
#define LEAD64(at) LEAD16(at), LEAD16((at) + 16), LEAD16((at) + 32), LEAD16((at) + 48)

const unsigned char dana__byte_classes[256] = {
    ['\0'] = DANA__NUL,      ['\t'] = DANA__SPACE, ['\n'] = DANA__SPACE,
    ['\f'] = DANA__SPACE,    ['\r'] = DANA__SPACE, [' '] = DANA__SPACE,
    ['&'] = DANA__AMPERSAND, LEAD64(0x80),         LEAD64(0xC0),
};
