import type { Point } from "./gate.ts";
import { flushPoints, type Command, type Script } from "./script.ts";

type Scenario = { kind: "flush" | "purge"; at: Point; fate: "resume" | "kill"; script: Script };

const ofPurges: Point[] = ["rewritten", "purged"];

/**
 * At each step of a flush and of a purge one is held so long that it loses its lease. Others write, erase, flush and
 * purge. Then it goes on, or dies.
 */
export const scenarios: Scenario[] = flushPoints.flatMap((at) =>
  (["flush", "purge"] as const)
    .filter((kind) => kind === "purge" || !ofPurges.includes(at))
    .flatMap((kind) =>
      (["resume", "kill"] as const).map((fate) => ({
        kind,
        at,
        fate,
        script: scriptOf([
          add(0, "ann", "one", "tea", "boat tea", "lamp", "river"),
          add(1, "system", "one", "stone lamp", "bread"),
          { kind: "flush", process: 2, at: undefined },
          add(1, "bob", "two", "tea lamp", "cloud", "the boat"),
          { kind: "erase", process: 1, pick: 1, session: false },
          { kind: "edit", process: 0, pick: 0, text: "tea stone", embed: true },
          { kind, process: 0, at },
          // One that is in the base, and one in the tail.
          { kind: "erase", process: 2, pick: 2, session: false },
          { kind: "erase", process: 2, pick: 6, session: false },
          { kind: "edit", process: 2, pick: 5, text: "cloud stone", embed: true },
          { kind: "outlast" },
          { kind: "flush", process: 1, at: undefined },
          { kind: "purge", process: 2, at: undefined },
          { kind: fate, pick: 0 },
          add(1, "ann", "one", "boat bread"),
        ]),
      })),
    ),
);

/** A purge that finds no base is held until there is one. */
export const belatedPurge = scriptOf([
  add(0, "ann", "one", "tea", "boat tea", "lamp", "river"),
  { kind: "erase", process: 1, pick: 1, session: false },
  { kind: "purge", process: 0, at: "acquired" },
  { kind: "outlast" },
  { kind: "flush", process: 1, at: undefined },
  { kind: "resume", pick: 0 },
]);

function add(process: number, user: "ann" | "bob" | "system", sessionId: "one" | "two", ...texts: string[]): Command {
  return { kind: "add", process, user, sessionId, texts, embed: true };
}

function scriptOf(commands: Command[]): Script {
  return commands.map((command) => ({ command, ask: { user: "ann", text: "tea stone" } }));
}
