"""The reference: openapi.yaml as HTML, with an anchor for each route, member, parameter, header, response and problem."""
import html
import json

import examples
from prose import Prose, slug
from shapes import Shapes, link, name_of, words

METHODS = ("get", "post", "put", "delete", "patch", "head", "options")
SMALL = ("head", "options")  # methods that every route has: told in a line
# what texts call a member by its place, and the schema that has it
MEMBERS = {"options": "ExtractOptions", "limits": "Info.limits", "content": "Content", "fetch": "FetchOptions"}


class Reference:
    """explanations: a problem's code to what it means, what to do, and whether it may go away by itself."""

    def __init__(self, document, explanations):
        self.document, self.explanations = document, explanations
        everywhere = document.get("x-headers-of-every-response", {})
        self.parts = {**document["components"], "headers": {**document["components"]["headers"], **everywhere}}
        self.everywhere = words([link(f"#/components/headers/{name}") for name in everywhere], "and")
        self.routes = {path: {name: item[name] for name in METHODS if name in item} for path, item in document["paths"].items()}
        self.problems, self.said = self._problems(), set()
        self.warnings = self.parts["schemas"].get("Warning", {}).get("properties", {}).get("code", {}).get("enum", [])
        self.prose = Prose(self.find, prefix="about-", deeper=1)
        self.shapes = Shapes(self.prose, self.parts["schemas"])

    def find(self, code):
        """Where a text in backticks leads: a path, a problem, a schema, a header."""
        method, _, path = code.rpartition(" ")
        if path in self.routes and path != "/":
            operation = self.routes[path].get(method.lower())
            return f"#operation-{operation['operationId']}" if operation else f"#route-{slug(path)}"
        if code in self.problems:
            return f"#problem-{code}"
        if code in self.warnings:
            return "#schema-Warning.code"
        first, _, rest = code.partition(".")
        if rest and first in MEMBERS:
            return f"#schema-{MEMBERS[first]}.{rest}"
        for kind in ("schemas", "headers", "parameters"):
            if code in self.parts.get(kind, {}) and not (kind == "schemas" and code.islower()):
                return f"#{kind[:-1]}-{code}"
        return None

    def _problems(self):
        """Code to what its examples say, and the responses that have them."""
        schema = self.parts["schemas"].get("ProblemCode", {})
        problems = {code: {"said": {}, "in": []} for code in schema.get("enum", [])}
        named = [(name, response) for name, response in self.parts["responses"].items()]
        inline = [(operation["operationId"], response) for path in self.routes.values() for operation in path.values()
                  for response in operation["responses"].values() if "$ref" not in response]
        for name, response in named + inline:
            for media in response.get("content", {}).values():
                for example in media.get("examples", {}).values():
                    value = example.get("value")
                    if isinstance(value, dict) and value.get("code") in problems and "status" in value:
                        problem = problems[value["code"]]
                        problem["said"] = problem["said"] or value
                        problem["in"] += [name] if name in self.parts["responses"] and name not in problem["in"] else []
        return problems

    # One thing each

    def parameter(self, anchor, parameter):
        schema = {**parameter.get("schema", {}), **{key: parameter[key] for key in ("description", "example") if key in parameter}}
        shown = self.shapes.member(anchor, parameter["name"], schema, parameter.get("required", False))
        return shown.replace('<p class="type">', f'<p class="type"><span class="place">{parameter["in"]}</span> ', 1)

    def parameters(self, operation):
        """References by their links, what is the operation's own in full."""
        own, shared = [], []
        for parameter in operation.get("parameters", []):
            if "$ref" in parameter:
                known = self.parts["parameters"][name_of(parameter["$ref"])]
                shared.append(f'<a href="#parameter-{name_of(parameter["$ref"])}"><code>{html.escape(known["name"])}</code></a> '
                              f'<span class="place">({known["in"]})</span>')
            else:
                own.append(self.parameter(f"operation-{operation['operationId']}.{parameter['name']}", parameter))
        text = "<h4>Parameters</h4>\n" + "".join(own) if own or shared else ""
        return text + (f"<p>{'Also ' if own else ''}{words(shared, 'and')}</p>\n" if shared else "")

    def media(self, content, before=None):
        """Media types with their schemas and examples. before: the line above an example, by its media type."""
        shown = ""
        for name, media in content.items():
            schema = media.get("schema", {})
            kind = "" if "contentMediaType" in schema else self.shapes.brief_of(schema)
            shown += f'<p class="media"><code>{html.escape(name)}</code> {kind}</p>\n{self.prose.render(schema.get("description", ""))}'
            if before and name == "text/html" and "examples" not in media:
                shown += examples.block(before(name).replace("@- &lt;&lt;'EOF'", "@page.html"))
            for key, example in media.get("examples", {}).items():
                example = self.parts.get("examples", {}).get(name_of(example["$ref"]), {}) if "$ref" in example else example
                text = examples.shown(example.get("value"), name)
                head = f"{before(name)}\n" if before else ""
                tail = "\nEOF" if before else ""
                shown += f'<p class="caption">{html.escape(example.get("summary", key))}</p>\n' + \
                    examples.block(head + text + tail, example.get("summary", key))
        return shown

    def body(self, method, path, operation):
        body = operation.get("requestBody")
        if body is None:
            return ""
        server = self.document["servers"][0]["url"]
        shown = self.media(body["content"], lambda media: examples.command(server, method, path, media))
        return f"<h4>Body</h4>\n{self.prose.render(body.get('description', ''))}{shown}"

    def headers(self, headers):
        shown = [link(header["$ref"]) if "$ref" in header else html.escape(name) for name, header in headers.items()]
        return f'<p class="headers">Headers: {", ".join(shown)}</p>\n' if shown else ""

    def response(self, response):
        return self.prose.render(response.get("description", "")) + self.headers(response.get("headers", {})) + \
            self.media(response.get("content", {}))

    def responses(self, operation):
        """Answers of the route's own in full; then a line each for those that routes share."""
        own, shared = "", ""
        for status, response in sorted(operation["responses"].items(), key=lambda pair: str(pair[0])):
            if "$ref" in response:
                name = name_of(response["$ref"])
                codes = [code for code, problem in self.problems.items() if name in problem["in"]
                         and str(problem["said"].get("status", status)) == str(status)]
                named = ": " + ", ".join(f'<a href="#problem-{code}"><code>{code}</code></a>' for code in codes) if codes else ""
                shared += f'<li><b>{status}</b> {link(response["$ref"])}{named}</li>\n'
            else:
                own += f'<div class="response"><h5><b>{status}</b></h5>\n{self.response(response)}</div>\n'
        return f"<h4>Responses</h4>\n{own}" + (f'<ul class="statuses">\n{shared}</ul>\n' if shared else "")

    def operation(self, path, method, operation):
        anchor = f"operation-{operation['operationId']}"
        title = f'<span class="method {method}">{method.upper()}</span> <code>{html.escape(path)}</code>'
        text = f'<section class="operation"><h3 id="{anchor}"><a class="anchor" href="#{anchor}">{title}</a></h3>\n'
        text += f"<p class=\"summary\">{self.prose.inline(operation.get('summary', ''))}</p>\n"
        text += self.prose.render(operation.get("description", ""))
        text += "" if self.needs_token(operation) else "<p>Needs no token, even if the server requires one.</p>\n"
        if operation.get("requestBody") is None:
            server = self.document["servers"][0]["url"]
            text += examples.block(html.escape(examples.command(server, method.upper(), self.example_of(path, operation))))
        text += self.parameters(operation) + self.body(method.upper(), path, operation) + self.responses(operation)
        return text + "</section>\n"

    def needs_token(self, operation):
        return operation.get("security", self.document.get("security")) != []

    def example_of(self, path, operation):
        """The path with an example of each parameter that it takes."""
        query = []
        for parameter in operation.get("parameters", []):
            parameter = self.parts["parameters"][name_of(parameter["$ref"])] if "$ref" in parameter else parameter
            value = parameter.get("example")
            if parameter["in"] == "path":
                path = path.replace("{%s}" % parameter["name"], str(value))
            elif parameter["in"] == "query" and parameter.get("required") and isinstance(value, str):
                query.append(f"{parameter['name']}={value}")
        return f"{path}?{'&'.join(query)}" if query else path

    def small(self, path, method, operation):
        anchor = f"operation-{operation['operationId']}"
        statuses = ", ".join(f'{status}' + (f" {link(response['$ref'])}" if "$ref" in response else "")
                             for status, response in operation["responses"].items())
        own = [f'<code id="{anchor}.{parameter["name"]}">{html.escape(parameter["name"])}</code>'
               for parameter in operation.get("parameters", []) if "name" in parameter]
        # what is said of HEAD or OPTIONS of many paths, with the first of them
        said = operation.get("description", "") if operation.get("description") not in self.said else ""
        self.said.add(said)
        statuses += f"; parameters as of GET: {', '.join(own)}" if own else ""
        return (f'<p class="small" id="{anchor}"><a class="anchor" href="#{anchor}"><span class="method {method}">{method.upper()}</span> '
                f"<code>{html.escape(path)}</code></a> {self.prose.inline(operation.get('summary', ''))}: {statuses}</p>\n"
                f"{self.prose.render(said)}")

    def route(self, path):
        parts = self.routes[path].items()
        shown = "".join(self.operation(path, method, operation) for method, operation in parts if method not in SMALL)
        shown += "".join(self.small(path, method, operation) for method, operation in parts if method in SMALL)
        return f'<section id="route-{slug(path)}">{shown}</section>\n'

    def tagged(self):
        """Tag to its routes, by the tag of a route's first operation."""
        return [(tag, [path for path, item in self.routes.items() if tag["name"] in next(iter(item.values())).get("tags", [])])
                for tag in self.document["tags"]]

    def entry(self, kind, name, body):
        anchor = f"{kind}-{html.escape(name)}"
        return f'<section class="entry"><h3 id="{anchor}"><a class="anchor" href="#{anchor}"><code>{html.escape(name)}</code></a></h3>\n{body}</section>\n'

    def problem(self, code):
        said = self.problems[code]["said"]
        text = f'<p class="type">HTTP status {said["status"]}: {html.escape(said["title"])}</p>\n' if said else ""
        where = words([link(f"#/components/responses/{name}") for name in self.problems[code]["in"]], "and")
        if code in self.explanations:
            again, meaning, action = self.explanations[code]
            text += f"<p>{html.escape(meaning)} {html.escape(action)}</p>\n<p>The same request " + \
                ("may succeed when it is sent again" if again else "will fail again") + ".</p>\n"
        text += f'<p><a href="problems/{code}">On a page of its own</a>{f"; in {where}" if where else ""}.</p>\n'
        return self.entry("problem", code, text + (examples.block(examples.pretty(said), code) if said else ""))

    # The page

    def sections(self):
        """(anchor, title, entries of the contents, HTML) of each part of the page."""
        about = self.prose.render("\n".join(line for line in self.document["info"]["description"].split("\n")))
        yield "about", "Overview", [(name, html.escape(text)) for level, name, text in self.prose.headings if level == 2], about
        for tag, paths in self.tagged():
            listed = [(f"operation-{operation['operationId']}",
                       f'<span class="method {method}">{method.upper()}</span> <code>{html.escape(path)}</code>')
                      for path in paths for method, operation in self.routes[path].items() if method not in SMALL]
            yield f"tag-{tag['name']}", tag["name"].capitalize(), listed, \
                self.prose.render(tag["description"]) + "".join(map(self.route, paths))
        yield "problems", "Problems", *self.listed("problem", self.problems, self.problem)
        for kind, title, show in (
                ("schema", "Schemas", lambda name, part: self.shapes.whole(f"schema-{name}", part)),
                ("parameter", "Parameters", lambda name, part: self.parameter(f"parameter-{name}.value", part)),
                ("header", "Headers", lambda name, part: self.header(part)),
                ("response", "Responses", lambda name, part: self.response(part))):
            parts = self.parts[kind + "s"]
            names = sorted(parts, key=str.lower)
            entries, text = self.listed(kind, names, lambda name: self.entry(kind, name, show(name, parts[name])))
            first = f"<p>Every response may have {self.everywhere}, besides those that are listed with it.</p>\n"
            yield kind + "s", title, entries, (first if kind == "header" and self.everywhere else "") + text
        yield "security", "Security", *self.listed(
            "securityScheme", self.parts.get("securitySchemes", {}),
            lambda name: self.entry("securityScheme", name, self.scheme(self.parts["securitySchemes"][name])))

    def listed(self, kind, names, show):
        return [(f"{kind}-{name}", f"<code>{html.escape(name)}</code>") for name in names], "".join(map(show, names))

    def header(self, header):
        schema = {**header.get("schema", {}), "description": header.get("description", "")}
        samples = {"example": header["example"]} if "example" in header else {}
        return self.shapes.whole("", {**schema, **samples})

    def scheme(self, scheme):
        facts = ", ".join(f"{key}: {html.escape(json.dumps(value))}" for key, value in scheme.items() if key != "description")
        return f'<p class="type">{facts}</p>\n' + self.prose.render(scheme.get("description", ""))
