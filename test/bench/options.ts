import { parseArgs } from "node:util";

/** How much is measured. The defaults are the goals' own sizes; smaller ones are for working on the benchmarks. */
export type Options = {
  /** How often A and B take turns. */
  rounds: number;
  /** How long a load lasts in each round. */
  seconds: number;
  /** Memories in one account, a search benchmark each. */
  sizes: number[];
  /** Accounts of 200 memories. */
  accounts: number;
  /** Requests of the soak. */
  requests: number;
};

export const defaults: Options = {
  rounds: 7,
  seconds: 4,
  sizes: [1_000, 10_000, 100_000],
  accounts: 1_000,
  requests: 100_000,
};

export type Command = { names: string[]; options: Options };

/** Throws with a sentence for people. */
export function parseCommand(args: string[], known: readonly string[]): Command {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { rounds: text, seconds: text, sizes: text, accounts: text, requests: text },
  });
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no benchmark called ${unknown.join(", ")}; there are ${known.join(", ")}`);
  const sizes = values.sizes?.split(",").map((value) => count("sizes", value));
  return {
    names: positionals.length > 0 ? positionals : [...known],
    options: {
      rounds: count("rounds", values.rounds) ?? defaults.rounds,
      seconds: count("seconds", values.seconds) ?? defaults.seconds,
      sizes: sizes?.filter((size) => size !== undefined) ?? defaults.sizes,
      accounts: count("accounts", values.accounts) ?? defaults.accounts,
      requests: count("requests", values.requests) ?? defaults.requests,
    },
  };
}

function count(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < 1)
    throw new Error(`--${name} is ${value}; it must be a whole number from 1`);
  return parsed;
}
