/**
 * An idempotent write: the same key and request within 24 hours gives the first answer again; another request under
 * the same key is a `conflict`, and so is the same one where what it wrote was erased. It is recorded in the write's own transaction, in the scope of account, user and operation.
 */
export type Once = {
  /** The client's `Idempotency-Key`, 1 to 200 characters. */
  key: string;
  /** The RPC's full name, `cairn.memory.v1.MemoryService/EditMessage`, and a hash of what its path names, if that is anything. */
  operation: string;
  /** SHA-256 of the request message, hexadecimal. The request itself is not kept. */
  requestHash: string;
};
