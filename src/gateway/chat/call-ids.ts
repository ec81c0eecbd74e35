import { randomUUID } from "node:crypto";

/**
 * Ids for the calls of tools that came without one. They follow from the answer's id, so that the same answer has the
 * same ids, and no two answers of a conversation share one. At most 40 characters of `[\w-]`: all providers take that.
 */
export function createCallIds(answerId: string): () => string {
  const unique = (answerId.replace(/[^\w-]/gu, "") || randomUUID().replaceAll("-", "")).slice(-uniqueCharsMax);
  let count = 0;
  return () => `call_${unique}_${count++}`;
}

const uniqueCharsMax = 28;
