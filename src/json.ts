export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [name: string]: JsonValue };

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What shows nothing, or changes how the text around it is shown. */
const unseen = /[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]--[ ]]/gv;

export const longestShown = 60;

/** A JSON value in a message for people: short, and whole where it is small. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "string") return value.length > longestShown ? `${quoted(beginning(value))}...` : quoted(value);
  if (typeof value === "number" && !Number.isFinite(value)) return "a number that is too large";
  return String(value);
}

/** It ends between two characters. */
function beginning(text: string): string {
  return text.slice(0, longestShown - 4).replace(/[\ud800-\udbff]$/, "");
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(unseen, (character) =>
    character.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}
