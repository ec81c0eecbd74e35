import { splice, type Format } from "./format.ts";
import { parseTree, type JsonNode, type JsonObjectNode, type Member } from "./json-tree.ts";
import { Refusal } from "../refusal.ts";

/** JSON as its specification has it. */
export const json: Format = jsonFormat(false);

/** JSON in which comments, and commas behind the last member, are allowed. */
export const jsonWithComments: Format = jsonFormat(true);

function jsonFormat(relaxed: boolean): Format {
  return {
    get(text, path) {
      const found = find(text, rootOf(text, relaxed), path);
      return found.member === undefined || found.missing > 0 ? undefined : valueOf(text, found.member.value);
    },
    set(text, path, value) {
      const root = rootOf(text, relaxed);
      if (root === undefined) return `${text}${JSON.stringify(nest(path, value), undefined, 2)}\n`;
      const { parent, member, depth, missing } = find(text, root, path);
      const layout = layoutOf(text);
      if (member !== undefined) return splice(text, member.value.start, member.value.end, render(value, depth, layout));
      const [key, ...below] = path.slice(path.length - missing);
      const added = { key: key!, value: render(nest(below, value), depth, layout), depth };
      return insert(text, parent!, added, layout);
    },
    remove(text, path) {
      const { parent, member, missing } = find(text, rootOf(text, relaxed), path);
      return member === undefined || missing > 0 ? text : cut(text, parent!, member);
    },
  };
}

function rootOf(text: string, relaxed: boolean): JsonObjectNode | undefined {
  const root = parseTree(text, relaxed);
  if (root === undefined || root.kind === "object") return root;
  throw new Refusal("it contains something other than a JSON object");
}

/** `member` is the last of the path; without one, `missing` says how many of the path are not there, below `parent`. */
type Found = { parent: JsonObjectNode | undefined; member: Member | undefined; depth: number; missing: number };

function find(text: string, root: JsonObjectNode | undefined, path: readonly string[]): Found {
  let parent = root;
  for (const [at, key] of path.entries()) {
    const named = parent?.members.filter((each) => each.key === key) ?? [];
    if (named.length > 1) throw new Refusal(`it has ${path.slice(0, at + 1).join(".")} ${named.length} times`);
    const member = named[0];
    const missing = path.length - at;
    if (member === undefined) return { parent, member, depth: at + 1, missing };
    if (missing === 1) return { parent, member, depth: at + 1, missing: 0 };
    if (member.value.kind !== "object") {
      const written = text.slice(member.value.start, member.value.end);
      throw new Refusal(`its ${path.slice(0, at + 1).join(".")} is not an object but ${written.slice(0, 40)}`);
    }
    parent = member.value;
  }
  throw new Error("the path is empty");
}

/** Comments in it are left out: JSON.parse knows none. */
function valueOf(text: string, node: JsonNode): unknown {
  if (node.kind === "object")
    return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(text, value)]));
  const written = text.slice(node.start, node.end);
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

type Layout = { unit: string; eol: string };

/** As the text has it: the first line that is indented tells. */
function layoutOf(text: string): Layout {
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return { unit, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}

function render(value: unknown, depth: number, { unit, eol }: Layout): string {
  return JSON.stringify(value, undefined, unit).replaceAll("\n", eol + unit.repeat(depth));
}

/** Behind everything that the object has, comments too. */
function insert(
  text: string,
  { members, innerEnd, end }: JsonObjectNode,
  { key, value, depth }: { key: string; value: string; depth: number },
  { unit, eol }: Layout,
) {
  const close = text.slice(innerEnd, end - 1).includes("\n") ? "" : eol + unit.repeat(depth - 1);
  const added = `${eol}${unit.repeat(depth)}${JSON.stringify(key)}: ${value}${close}`;
  const inserted = splice(text, innerEnd, innerEnd, added);
  const last = members.at(-1);
  return last === undefined || last.comma !== undefined
    ? inserted
    : splice(inserted, last.value.end, last.value.end, ",");
}

/** With the white space before it and the comma behind it; the comma before it goes where it was the last. */
function cut(text: string, { members }: JsonObjectNode, member: Member): string {
  const before = members[members.indexOf(member) - 1];
  const isLast = members.at(-1) === member;
  const start = text.slice(0, member.start).trimEnd().length;
  const shorter = splice(text, start, (member.comma ?? member.value.end - 1) + 1, "");
  return isLast && before?.comma !== undefined ? splice(shorter, before.comma, before.comma + 1, "") : shorter;
}
