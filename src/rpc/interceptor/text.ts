import type { DescField, DescMessage, JsonValue, Message } from "@bufbuild/protobuf";
import type { ErrorDetail } from "../../error.ts";

/** How deep an object that belongs to a memory may be nested. */
const depthMax = 32;

/**
 * What no engine stores faithfully: in any text of a message NUL, and halves of surrogate pairs; in an object numbers that
 * JSON does not have.
 */
export function textViolations(desc: DescMessage, message: Message): ErrorDetail[] {
  const found: ErrorDetail[] = [];
  visitMessage(desc, message, "", found);
  return found;
}

function visitMessage(desc: DescMessage, message: Message, prefix: string, found: ErrorDetail[]): void {
  for (const field of desc.fields) {
    const value: unknown = Reflect.get(message, field.localName);
    if (value !== undefined) visitField(field, value, prefix + field.name, found);
  }
}

function visitField(field: DescField, value: unknown, path: string, found: ErrorDetail[]): void {
  const inner = field.message;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visitValue(inner, item, `${path}[${index}]`, found);
  } else visitValue(inner, value, path, found);
}

function visitValue(desc: DescMessage | undefined, value: unknown, path: string, found: ErrorDetail[]): void {
  if (typeof value === "string") visitText(value, path, found);
  else if (desc?.typeName === "google.protobuf.Struct")
    visitJson(value as JsonValue, path, 1, found); // so it is in memory
  else if (desc !== undefined) visitMessage(desc, value as Message, path + ".", found); // of the descriptor's type
}

function visitJson(value: JsonValue, path: string, depth: number, found: ErrorDetail[]): void {
  if (typeof value === "string") visitText(value, path, found);
  else if (typeof value === "number" && !Number.isFinite(value)) {
    found.push({ field: path, message: `must not contain ${value}, which JSON has no number for` });
  } else if (typeof value === "object" && value !== null) {
    if (depth > depthMax) {
      found.push({ field: path, message: `must not be nested deeper than ${depthMax} levels` });
      return;
    }
    for (const [key, member] of Object.entries(value)) {
      if (!Array.isArray(value)) visitText(key, path, found);
      visitJson(member, path, depth + 1, found);
    }
  }
}

function visitText(text: string, path: string, found: ErrorDetail[]): void {
  if (text.includes("\0")) found.push({ field: path, message: "must not contain the character NUL (U+0000)" });
  else if (!text.isWellFormed()) found.push({ field: path, message: "must not contain half of a surrogate pair" });
}
