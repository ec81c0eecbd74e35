import { refused } from "./error.ts";
import type { Operation } from "./operation.ts";

/** A request as it is sent: what follows the base address, and the JSON of its body. */
export type Parts = { path: string; body: string | undefined };

type Members = Readonly<Record<string, unknown>>;

/** Throws a CairnError where the address cannot say what was given. */
export function partsOf({ path, sends }: Operation, request: object): Parts {
  const members: Members = { ...request };
  const bound = new Set<string>();
  const filled = path.includes("{")
    ? path.replaceAll(/\{(\w+)(=\*\*)?\}/g, (_, name: string, deep?: string) => {
        bound.add(name);
        return segment(name, members[name], deep !== undefined);
      })
    : path;
  const free = bound.size === 0 ? members : without(members, bound);
  if (sends === "body") return { path: filled, body: JSON.stringify(free) };
  const query = queryOf(free);
  return { path: query === "" ? filled : `${filled}?${query}`, body: undefined };
}

function without(members: Members, names: ReadonlySet<string>): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)));
}

/** A part of a path. Without it, or with dots, the address would name something else. */
function segment(name: string, value: unknown, deep: boolean): string {
  if (typeof value !== "string" || value === "") throw refused(name, `must be a text, got ${described(value)}`);
  const parts = deep ? value.split("/") : [value];
  if (parts.some((part) => part === "" || part === "." || part === "..")) {
    throw refused(name, `must not be "." or "..", nor have empty parts, got "${value}"`);
  }
  return parts.map((part) => encode(name, part)).join("/");
}

/** A list is given by repeating its name. */
function queryOf(members: Members): string {
  const pairs = Object.entries(members).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.map((each, index) => {
      if (Array.isArray(value) && String(each).includes(",")) {
        throw refused(
          `${name}[${index}]`,
          `must not contain a comma, which separates items in an address, got "${each}"`,
        );
      }
      return `${encode(name, name)}=${encode(name, String(each))}`;
    });
  });
  return pairs.join("&");
}

function encode(field: string, text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw refused(field, "must be well-formed Unicode");
  }
}

function described(value: unknown): string {
  return value === "" ? "an empty one" : value === null ? "null" : typeof value;
}
