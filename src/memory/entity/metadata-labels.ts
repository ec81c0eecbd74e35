import { hash } from "node:crypto";
import type { JsonObject } from "./message.ts";

/** What a search may ask of a member: to be this, or a list that holds it. */
export type MetadataValue = string | number | boolean;

/** Members of a message's metadata by which it can be found: of more, the first. Each is stored with the row, and held in memory. */
const labelsMax = 64;
/** No tag begins so, unless somebody forges a label: what that finds is their own memory all the same. */
const mark = "\u001f";
/** 96 bits: no two of an account's are the same by chance. */
const labelLength = 16;

/**
 * What of a message's metadata a search can filter by, in the form of folded tags: a label for each member that is a text, a
 * number or a boolean, and for each such item of a list. It is a hash, so that neither a long value costs more than a short one
 * nor what it says is copied to the index.
 */
export function metadataLabels(metadata: JsonObject | undefined): string[] {
  const labels = new Set<string>();
  for (const [name, member] of Object.entries(metadata ?? {})) {
    for (const value of [member].flat()) {
      if (labels.size === labelsMax) return [...labels];
      if (isMetadataValue(value)) labels.add(labelOf(name, value));
    }
  }
  return [...labels];
}

export function isMetadataValue(value: unknown): value is MetadataValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Of one name with one value. */
export function labelOf(name: string, value: MetadataValue): string {
  return mark + hash("sha256", JSON.stringify([name, value]), "base64url").slice(0, labelLength);
}
