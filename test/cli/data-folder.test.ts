import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDataFolder } from "../../src/server/data-folder.ts";

let root: string;
let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cairn-folder-"));
  warn = vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  warn.mockRestore();
  rmSync(root, { recursive: true });
});

const modeOf = (path: string) => statSync(path).mode & 0o7777;

test("a folder that is made is its owner's alone", async () => {
  await openDataFolder(join(root, "a", "b"));
  expect(modeOf(join(root, "a", "b"))).toBe(0o700);
  expect(warn).not.toHaveBeenCalled();
});

test.each([0o755, 0o750, 0o777])("a folder of the mode %o is closed", async (mode) => {
  chmodSync(root, mode);
  await openDataFolder(root);
  expect(modeOf(root)).toBe(0o700);
  expect(warn).not.toHaveBeenCalled();
});

test("a folder that all share is left as it is, and told", async () => {
  chmodSync(root, 0o1777);
  await openDataFolder(root);
  expect(modeOf(root)).toBe(0o1777);
  expect(warn).toHaveBeenCalledWith(`warning: the data folder ${root} is open to others on this machine (CAIRN_DATA)`);
});
