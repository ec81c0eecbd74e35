import { readFile, stat } from "node:fs/promises";
import type { Config } from "../config/config.ts";
import { invalid } from "../error.ts";
import type { JsonValue } from "../json.ts";
import { knownPrices } from "../gateway/model/known-prices.ts";
import { parsePrices } from "../gateway/model/parse-prices.ts";
import type { Prices } from "../gateway/model/prices.ts";
import { Spending } from "../gateway/usage/spending.ts";
import type { Logger } from "../observe/log.ts";
import type { Storage } from "./storage.ts";
import { warning } from "./warning.ts";

const pricesBytes = 4 * 2 ** 20;
const allowed = "a JSON file of prices, as docs/gateway.md describes";

/** What holds keys to their budgets. Errors: invalid_argument of CAIRN_PRICES, for a file of prices that cannot be read. */
export async function createSpending(
  { prices }: Config["gateway"],
  { usage }: Pick<Storage, "usage">,
  log: Logger,
): Promise<Spending> {
  const known = prices === undefined ? knownPrices : await readPrices(prices);
  const onError = warning(log, "usage was not written and will be tried again");
  return new Spending({ store: usage, prices: known }, { onError });
}

/** The operator's word goes first, whatever it fits. */
async function readPrices(path: string): Promise<Prices> {
  try {
    const { size } = await stat(path);
    if (size > pricesBytes) throw invalid("prices", `must be at most ${pricesBytes} bytes, but the file has ${size}`);
    return parsePrices(JSON.parse(await readFile(path, "utf8")) as JsonValue, knownPrices); // it makes nothing else
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw invalid("CAIRN_PRICES", `must be ${allowed}, but is ${JSON.stringify(path)}: ${why}`);
  }
}
