import { format } from "prettier";
import { columns, type Column } from "./column.ts";
import type { Group, Outcome, Row } from "./row.ts";

/** What each row found in each column. */
export class Findings {
  readonly #found = new Map<Row, Map<Column, Outcome>>();

  add(row: Row, column: Column, outcome: Outcome): void {
    const ofRow = this.#found.get(row) ?? new Map<Column, Outcome>();
    this.#found.set(row, ofRow.set(column, outcome));
  }

  /** Throws where nothing was found: no cell is blank. */
  get(row: Row, column: Column): Outcome {
    const outcome = this.#found.get(row)?.get(column);
    if (outcome === undefined) throw new Error(`"${row.name}" failed, or was not run, in a column`);
    return outcome;
  }
}

/** The matrix as a page, formatted as the house formats its pages. */
export async function documentOf(groups: readonly Group[], findings: Findings): Promise<string> {
  const page = [intro, counts(groups, findings), ...groups.map((group) => section(group, findings))].join("\n\n");
  return format(page, { parser: "markdown", printWidth: 120 });
}

const intro = `# Conformance

What the gateway keeps of a conversation between a caller of one dialect and a provider of another. Each cell is a test over the real
wire: a request to a running server, before a scripted provider; answers in another dialect are read strictly, and by the official clients
too. This page is written by that run (\`test/gateway/conformance\`), and a page
that is not what the run found fails it.

Columns: the caller's dialect, then the provider's (O OpenAI chat completions, A Anthropic messages, G Gemini generateContent); a second
column each, with ⇶, for streams. Where both are the same, the provider gets the caller's bytes and the caller the provider's; only
thoughts of other providers, which Anthropic would refuse, are cut out.

- ✓ holds.
- ≈ and a note: not expressible; something near is said instead, and the caller is told.
- ✗ and a note: not expressible; left out, and the caller is told.
- · and a note: the caller's dialect or the provider's has no such thing.

The caller is told in the header \`X-Cairn-Loss\`, as the notes have it, unless a note says otherwise.`;

type Mark = "✓" | "≈" | "✗" | "·";

function markOf(outcome: Outcome): Mark {
  switch (outcome.is) {
    case "kept":
      return "✓";
    case "lost":
      return /dropped/iu.test(outcome.told) ? "✗" : "≈";
    case "absent":
      return "·";
    default:
      return outcome satisfies never;
  }
}

function counts(groups: readonly Group[], findings: Findings): string {
  const rows = groups.flatMap((group) => group.rows);
  const count = (mark: Mark, among: readonly Column[]) =>
    rows.flatMap((row) => among.map((column) => markOf(findings.get(row, column)))).filter((each) => each === mark)
      .length;
  const line = (name: string, among: readonly Column[]) =>
    [name, ...marks.map((mark) => String(count(mark, among)))].join(" | ");
  const pairs = columns.filter(({ stream }) => !stream);
  const both = (pair: Column) =>
    columns.filter((each) => each.caller === pair.caller && each.upstream === pair.upstream);
  return [
    `${rows.length} behaviours in ${columns.length} columns:`,
    "",
    `| pair | ${marks.join(" | ")} |`,
    "|---|--:|--:|--:|--:|",
    ...pairs.map((pair) => `| ${line(`${pair.caller} to ${pair.upstream}`, both(pair))} |`),
    `| ${line("all", columns)} |`,
  ].join("\n");
}

const marks: readonly Mark[] = ["✓", "≈", "✗", "·"];

function section({ title, rows }: Group, findings: Findings): string {
  const notes: string[] = [];
  const cell = (outcome: Outcome) => {
    const mark = markOf(outcome);
    if (outcome.is === "kept") return mark;
    const note = outcome.is === "lost" ? outcome.told : outcome.why;
    if (!notes.includes(note)) notes.push(note);
    return `${mark} ${notes.indexOf(note) + 1}`;
  };
  const lines = rows.map(
    (row) => `| ${[row.name, ...columns.map((column) => cell(findings.get(row, column)))].join(" | ")} |`,
  );
  const head = [`| behaviour | ${columns.map(shortName).join(" | ")} |`, `|---|${columns.map(() => ":-:").join("|")}|`];
  const listed = notes.map((note, i) => `${i + 1}. ${/;/u.test(note) ? `\`${note}\`` : note}`);
  return [`## ${title}`, "", ...head, ...lines, "", ...listed].join("\n");
}

function shortName({ caller, upstream, stream }: Column): string {
  return `${caller[0]!.toUpperCase()}→${upstream[0]!.toUpperCase()}${stream ? " ⇶" : ""}`;
}
