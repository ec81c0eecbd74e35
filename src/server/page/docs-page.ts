/** The page `/docs`: it renders `/openapi.json` and loads nothing else. */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cairn API</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#ddd, #444); --soft: light-dark(#f6f6f4, #232326); --dim: light-dark(#666, #999); }
* { box-sizing: border-box }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; background: light-dark(#fff, #18181b) }
h2 { margin: 2.5rem 0 .25rem; border-bottom: 1px solid var(--line) }
p { margin: .5rem 0 }
code, .path { font: 14px/1.5 ui-monospace, monospace }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .5rem .75rem }
details details { background: var(--soft); border: 0 }
summary { cursor: pointer }
summary .dim { margin-left: .75rem }
.method { display: inline-block; min-width: 4.5rem; font-weight: 600 }
.GET { color: light-dark(#0a6, #4c9) } .POST { color: light-dark(#06c, #6af) }
.PATCH, .PUT { color: light-dark(#a60, #db6) } .DELETE { color: light-dark(#c33, #f77) }
.dim { color: var(--dim) }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 }
td { border-top: 1px solid var(--line); padding: .3rem .75rem .3rem 0; vertical-align: top }
td:first-child { white-space: nowrap }
h4 { margin: 1rem 0 .25rem }
pre { overflow-x: auto; margin: .5rem 0; font: 14px/1.5 ui-monospace, monospace }
</style>
</head>
<body>
<main><p>Loading <a href="/openapi.json">openapi.json</a> …</p></main>
<noscript><p>This page needs JavaScript; <a href="/openapi.json">openapi.json</a> says the same.</p></noscript>
<script>
"use strict";
const element = (name, attributes, ...children) => {
  const node = Object.assign(document.createElement(name), attributes);
  node.append(...children.filter((child) => child !== undefined));
  return node;
};
const code = (text) => element("code", {}, text);
/** Code stands between backticks. */
const words = (text = "") => text.split("\`").map((each, at) => (at % 2 === 1 ? code(each) : each));
const dim = (text) => element("span", { className: "dim" }, ...words(text));
/** What is within is made when it is first opened. */
const folded = (title, content) => {
  const node = element("details", {}, element("summary", {}, ...title));
  node.addEventListener("toggle", () => node.children.length < 2 && node.append(...content().filter((child) => child !== undefined)));
  return node;
};

function show(api) {
  const resolve = (it) => it && it.$ref ? it.$ref.slice(2).split("/").reduce((at, key) => at[key], api) : it;

  const typeOf = (schema) => {
    if (schema.$ref) return schema.$ref.split("/").at(-1);
    if (schema.type === "array") return typeOf(schema.items) + "[]";
    return schema.enum ? schema.enum.map((value) => JSON.stringify(value)).join(" | ") : schema.type;
  };
  const bounds = (schema) => [
    schema.minimum !== undefined && "≥ " + schema.minimum,
    schema.maximum !== undefined && "≤ " + schema.maximum,
    schema.maxLength && "at most " + schema.maxLength + " characters",
    schema.minItems && "at least " + schema.minItems,
    schema.maxItems && "at most " + schema.maxItems + " items",
    schema.pattern && "matches " + schema.pattern,
    schema.items && bounds(schema.items),
  ].filter(Boolean).join(", ");

  const row = (name, required, schema, description) => element("tr", {},
    element("td", {}, code(name), element("br"), dim(required ? "required" : "optional")),
    element("td", {}, code(typeOf(schema)), " ", dim(bounds(schema)), element("br"), ...words(description), nested(schema)));
  const nested = (schema) => {
    const inner = resolve(schema.items ?? schema);
    return inner.properties && folded(words(inner.description ?? typeOf(schema)), () => [members(inner)]);
  };
  const members = (schema) => element("table", {}, ...Object.entries(schema.properties ?? {}).map(([name, member]) =>
    row(name, (schema.required ?? []).includes(name), member, member.description)));

  const json = (content) => content?.example && element("pre", {}, JSON.stringify(content.example, undefined, 2));
  const example = (content) => content?.example && folded(["Example"], () => [json(content)]);
  const headers = (response) => element("table", {}, ...Object.entries(response.headers ?? {}).map(([name, header]) =>
    element("tr", {}, element("td", {}, code(name)), element("td", {}, ...words(resolve(header).description)))));
  const fault = (status, response) => folded([code(status), " ", ...words(response.description)], () =>
    [headers(response), json(response.content?.["application/json"])]);

  const part = (title, ...content) => [element("h4", {}, title), ...content];
  const operation = (path, method, it) => {
    const body = it.requestBody?.content["application/json"];
    const done = it.responses["200"];
    const answer = done.content?.["application/json"];
    const errors = Object.entries(it.responses).filter(([status]) => status !== "200");
    return element("details", {},
      element("summary", {}, element("span", { className: "method " + method }, method),
        element("span", { className: "path" }, path), dim(it.summary)),
      element("p", {}, ...words(it.description)),
      ...(it.parameters ? part("Parameters", element("table", {}, ...it.parameters.map(resolve).map((each) =>
        row(each.name + " (" + each.in + ")", each.required, each.schema, each.description)))) : []),
      ...(body ? part("Body: " + typeOf(body.schema), members(resolve(body.schema)), example(body)) : []),
      ...(answer ? part("Answer: " + typeOf(answer.schema), members(resolve(answer.schema)), example(answer)) : []),
      ...(done.headers ? part("Headers", headers(done)) : []),
      ...part("Errors", ...errors.map(([status, each]) => fault(status, resolve(each)))));
  };

  const tags = api.tags.map((tag) => element("section", {}, element("h2", {}, tag.name), element("p", {}, ...words(tag.description)),
    ...Object.entries(api.paths).flatMap(([path, methods]) => Object.entries(methods)
      .filter(([, it]) => it.tags.includes(tag.name))
      .map(([method, it]) => operation(path, method.toUpperCase(), it)))));
  document.querySelector("main").replaceChildren(
    element("h1", {}, api.info.title, " ", dim(api.info.version)),
    element("p", {}, ...words(api.info.description)),
    element("p", {}, "Send your key as ", code("Authorization: Bearer ck_…"), ". The same in one file: ",
      element("a", { href: "/openapi.json" }, "openapi.json"), "."),
    ...tags);
}

fetch("/openapi.json").then((response) => response.json()).then(show, (error) => {
  document.querySelector("main").textContent = "openapi.json could not be read: " + error;
});
</script>
</body>
</html>
`;

/** What the page is allowed: its own script and style, and to read from this server. */
export const docsHeaders = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'",
  "X-Content-Type-Options": "nosniff",
};
