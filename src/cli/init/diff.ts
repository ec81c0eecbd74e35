const contextLines = 2;

/**
 * The lines that differ, from the first to the last, with some around them; as `diff -u` shows them. `undefined` is a file
 * that is not there.
 */
export function diffOf(name: string, before: string | undefined, after: string | undefined): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const first = Math.max(0, head - contextLines);
  const last = Math.min(tail, contextLines);
  const of = (lines: string[]) => lines.slice(head, lines.length - tail);
  const range = (lines: string[]) => `${lines.length === 0 ? 0 : first + 1},${lines.length - tail + last - first}`;
  return [
    `--- ${before === undefined ? "(no file)" : name}`,
    `+++ ${after === undefined ? "(no file)" : name}`,
    `@@ -${range(old)} +${range(now)} @@`,
    ...old.slice(first, head).map((line) => ` ${line}`),
    ...of(old).map((line) => `-${line}`),
    ...of(now).map((line) => `+${line}`),
    ...old.slice(old.length - tail, old.length - tail + last).map((line) => ` ${line}`),
  ].join("\n");
}

function linesOf(text: string | undefined): string[] {
  if (text === undefined || text === "") return [];
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}
