/** What every command takes: whether a program reads its output. */
export type PrintOptions = { json: boolean };

/** Prints a result: as it is for programs, in the words of `text` for people. */
export function printResult<T>(result: T, { json }: PrintOptions, text: (result: T) => string): void {
  process.stdout.write(`${json ? JSON.stringify(result) : text(result)}\n`);
}

/** Rows under their heads, in columns as wide as they need. */
export function table(heads: string[], rows: string[][]): string {
  const all = [heads, ...rows];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
