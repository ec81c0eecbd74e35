import { hash } from "node:crypto";

const oneIn = 20;

/** Whether a retrieval may show a quarantined pattern all the same: one in twenty, by the hash of both ids. */
export function isProbe(retrievalId: string, patternId: string): boolean {
  const digest = hash("sha256", `${retrievalId} ${patternId}`, "buffer");
  return digest.readUInt32BE(0) % oneIn === 0;
}
