import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Finished } from "../../support/finished.ts";
import type { Place } from "../exchange.ts";
import { run, type RunOptions } from "../run.ts";

const timeoutMs = 60_000;

/** Where Claude Code is pointed, and whether it is told to name the class of each request. */
export type Pointing = { url: string; key: string; hints: boolean };

/** Claude Code in an empty home, past its first questions. Two sessions of one name differ in nothing that it sends. */
export class Session {
  readonly id: string;
  readonly options: RunOptions;

  constructor({ folder, programs = [], env }: Place, id: string, { url, key, hints }: Pointing) {
    this.id = id;
    const home = join(folder, `home-${id}`);
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home, { recursive: true });
    const projects = { [home]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } };
    const settings = { userID: "0".repeat(64), hasCompletedOnboarding: true, theme: "dark", projects };
    writeFileSync(join(home, ".claude.json"), JSON.stringify(settings));
    const variables = {
      ...env,
      PATH: [...programs, process.env["PATH"]].join(":"),
      HOME: home,
      TERM: "xterm-256color",
      DISABLE_TELEMETRY: "1",
      DISABLE_AUTOUPDATER: "1",
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      CLAUDE_CODE_GATEWAY_HINT_HEADERS: hints ? "1" : "0",
    };
    this.options = { cwd: home, env: variables, timeoutMs };
  }

  /** Its first turn. */
  begin(text: string): Promise<Finished> {
    return run("claude", ["--session-id", this.id, "-p", text], this.options);
  }

  /** Every other. */
  goOn(text: string): Promise<Finished> {
    return run("claude", ["--continue", "-p", text], this.options);
  }
}
