import type { JsonValue } from "@bufbuild/protobuf";
import type { DescMethod } from "@bufbuild/protobuf";
import { exampleOf } from "../openapi/examples.ts";
import { fieldNames } from "./special.ts";

const width = 100;

/** The operation's example in the documents as a call of the client; undefined without one. */
export function callOf(method: DescMethod, name: string): string | undefined {
  const example = exampleOf(method.localName);
  if (example === undefined) return undefined;
  const members = Object.entries(example.request).map(([member, value]): [string, JsonValue] => [
    fieldNames[`${method.input.typeName}.${member}`] ?? member,
    value,
  ]);
  const request = members.length > 0 ? literal(Object.fromEntries(members), "") : "";
  return `const answer = await cairn.${name}(${request});`;
}

/** As people write it: on one line where that is short. */
function literal(value: JsonValue, indent: string): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{ ", " }"];
  const write = (at: string) =>
    Array.isArray(value)
      ? value.map((each) => literal(each, at))
      : Object.entries(value).map(([name, each]) => `${name}: ${literal(each, at)}`);
  const line = `${open}${write(indent).join(", ")}${close}`;
  if (line.length <= width && !line.includes("\n")) return line;
  return `${open.trim()}\n${write(inner)
    .map((each) => `${inner}${each},\n`)
    .join("")}${indent}${close.trim()}`;
}
