import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairn } from "../support/cli.ts";

/** docs/cli.md names each command and each of its options, and no other. */

const page = readFileSync(join(import.meta.dirname, "../../docs/cli.md"), "utf8");

/** By command: the options that the table below its heading has. */
const documented = new Map(
  page
    .split(/^## `cairn /mu)
    .slice(1)
    .map((section) => [
      /^[a-z]+(?: [a-z]+)?/u.exec(section)![0],
      [...section.matchAll(/^\| `(--[a-z-]+)/gmu)].map(([, option]) => option!),
    ]),
);

async function helpOf(...command: string[]): Promise<string> {
  return (await cairn([...command, "--help"], {})).stdout;
}

/** Names below "Commands:"; a line that goes on has no name. */
function commandsIn(help: string): string[] {
  const [, listed = ""] = help.split("\nCommands:\n");
  return [...listed.matchAll(/^ {2}([a-z]+)/gmu)].map(([, name]) => name!).filter((name) => name !== "help");
}

function optionsIn(help: string): string[] {
  expect(help).not.toMatch(/default: (?:false|"")/u);
  return [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gmu)]
    .map(([, option]) => option!)
    .filter((option) => option !== "--help");
}

test("docs/cli.md lists every command with its options", async () => {
  const found = new Map<string, string[]>();
  for (const name of commandsIn(await helpOf())) {
    const help = await helpOf(name);
    const nested = commandsIn(help);
    if (nested.length === 0) found.set(name, optionsIn(help));
    for (const each of nested) found.set(`${name} ${each}`, optionsIn(await helpOf(name, each)));
  }
  expect(found.size).toBeGreaterThan(10);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(found));
}, 60_000);
