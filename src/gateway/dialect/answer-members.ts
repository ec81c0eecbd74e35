import { isObject, type JsonObject, type JsonValue } from "../../json.ts";

/** Members of what a provider answered: each has the type that was asked for, or counts as absent. */

export function textOf(value: JsonValue | undefined, name: string): string | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === "string" ? member : undefined;
}

export function numberOf(value: JsonValue | undefined, name: string): number | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === "number" ? member : undefined;
}

export function objectOf(value: JsonValue | undefined, name: string): JsonObject | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return isObject(member) ? member : undefined;
}

/** Empty where there is none. */
export function listOf(value: JsonValue | undefined, name: string): JsonValue[] {
  const member = isObject(value) ? value[name] : undefined;
  return Array.isArray(member) ? member : [];
}
