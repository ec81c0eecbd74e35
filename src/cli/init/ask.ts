import { once } from "node:events";
import { createInterface } from "node:readline/promises";

/** Where questions are asked: a terminal, or in tests a pair of streams. */
export type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream };

/** Asks once: true for yes, false for no or anything else, undefined where nobody answers (Ctrl+C, Ctrl+D, end). */
export async function ask(question: string, { input, output }: Terminal): Promise<boolean | undefined> {
  const terminal = createInterface({ input, output });
  const left = once(terminal, "close").then(() => undefined);
  try {
    const answer = await Promise.race([terminal.question(`${question} [y/N] `).catch(() => undefined), left]);
    if (answer === undefined) output.write("\n");
    return answer === undefined ? undefined : /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
