import { invalid } from "../../error.ts";
import { isObject, shown, type JsonObject, type JsonValue } from "../../json.ts";

/** What an export has beside what people and models said, and how a summary calls it. */
export const leftOut = {
  branches: ["message of another branch", "messages of other branches"],
  contexts: ["system prompt or hidden context", "system prompts and hidden contexts"],
  files: ["image or file", "images and files"],
  others: ["part of an unknown kind", "parts of unknown kinds"],
  programs: ["message of a program", "messages of programs"],
  thoughts: ["thought", "thoughts"],
  tools: ["tool call or result", "tool calls and results"],
} as const;

export type LeftOut = keyof typeof leftOut;

/** A line as import reads it (see `lines/line.ts`), or what was left out. */
export type Entry = JsonObject | LeftOut;

/**
 * A form that memory comes in. `item` is what an element is called where the file is a list. A reader reads the items of
 * one file, in order, for a user; its errors are invalid_argument, and name the member.
 */
export type Format = {
  item: "conversation" | "line" | "memory";
  isOf(item: JsonObject): boolean;
  reader(user: string): (item: JsonObject) => Entry[];
};

/** Whose words a message's role makes them, or what else it is. Errors: invalid_argument. */
export function speakerOf(field: string, role: JsonValue | undefined): "user" | "assistant" | "contexts" | "tools" {
  switch (role) {
    case "user":
    case "assistant":
      return role;
    case "system":
    case "developer":
      return "contexts";
    case "tool":
    case "function":
      return "tools";
    default:
      throw invalid(field, `must be one of ${roles.join(", ")}, but is ${shown(role)}`);
  }
}

const roles = ["user", "assistant", "system", "developer", "tool", "function"];

/** None where it is not a list. */
export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? listOf("", value) : [];
}

/** Errors: invalid_argument where it is not a text. */
export function textOf(field: string, value: JsonValue | undefined): string {
  if (typeof value === "string" && value !== "") return value;
  throw invalid(field, "must be a text");
}

/** Errors: invalid_argument where it is not a list. */
export function listOf(field: string, value: JsonValue | undefined): JsonObject[] {
  if (Array.isArray(value)) return value.filter(isObject);
  throw invalid(field, "must be a list");
}

export function times(count: number, kind: LeftOut): LeftOut[] {
  return Array.from({ length: count }, () => kind);
}
