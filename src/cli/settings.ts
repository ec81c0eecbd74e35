import { parseConfig, type Config } from "../config/config.ts";
import { readEnvironment } from "../config/env.ts";
import { checkFlags, UsageError } from "./terminal/usage-error.ts";

/** The settings of this process. Warnings go to standard error. Errors: UsageError, that tells all that is wrong. */
export function readSettings(): Config {
  const { config, errors, warnings } = parseConfig(readEnvironment(), process.cwd());
  for (const warning of warnings) console.error(`warning: ${warning}`);
  if (config === undefined) throw new UsageError(errors.join("\n       "));
  return config;
}

/** Does what reads files that settings name. Errors: UsageError for one that it cannot use. */
export function useSettings<T>(use: () => Promise<T>): Promise<T> {
  return checkFlags({ CAIRN_PRICES: "CAIRN_PRICES" }, use);
}
