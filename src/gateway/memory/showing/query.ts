/** The built-in model reads some 250 tokens, which is about as much English; words are looked for in all of it. */
const queryCharacters = 1_000;

/** What is searched for: of a long text its beginning, which says what it is, and its end, which says what is asked. */
export function queryOf(text: string): string {
  if (text.length <= queryCharacters) return text.toWellFormed();
  const half = queryCharacters / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`.toWellFormed();
}
