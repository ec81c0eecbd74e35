/** A table's value for a word of somebody else's, which may be "constructor". */
export function lookup<T>(table: Record<string, T>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
