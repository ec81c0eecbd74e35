/** What every command takes: whether a program reads its output. */
export type PrintOptions = { json: boolean };

/** Prints a result: as it is for programs, in the words of `text` for people. */
export function printResult<T>(result: T, { json }: PrintOptions, text: (result: T) => string): void {
  process.stdout.write(`${json ? JSON.stringify(result) : text(result)}\n`);
}

/** Rows under their heads, in columns as wide as they need. */
export function table(heads: string[], rows: string[][]): string {
  const all = [heads, ...rows];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => widthOf(row[column]!))));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell + " ".repeat(widths[column]! - widthOf(cell)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const wide =
  /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const halfWidth = /[\uff61-\uffdc]/u;
const graphemes = new Intl.Segmenter();

/** The cells of a terminal that a text takes: two for "王" and for an emoji. */
function widthOf(text: string): number {
  const segments = [...graphemes.segment(text)].map(({ segment }) => segment);
  return segments.reduce((width, each) => width + (wide.test(each) && !halfWidth.test(each) ? 2 : 1), 0);
}
