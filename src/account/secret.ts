import { newId } from "../memory/ids.ts";
import { hash, randomBytes } from "node:crypto";

/**
 * The wire form of a key is `ck_<id>_<secret>`: the id without its prefix `key_`, lower-case letters and digits, and
 * 48 hexadecimal digits. Only the SHA-256 of the secret is stored.
 */
export type Credential = { id: string; secret: string };

const credentialForm = /^ck_([a-z0-9]{1,64})_([0-9a-f]{48})$/;
const idPrefix = "key_";

/** One that nobody has. */
export function newCredential(): Credential {
  return { id: newId(idPrefix), secret: newSecret() };
}

/** 192 random bits, hexadecimal. */
export function newSecret(): string {
  return randomBytes(24).toString("hex");
}

/** `undefined` for anything that no key of ours looks like. */
export function parseCredential(text: string): Credential | undefined {
  const match = credentialForm.exec(text);
  return match ? { id: idPrefix + match[1]!, secret: match[2]! } : undefined;
}

/** The credential in its wire form. */
export function formatCredential({ id, secret }: Credential): string {
  return `ck_${id.slice(idPrefix.length)}_${secret}`;
}

/** SHA-256, hexadecimal. A secret of 192 random bits needs no slow hash. */
export function secretHash(secret: string): string {
  return hash("sha256", secret);
}

/** Takes as long wherever the two differ. */
export function sameHash(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at++) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}
