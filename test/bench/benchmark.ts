import type { Options } from "./options.ts";

/** A number of the table: what is measured, and what it should come to. */
export type Goal = { what: string; goal: string };

/** A goal with what came of it. `ratio` is against the floor, measured in turn with it in the same run. */
export type Row = Goal & { measured: string; ratio?: number; detail: string };

/** A file beside this one. Rows come as they are known: the large sizes take minutes. */
export type Benchmark = {
  goals: Record<string, Goal>;
  run(options: Options): AsyncIterable<Row>;
};

/** Rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => line([row.what, row.goal, row.measured, row.ratio?.toFixed(2) ?? "", row.detail]));
  return [line(["what", "goal", "measured", "ratio", "detail"]), "|---|---|---|---|---|", ...lines].join("\n");
}

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
