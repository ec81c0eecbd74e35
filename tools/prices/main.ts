/**
 * `node tools/prices/main.ts FILE` makes src/gateway/model/prices.json: what the catalogue's models cost. FILE is
 * `litellm/model_prices_and_context_window_backup.json` of the PyPI package `litellm`: `pip download --no-deps litellm`,
 * then unzip it. Whoever renews it writes its version and date into third_party/litellm/README.md, src/gateway/model/known-prices.ts
 * and docs/gateway.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { catalog } from "../../src/gateway/model/catalog.ts";
import { priceOf, type Source } from "./source.ts";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("usage: node tools/prices/main.ts FILE");
const source = JSON.parse(readFileSync(file, "utf8")) as Source; // what it lacks is refused where it is read

const priced = catalog.flatMap((model) => {
  const price = priceOf(model, source);
  return price === undefined ? [] : [[model.id, price] as const];
});
const lines = priced.map(
  ([id, price]) => `  ${JSON.stringify(id)}: ${JSON.stringify(price).replace(/([:,])(?=["{\d])/g, "$1 ")}`,
);
const target = join(import.meta.dirname, "../../src/gateway/model/prices.json");
writeFileSync(target, `{\n${lines.join(",\n")}\n}\n`);
const ids = new Set(priced.map(([id]) => id));
console.log(
  `${ids.size} priced; without a price: ${catalog.flatMap(({ id }) => (ids.has(id) ? [] : [id])).join(", ")}`,
);
