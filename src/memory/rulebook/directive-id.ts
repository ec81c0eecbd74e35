import { hash } from "node:crypto";
import type { Directive } from "../directive/directive.ts";

/** Rules are derived again and again, most of them the same. */
const known = new WeakMap<object, string>();

/** The same for the same rule of the same user, whenever and however often it is stated; it tells nothing of it. */
export function directiveId(directive: Pick<Directive, "user" | "type" | "rule">): string {
  const { user, type, rule } = directive;
  let id = known.get(directive);
  if (id === undefined) {
    const words = rule.normalize("NFKC").toLowerCase().trim().replace(/\s+/gu, " ");
    id = `dir_${hash("sha256", JSON.stringify([user, type, words])).slice(0, 26)}`;
    known.set(directive, id);
  }
  return id;
}
