"""Schemas as HTML: a type in a few words, members one below the other, each with an anchor."""
import html
import json

from examples import scalar

BOUNDS = [("minimum", "at least {}"), ("exclusiveMinimum", "more than {}"), ("maximum", "at most {}"),
          ("exclusiveMaximum", "less than {}"), ("minLength", "at least {} characters"), ("maxLength", "at most {} characters"),
          ("minItems", "at least {} items"), ("maxItems", "at most {} items"), ("multipleOf", "a multiple of {}"),
          ("minProperties", "at least {} members"), ("maxProperties", "at most {} members"),
          ("contentMediaType", "{}"), ("contentEncoding", "in {}"), ("format", "{}")]
CHOICES = ("oneOf", "anyOf")


def name_of(reference):
    return reference.rsplit("/", 1)[1].replace("~1", "/").replace("~0", "~")


def link(reference):
    """A link to what a $ref names: components/schemas/Post is #schema-Post, a member of it follows a dot."""
    kind, *names = [name_of("/" + part) for part in reference.split("/")[2:]]
    kind, name = kind[:-1], ".".join(part for part in names if part not in ("properties", "items"))
    return f'<a href="#{kind}-{html.escape(name)}">{html.escape(name)}</a>'


def literal(value):
    return f"<code>{scalar(value)}</code>" if not isinstance(value, (dict, list)) else \
        f"<code>{html.escape(json.dumps(value, ensure_ascii=False))}</code>"


def words(parts, last="or"):
    parts = list(dict.fromkeys(parts))
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 2 else f" {last} ".join(parts)


def brief(schema):
    """The type of a value: 'string or null', 'array of Post', 'one of ...'."""
    if schema is True or not schema:
        return "any value"
    if "$ref" in schema:
        return link(schema["$ref"])
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return words(map(literal, schema["enum"]))
    if "allOf" in schema and "type" not in schema and "properties" not in schema:
        return ", ".join(condition(part) for part in schema["allOf"])
    for choice in CHOICES:
        if choice in schema and "type" not in schema and "properties" not in schema:
            return words(brief(part) for part in schema[choice])
    types = schema.get("type", "object" if "properties" in schema else "value")
    return words(array(schema) if name == "array" else mapping(schema) if name == "object" else name
                 for name in ([types] if isinstance(types, str) else types))


def array(schema):
    return f"array of {brief(schema['items'])}" if "items" in schema else "array"


def mapping(schema):
    more = schema.get("additionalProperties")
    return f"object of {brief(more)}" if isinstance(more, dict) and more and "properties" not in schema else "object"


def bounds(schema):
    """What limits a value besides its type, also in its branches that are no references."""
    found = [text.format(schema[key]) for key, text in BOUNDS if key in schema]
    if "pattern" in schema:
        found.append(f"pattern <code>{html.escape(schema['pattern'])}</code>")
    if "default" in schema:
        found.append(f"default {literal(schema['default'])}")
    for part in [part for choice in CHOICES for part in schema.get(choice, [])]:
        if "properties" not in part:
            found += bounds(part)
    return list(dict.fromkeys(found)) + ([f"items: {', '.join(inner)}"] if (inner := bounds_of_items(schema)) else [])


def bounds_of_items(schema):
    items = schema.get("items")
    return bounds(items) if isinstance(items, dict) else []


def condition(schema):
    """A branch or a condition in words: '`algorithm` is "dana"; `params` is DanaParams'."""
    if "$ref" in schema:
        return link(schema["$ref"])
    said = [f"<code>{html.escape(name)}</code> is {brief(part)}" for name, part in schema.get("properties", {}).items()]
    named = [f"<code>{html.escape(name)}</code>" for name in schema.get("required", []) if name not in schema.get("properties", {})]
    said += [f"{words(named, 'and')} {'are' if len(named) > 1 else 'is'} there"] if named else []
    said += [f"not: {condition(schema['not'])}"] if "not" in schema else []
    return "; ".join(said) or brief(schema)


