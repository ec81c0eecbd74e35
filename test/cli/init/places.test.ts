import { expect, test } from "vitest";
import { placesOf } from "../../../src/cli/init/places.ts";

test("on Linux", () => {
  expect(placesOf({ platform: "linux", home: "/home/ana", environment: {} })).toEqual({
    claudeCode: "/home/ana/.claude",
    claudeCodeState: "/home/ana/.claude.json",
    claudeDesktop: "/home/ana/.config/Claude",
    cursor: "/home/ana/.cursor",
    vscode: "/home/ana/.config/Code/User",
    codex: "/home/ana/.codex",
  });
});

test("on a Mac", () => {
  const { claudeDesktop, vscode, cursor } = placesOf({ platform: "darwin", home: "/Users/ana", environment: {} });
  expect(claudeDesktop).toBe("/Users/ana/Library/Application Support/Claude");
  expect(vscode).toBe("/Users/ana/Library/Application Support/Code/User");
  expect(cursor).toBe("/Users/ana/.cursor");
});

test("on Windows", () => {
  const system = { platform: "win32", home: "C:\\Users\\ana" } as const;
  const places = placesOf({ ...system, environment: { APPDATA: "D:\\Roaming" } });
  expect(places.vscode).toBe("D:\\Roaming\\Code\\User");
  expect(places.claudeCodeState).toBe("C:\\Users\\ana\\.claude.json");
  expect(placesOf({ ...system, environment: {} }).claudeDesktop).toBe("C:\\Users\\ana\\AppData\\Roaming\\Claude");
});

test("where its user has moved it", () => {
  const environment = { CLAUDE_CONFIG_DIR: "/c", CODEX_HOME: "/x", XDG_CONFIG_HOME: "/g" };
  expect(placesOf({ platform: "linux", home: "/home/ana", environment })).toMatchObject({
    claudeCode: "/c",
    claudeCodeState: "/c/.claude.json",
    codex: "/x",
    vscode: "/g/Code/User",
  });
});
