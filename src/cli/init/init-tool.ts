import { existsSync } from "node:fs";
import { isOfSystem } from "../../error.ts";
import { apply } from "./apply.ts";
import { backupPath, readBackup } from "./backup.ts";
import { changeBack, changeTo, type Change } from "./change.ts";
import { diffOf } from "./diff.ts";
import { Refusal } from "./refusal.ts";
import { withoutAnySecret } from "./secrets.ts";
import { textOf } from "./settings-file.ts";
import type { Tool, ToolId } from "./tools.ts";

/** What became of a tool. Only `written` has changed anything. */
export type Outcome = {
  tool: ToolId;
  status: "written" | "unchanged" | "declined" | "refused";
  files: ChangedFile[];
  /** Of what is refused: why. Of what is written: what to do next. */
  message: string;
};

/** In `diff` Cairn's keys are shortened, and what may be a secret of others is left out. */
export type ChangedFile = { path: string; backup: string | null; diff: string };

export type Options = {
  undo: boolean;
  /** Shows what a tool is to get, and answers whether it is to be written. */
  confirm: (tool: Tool, files: ChangedFile[]) => Promise<boolean>;
};

/** Of these tools those that are on this machine. */
export const toolsHere = (tools: readonly Tool[]): Tool[] =>
  tools.filter(({ signs }) => signs.some((sign) => existsSync(sign)));

/** One tool, all of its files or none. */
export async function initTool(tool: Tool, { undo, confirm }: Options): Promise<Outcome> {
  const outcome = (status: Outcome["status"], files: ChangedFile[], message = "") => ({
    tool: tool.id,
    status,
    files,
    message,
  });
  let files: ChangedFile[] = [];
  try {
    const plans = await Promise.all(tool.files.map(undo ? changeBack : changeTo));
    const changes = plans.filter((change) => change !== undefined);
    files = await Promise.all(changes.map(shown));
    if (changes.length === 0) return outcome("unchanged", []);
    if (!(await confirm(tool, files))) return outcome("declined", files);
    await apply(changes);
    return outcome("written", files, undo ? "" : tool.note);
  } catch (error) {
    if (error instanceof Refusal || isOfSystem(error)) return outcome("refused", files, error.message);
    throw error;
  }
}

async function shown({ path, before, after, backup }: Change): Promise<ChangedFile> {
  const text = (bytes: Buffer | undefined) => (bytes === undefined ? undefined : textOf(bytes));
  const diff = withoutAnySecret(diffOf(path, text(before), text(after)));
  const kept = typeof backup === "object" ? backup : await readBackup(path);
  return { path, backup: kept === undefined ? null : backupPath(path, kept), diff };
}
