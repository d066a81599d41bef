#include "plot/svg.h"

#include "base/ascii.h"
#include "dana/text.h"

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#define DIGITS_MAX 24

/* Colours of both schemes. Series differ by position, width and dashes too. */
static const char style[] =
    "<style>"
    "svg{--paper:#fff;--ink:#1b1f24;--soft:#59636e;--line:#d1d9e0;--band:#dff3e4;--mark:#1a7f37;"
    "--c0:#0969da;--c1:#bc4c00;--c2:#1a7f37;--c3:#8250df;--c4:#bf3989;--c5:#7d5d00;"
    "font:20px system-ui,sans-serif;background:var(--paper)}"
    "@media(prefers-color-scheme:dark){svg{--paper:#0d1117;--ink:#f0f6fc;--soft:#9198a1;"
    "--line:#3d444d;--band:#12351f;--mark:#3fb950;--c0:#4493f8;--c1:#f0883e;--c2:#3fb950;"
    "--c3:#ab7df8;--c4:#f778ba;--c5:#d4a72c}}"
    "text{fill:var(--ink)}.soft{fill:var(--soft)}.head{font-weight:600;font-size:24px}"
    ".end{text-anchor:end}.mid{text-anchor:middle}.paper{fill:var(--paper)}"
    ".axis{stroke:var(--soft);stroke-width:2;fill:none}.grid{stroke:var(--line);stroke-width:1}"
    ".band{fill:var(--band)}.mark{fill:var(--mark)}.region{fill:var(--soft)}"
    ".content{fill:var(--c0)}.code{fill:var(--c1)}"
    ".curve{fill:none;stroke:var(--ink);stroke-width:2;stroke-linejoin:round}"
    ".s{fill:none;stroke-width:4;stroke-linejoin:round}"
    ".l0{stroke:var(--c0)}.l1{stroke:var(--c1)}.l2{stroke:var(--c2)}.l3{stroke:var(--c3)}"
    ".l4{stroke:var(--c4)}.l5{stroke:var(--c5)}"
    ".f0{fill:var(--c0)}.f1{fill:var(--c1)}.f2{fill:var(--c2)}.f3{fill:var(--c3)}"
    ".f4{fill:var(--c4)}.f5{fill:var(--c5)}"
    ".d1{stroke-dasharray:14 6}.d2{stroke-dasharray:4 5}.d3{stroke-dasharray:18 5 4 5}"
    "</style>";

void dana__svg_init(dana__svg *svg, dana_arena *arena, dana_error *err)
{
    *svg = (dana__svg){.arena = arena, .err = err};
    dana_buffer_init(&svg->buffer, 1);
}

static void add_bytes(dana__svg *svg, const char *bytes, size_t length)
{
    if (svg->status == DANA_OK) {
        svg->status = dana_buffer_append(svg->arena, &svg->buffer, bytes, length, svg->err);
    }
}

void dana__svg_add(dana__svg *svg, const char *text)
{
    add_bytes(svg, text, strlen(text));
}

void dana__svg_view(dana__svg *svg, dana_view text)
{
    add_bytes(svg, text.data, text.length);
}

/* Returns what stands for a byte in XML, NULL where that is the byte itself. */
static const char *escaped(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7F ? " " : dana_markup_escape(c);
}

/* Whether U+FFFE or U+FFFF stands at i: XML has neither. */
static bool is_no_character(dana_view text, size_t i)
{
    return text.data[i] == '\xEF' && text.length - i >= 3 && text.data[i + 1] == '\xBF' &&
           (unsigned char)text.data[i + 2] >= 0xBE;
}

void dana__svg_escape(dana__svg *svg, dana_view text)
{
    size_t done = 0;

    for (size_t i = 0; i < text.length; i++) {
        bool is_none = is_no_character(text, i);
        const char *other = is_none ? " " : escaped(text.data[i]);

        if (other != NULL) {
            add_bytes(svg, text.data + done, i - done);
            dana__svg_add(svg, other);
            i += is_none ? 2 : 0;
            done = i + 1;
        }
    }
    add_bytes(svg, text.data + done, text.length - done);
}

void dana__svg_decimal(dana__svg *svg, int64_t value, int decimals)
{
    char digits[DIGITS_MAX + 2];
    size_t at = sizeof(digits);
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    for (int i = 0; i <= decimals || left > 0; i++) {
        if (i == decimals && decimals > 0) {
            digits[--at] = '.';
        }
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    }
    if (value < 0) {
        digits[--at] = '-';
    }
    add_bytes(svg, digits + at, sizeof(digits) - at);
}

void dana__svg_number(dana__svg *svg, int64_t value)
{
    dana__svg_decimal(svg, value, 0);
}

void dana__svg_format(dana__svg *svg, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    for (const char *p = format; *p != '\0';) {
        size_t plain = strcspn(p, "%");

        add_bytes(svg, p, plain);
        p += plain;
        if (*p == '\0') {
            break;
        }
        if (p[1] == 'd') {
            dana__svg_number(svg, va_arg(arguments, int));
        } else if (p[1] == 's') {
            dana__svg_add(svg, va_arg(arguments, const char *));
        }
        p += 2;
    }
    va_end(arguments);
}

void dana__svg_open(dana__svg *svg, int width, int height, dana_view title, dana_view desc)
{
    dana__svg_format(svg,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                     "height=\"%d\" role=\"img\" aria-labelledby=\"plot-title plot-desc\">\n"
                     "<title id=\"plot-title\">",
                     width, height, width / 2, height / 2);
    dana__svg_escape(svg, title);
    dana__svg_add(svg, "</title>\n<desc id=\"plot-desc\">");
    dana__svg_escape(svg, desc);
    dana__svg_add(svg, "</desc>\n");
    dana__svg_add(svg, style);
    dana__svg_format(svg, "\n<rect class=\"paper\" width=\"%d\" height=\"%d\"/>\n", width, height);
}

dana_status dana__svg_close(dana__svg *svg, dana_view *out)
{
    dana__svg_add(svg, "</svg>\n");
    dana_buffer_trim(svg->arena, &svg->buffer);
    *out = (dana_view){svg->buffer.data, svg->buffer.length};
    return svg->status;
}

int64_t dana__axis_step(int64_t range, int ticks)
{
    static const int factors[] = {1, 2, 5};

    for (int64_t power = 1; power <= INT64_MAX / 100; power *= 10) {
        for (size_t i = 0; i < DANA__COUNT(factors); i++) {
            if (range / (power * factors[i]) <= ticks) {
                return power * factors[i];
            }
        }
    }
    return range;
}
