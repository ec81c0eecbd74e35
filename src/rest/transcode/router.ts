import { invalid } from "../../error.ts";
import { parseTemplate, type Template } from "./template.ts";

/** What a path leads to: a route, the methods that the path has instead, or nothing. */
export type Match<T> =
  | { kind: "found"; target: T; variables: PathVariable[] }
  | { kind: "other_methods"; allow: string[] }
  | { kind: "none" };

/** The field that a part of the path fills, and its decoded value. */
export type PathVariable = [field: string, value: string];

type Leaf<T> = { target: T; template: Template };

type Node<T> = {
  /** By literal segment, "*" or "**". */
  children: Map<string, Node<T>>;
  /** Routes that end here, by verb and method. */
  leaves: Map<string, Map<string, Leaf<T>>>;
};

const noVariables: PathVariable[] = [];

/**
 * Finds the route of a request. A path without variables is one look-up in a map; the others are walked segment by
 * segment, a literal before "*" before "**", and back where that led nowhere. Paths are matched as they are escaped:
 * only the values of variables are decoded.
 */
export class Router<T> {
  readonly #literals = new Map<string, Map<string, T>>();
  readonly #paths = new Set<string>();
  readonly #root: Node<T> = { children: new Map(), leaves: new Map() };

  /** Throws on a malformed template and on a route that exists. */
  add(method: string, path: string, target: T): void {
    const template = parseTemplate(path);
    let node = this.#root;
    for (const segment of template.segments) {
      const child = node.children.get(segment) ?? { children: new Map(), leaves: new Map() };
      node.children.set(segment, child);
      node = child;
    }
    this.#paths.add(path);
    const leaves = node.leaves.get(template.verb) ?? new Map<string, Leaf<T>>();
    if (leaves.has(method)) throw new Error(`duplicate route ${method} ${path}`);
    node.leaves.set(template.verb, leaves.set(method, { target, template }));
    if (template.segments.includes("*") || template.segments.includes("**")) return;
    this.#literals.set(path, (this.#literals.get(path) ?? new Map<string, T>()).set(method, target));
  }

  /** The templates of all paths. */
  paths(): string[] {
    return [...this.#paths];
  }

  /** HEAD finds what GET finds. Throws `invalid_argument` where the value of a variable cannot be decoded. */
  match(method: string, path: string): Match<T> {
    const wanted = method === "HEAD" ? "GET" : method;
    const literal = this.#literals.get(path)?.get(wanted);
    if (literal !== undefined) return { kind: "found", target: literal, variables: noVariables };

    const segments = path.split("/").slice(1);
    const allow = new Set<string>();
    const last = segments.at(-1) ?? "";
    const colon = last.lastIndexOf(":");
    if (colon >= 0) {
      const stem = [...segments.slice(0, -1), last.slice(0, colon)];
      const leaf = find(this.#root, { segments: stem, verb: last.slice(colon + 1), method: wanted }, 0, allow);
      if (leaf) return found(leaf, stem);
    }
    const leaf = find(this.#root, { segments, verb: "", method: wanted }, 0, allow);
    if (leaf) return found(leaf, segments);
    return allow.size === 0 ? { kind: "none" } : { kind: "other_methods", allow: withImplied(allow) };
  }
}

type Asked = { segments: readonly string[]; verb: string; method: string };

/** Below a node, from the segment `at` on. Adds to `allow` the methods of routes that would match but for their method. */
function find<T>(node: Node<T>, asked: Asked, at: number, allow: Set<string>): Leaf<T> | undefined {
  const segment = asked.segments[at];
  if (segment === undefined) return leafOf(node, asked, allow);
  const literal = isWildcard(segment) ? undefined : node.children.get(segment);
  const rest = segment === "" ? undefined : node.children.get("**");
  const one = segment === "" ? undefined : node.children.get("*");
  return (
    (literal && find(literal, asked, at + 1, allow)) ??
    (one && find(one, asked, at + 1, allow)) ??
    (rest && leafOf(rest, asked, allow))
  );
}

function leafOf<T>(node: Node<T>, { verb, method }: Asked, allow: Set<string>): Leaf<T> | undefined {
  const leaves = node.leaves.get(verb);
  const leaf = leaves?.get(method);
  if (leaf === undefined) for (const other of leaves?.keys() ?? []) allow.add(other);
  return leaf;
}

/** A request's own "*" is a literal that no route has. */
const isWildcard = (segment: string): boolean => segment === "*" || segment === "**";

function withImplied(methods: Set<string>): string[] {
  const implied = methods.has("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"];
  return [...methods, ...implied].sort();
}

function found<T>({ target, template }: Leaf<T>, segments: string[]): Match<T> {
  const variables = template.variables.map(({ field, start, end }): PathVariable => {
    const value = segments.slice(start, end).map((segment) => decodeSegment(field, segment, template.segments[start]));
    return [field, value.join("/")];
  });
  return { kind: "found", target, variables };
}

/** Of "**" an escaped slash stays escaped, so that it is not taken for a separator. */
function decodeSegment(field: string, segment: string, wildcard: string | undefined): string {
  const escaped = wildcard === "**" ? segment.replaceAll(/%2f/gi, "%252F") : segment;
  const value = percentDecode(escaped);
  if (value === undefined) throw invalid(field, `malformed percent-encoding in the path: "${segment}"`);
  if (value === "." || value === "..") throw invalid(field, `must not be "." or ".."`);
  return value;
}

/** Undefined where an escape is malformed or is not UTF-8. */
export function percentDecode(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
