/** The first of some rows, whose texts have no more characters than these together; one in any case. */
export function firstWithin<R extends { text: string | null }>(rows: readonly R[], characters: number): R[] {
  let left = characters;
  const end = rows.findIndex(({ text }, at) => (left -= text?.length ?? 0) < 0 && at > 0);
  return rows.slice(0, end < 0 ? rows.length : end);
}

/** Of one account in one batch of reading: whatever somebody writes, others are read soon. */
export const batchCharacters = 65_536;
