import type { Message } from "@bufbuild/protobuf";
import { pathToString } from "@bufbuild/protobuf/reflect";
import type { Violation } from "@bufbuild/protovalidate";
import type { ErrorDetail } from "../../error.ts";
import { isShort, shown } from "../../json.ts";

/** A broken rule in our words: the member, what is allowed, and what was given, of a long text only its length. */
export function violationDetail(violation: Violation, message: Message): ErrorDetail {
  const field = pathToString(violation.field);
  if (violation.ruleId === "required") return { field, message: "must be given, but is missing" };
  const given = describe(valueAt(violation, message), violation.ruleId);
  return { field, message: `${allowed(violation)}, ${given}` };
}

/** What the contract's patterns ask for, in words. */
const asked = new Map([
  [String.raw`\S`, "must not be blank"],
  [String.raw`^\S([\s\S]*\S)?$`, "must not be blank, and must not begin or end with white space"],
  ["^20[0-9]{2}-(0[1-9]|1[0-2])$", "must be a month from 2000-01 to 2099-12"],
]);

function allowed({ ruleId, message }: Violation): string {
  const pattern = ruleId === "string.pattern" ? /`(.*)`$/su.exec(message)?.[1] : undefined;
  const words = asked.get(pattern ?? "");
  if (words !== undefined) return words;
  return message
    .replace(/^must be greater than or equal to (\S+) and less than or equal to (\S+)$/u, "must be from $1 to $2")
    .replace(/^must not be in list \[(.*), (.*)\]$/u, 'must not be "$1" or "$2"')
    .replace(/^must be in list \[(.*)\]$/u, "must be one of $1")
    .replace(/item\(s\)$/u, "items")
    .replace(/ 1 (item|character|byte)s$/u, " 1 $1");
}

function describe(value: unknown, ruleId: string): string {
  switch (typeof value) {
    case "string":
      if (value === "") return "but is empty or missing";
      return `but ${givenText(value, ruleId)}`;
    default:
      return Array.isArray(value) ? `but has ${value.length}` : `but is ${shown(value)}`;
  }
}

/** A text as it is, or its length where that is what is wrong with it, or more than a message has room for. */
function givenText(text: string, ruleId: string): string {
  if (ruleId.includes("bytes")) return `has ${Buffer.byteLength(text)} bytes`;
  if (isShort(text) && !ruleId.endsWith("_len")) return `is ${shown(text)}`;
  return `has ${[...text].length} characters`;
}

function valueAt({ field: path }: Violation, message: Message): unknown {
  let value: unknown = message;
  for (const step of path) {
    const key = step.kind === "list_sub" ? step.index : step.kind === "map_sub" ? String(step.key) : localName(step);
    value = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  }
  return value;
}

function localName(step: { kind: string; localName?: string }): string {
  return step.localName ?? "";
}