def has_parts(schema):
    return isinstance(schema, dict) and ("properties" in schema or "if" in schema)


class Shapes:
    """Writes schemas; prose renders their descriptions; schemas: those that references name."""

    def __init__(self, prose, schemas):
        self.prose, self.schemas = prose, schemas

    def known(self, schema):
        """The schema of a value, or of a value that may be null, where it is a reference and says nothing of its own."""
        parts = [part for choice in CHOICES for part in schema.get(choice, []) if part != {"type": "null"}] or [schema]
        reference = parts[0].get("$ref") if len(parts) == 1 else None
        return self.schemas.get(name_of(reference)) if reference and "properties" not in schema else None

    def brief_of(self, schema):
        """A type; of a reference to what is no object also what that is."""
        known = self.known(schema)
        simple = known and "properties" not in known and "$ref" not in known and "enum" not in known
        said = [brief(known)] + bounds(known) if simple else []
        return brief(schema) + (f" ({', '.join(said)})" if simple and len(str(said)) < 300 else "")

    def describe(self, schema):
        known = self.known(schema) if "description" not in schema else None
        short = known and "properties" not in known
        return self.prose.render((known if short else schema).get("description", "")) + self.samples(schema)

    def samples(self, schema):
        samples = schema.get("examples", []) + ([schema["example"]] if "example" in schema else [])
        return f"<p>Example: {words(map(literal, samples))}</p>\n" if samples else ""

    def member(self, anchor, name, schema, required):
        """A member with its type, bounds and description, and with the members of an object that is written inside."""
        facts = [self.brief_of(schema)] + bounds(schema)
        need = '<span class="need">required</span>' if required else ""
        inner = "".join(self.inside(anchor, part) for part in self.objects(schema))
        return (f'<div class="member" id="{html.escape(anchor)}"><p class="type"><a class="anchor" href="#{html.escape(anchor)}">'
                f"<code>{html.escape(name)}</code></a> {', '.join(facts)} {need}</p>\n{self.describe(schema)}{inner}</div>\n")

    def objects(self, schema):
        """The objects that are written inside a member: itself, its items, the values of its names, its branches."""
        if not isinstance(schema, dict):
            return
        if has_parts(schema):
            yield schema
        for key in ("items", "additionalProperties"):
            yield from self.objects(schema.get(key))
        for choice in CHOICES:
            if "properties" not in schema:
                for part in schema.get(choice, []):
                    yield from self.objects(part)

    def inside(self, anchor, schema):
        shown = self.members(anchor, schema)
        return f'<div class="inside">{shown}</div>' if shown else ""

    def members(self, anchor, schema):
        needed = schema.get("required", [])
        text = "".join(self.member(f"{anchor}.{name}", name, part, name in needed)
                       for name, part in schema.get("properties", {}).items())
        return text + self.rules(schema)

    def rules(self, schema):
        """What goes together: branches of an object with members, conditions."""
        said = []
        for choice in CHOICES:
            if choice in schema and "properties" in schema:
                said.append("One of these holds:<ul>" + "".join(f"<li>{condition(part)}</li>" for part in schema[choice]) + "</ul>")
        cases = [part for part in schema.get("allOf", []) + [schema] if "if" in part]
        if cases:
            said.append("What depends on what:<ul>" + "".join(
                f"<li>If {condition(case['if'])}: {condition(case.get('then', {}))}"
                + (f"; else: {condition(case['else'])}" if "else" in case else "") + "</li>" for case in cases) + "</ul>")
        return "".join(f'<div class="rules">{text}</div>\n' for text in said)

    def whole(self, anchor, schema):
        """A schema of its own, below its heading: type, description, members, branches."""
        facts = [brief(schema)] if not schema.get("properties") else ["object"]
        text = f'<p class="type">{", ".join(facts + bounds(schema))}</p>\n{self.describe(schema)}'
        return text + "".join(self.members(anchor, part) for part in self.objects(schema))
