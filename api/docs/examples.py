"""Values as JSON with colours, and requests as commands for a shell."""
import html
import json

from prose import isolated

WIDTH = 100


def scalar(value):
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)[1:-1]
        return f'<span class="s">"{isolated(text)}"</span>'
    return f'<span class="n">{json.dumps(value)}</span>'


def is_flat(value):
    """Whether a list or an object fits on a line."""
    parts = value.values() if isinstance(value, dict) else value
    return not any(isinstance(part, (dict, list)) and part for part in parts) and \
        len(json.dumps(value, ensure_ascii=False)) <= WIDTH


def pretty(value, indent=""):
    """A value over as many lines as it takes."""
    if not isinstance(value, (dict, list)):
        return scalar(value)
    pairs = [(f'<span class="k">"{html.escape(key)}"</span>: ', part) for key, part in value.items()] \
        if isinstance(value, dict) else [("", part) for part in value]
    begin, end = "{}" if isinstance(value, dict) else "[]"
    if is_flat(value):
        return begin + ", ".join(key + pretty(part) for key, part in pairs) + end
    deeper = indent + "  "
    return begin + "\n" + ",\n".join(deeper + key + pretty(part, deeper) for key, part in pairs) + f"\n{indent}{end}"


def shown(value, media_type):
    """An example: of JSON its value, else its text. NDJSON is text, whose lines are values."""
    if isinstance(value, str) and "json" not in media_type:
        return isolated(value)
    if media_type == "application/x-ndjson" and isinstance(value, str):
        return "\n".join(pretty_line(line) for line in value.strip().split("\n"))
    return pretty(value)


def pretty_line(line):
    value = json.loads(line)
    return "{" + ", ".join(f'<span class="k">"{html.escape(key)}"</span>: ' + compact(part) for key, part in value.items()) + "}"


def compact(value):
    return scalar(value) if not isinstance(value, (dict, list)) else isolated(json.dumps(value, ensure_ascii=False))


def command(server, method, path, media_type=None):
    """curl for a request; its body follows on standard input, as a here-document."""
    name = f" -X {method}" if method not in ("GET", "POST") else ""
    if media_type is None:
        url = f"'{server}{path}'" if "?" in path else server + path
        return f"curl -s{name} {url}"
    return f"curl -s{name} {server}{path} -H 'Content-Type: {media_type}' --data-binary @- &lt;&lt;'EOF'"


def block(text, title=""):
    name = f' aria-label="{html.escape(title)}"' if title else ""
    return f'<pre class="example" dir="ltr" tabindex="0"{name}><code>{text}</code></pre>'
