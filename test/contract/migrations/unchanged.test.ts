import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrations } from "../../../src/store/migrations/index.ts";

const folder = join(import.meta.dirname, "../../../src/store/migrations");

/** Of each one's code; comments, layout and the folders of what it imports aside. */
const hashes: Readonly<Record<string, string>> = {
  "0001-init": "d7a95cbcc7c1dcce",
  "0002-gateway": "eeada30d8066fb25",
  "0003-usage": "7525fcb212f6b166",
  "0004-outcomes": "2b29598aadb63ecf",
  "0005-graph": "8ea70be40aa9b965",
  "0006-directives": "cbc79f8f966d5c7e",
  "0007-branches": "dbb36f57636c0aeb",
  "0008-extraction": "d1cefc631427bab6",
  "0009-graph-branches": "0e9cbdde986f6a13",
  "0010-blocks": "c4e34a1006bd50e5",
  "0011-nameless": "6624914086fda376",
  "0012-tip-replies": "3ac5df8d168082a5",
  "0013-queries": "2567d0ae4a72a1b1",
  "0014-merges": "ad9d2da4d77f1cbd",
  "0015-terms": "f94bb13f038df145",
  "0016-receipts-from": "f7c20660370d6ec3",
  "0017-gateway-use": "8fc32669541e1cb3",
  "0018-off-entries": "2ff63528688ce382",
  "0019-hidden-erasures": "c9df1585d432fafd",
  "0020-claims-said": "439197f4297fc38b",
  "0021-folded-terms": "e16e7c377b068cd2",
  "0022-folded-keys": "372a6a29c3bac5c0",
  "0023-given-ends": "9c70729d1235ff34",
  "0024-require-user": "e2a055f45167fc75",
  "0025-metadata-labels": "755a2a6b4a98df86",
  "0026-edits": "27f57e41aa0ab850",
  "0027-keys-of-users": "0593944f9a8b7c41",
};

const codeOf = (source: string) =>
  source
    .replace(/(from ")(?:\.{1,2}\/)(?:[\w.-]+\/)*/gu, "$1")
    .replace(/\/\*[^]*?\*\/|\/\/.*/gu, "")
    .replace(/\s+/gu, "")
    .replace(/,(?=[)\]}])/gu, "");

test("none is renamed, moved or taken away, and a new one has its hash here", () => {
  expect(Object.keys(migrations)).toEqual(Object.keys(hashes));
});

test.each(Object.keys(hashes))("%s does what it did when it was written", (name) => {
  const source = readFileSync(join(folder, `${name}.ts`), "utf8");
  const hash = createHash("sha256").update(codeOf(source)).digest("hex").slice(0, 16);
  expect(
    hash,
    `A folder that has ${name} is never given it again, so a change of it reaches new folders only: leave it as it was, and write ` +
      "a new migration.",
  ).toBe(hashes[name]);
});
