import type { DescMethod } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";

/**
 * Whether a request may be sent again: `freely`, for it changes nothing that counts; `keyed`, with the same
 * Idempotency-Key; `never`, for what it makes is shown once.
 */
export type Repeat = "freely" | "keyed" | "never";

/** A search only leaves its receipt. */
const free = new Set(["Search"]);
const never = new Set(["CreateKey", "RevokeKey", "RotateKey"]);

export function isRead({ idempotency, name }: DescMethod): boolean {
  return free.has(name) || idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
}

export function repeatOf({ idempotency, name }: DescMethod): Repeat {
  if (free.has(name) || idempotency !== MethodOptions_IdempotencyLevel.IDEMPOTENCY_UNKNOWN) return "freely";
  return never.has(name) ? "never" : "keyed";
}
