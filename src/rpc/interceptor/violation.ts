import type { Message } from "@bufbuild/protobuf";
import { pathToString } from "@bufbuild/protobuf/reflect";
import type { Violation } from "@bufbuild/protovalidate";
import type { ErrorDetail } from "../../error.ts";

/** A broken rule in our words: the member, what is allowed, and the shape of what was given, never its content. */
export function violationDetail(violation: Violation, message: Message): ErrorDetail {
  const given = describe(valueAt(violation, message), violation.ruleId);
  return { field: pathToString(violation.field), message: `${allowed(violation)}, ${given}` };
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
    .replace(/item\(s\)$/u, "items");
}

function describe(value: unknown, ruleId: string): string {
  switch (typeof value) {
    case "string":
      if (value === "") return "but is empty or missing";
      if (ruleId.includes("bytes")) return `but has ${Buffer.byteLength(value)} bytes`;
      return `but is a text of ${[...value].length} characters`;
    case "number":
    case "bigint":
    case "boolean":
      return `but is ${value}`;
    default:
      return Array.isArray(value) ? `but has ${value.length}` : "but is not";
  }
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
