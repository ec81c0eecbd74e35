import { hash } from "node:crypto";
import type { Directive } from "../directive/directive.ts";

/** The same for the same rule of the same user, whenever and however often it is stated; it tells nothing of it. */
export function directiveId({ user, type, rule }: Pick<Directive, "user" | "type" | "rule">): string {
  const words = rule.normalize("NFKC").toLowerCase().trim().replace(/\s+/gu, " ");
  return `dir_${hash("sha256", JSON.stringify([user, type, words])).slice(0, 26)}`;
}
