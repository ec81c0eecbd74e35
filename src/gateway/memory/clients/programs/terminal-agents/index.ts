import type { Client } from "../../client.ts";
import { aider } from "./aider.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { crush } from "./crush.ts";
import { goose } from "./goose.ts";
import { gptme } from "./gptme.ts";
import { kimiCode } from "./kimi-code.ts";
import { mistralVibe } from "./mistral-vibe.ts";
import { opencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import { qwenCode } from "./qwen-code.ts";

/** Coding agents that run in a terminal. */
export const terminalAgents: readonly Client[] = [
  claudeCode,
  codex,
  copilotCli,
  crush,
  goose,
  gptme,
  kimiCode,
  mistralVibe,
  opencode,
  pi,
  qwenCode,
  // What it knows of may stand in what another frames.
  aider,
];
