import { posix, win32 } from "node:path";

/** Where the tools keep their settings, by system. Paths are absolute. */
export type Places = {
  /** Claude Code's folder, and its file of state, which has the MCP servers. */
  claudeCode: string;
  claudeCodeState: string;
  claudeDesktop: string;
  cursor: string;
  vscode: string;
  codex: string;
};

export type System = {
  platform: NodeJS.Platform;
  /** The user's own folder. */
  home: string;
  environment: Readonly<Record<string, string | undefined>>;
};

export function placesOf({ platform, home, environment }: System): Places {
  const { join } = platform === "win32" ? win32 : posix;
  const applications = applicationsOf(platform, home, environment);
  const moved = environment["CLAUDE_CONFIG_DIR"] || undefined;
  return {
    claudeCode: moved ?? join(home, ".claude"),
    claudeCodeState: join(moved ?? home, ".claude.json"),
    claudeDesktop: join(applications, "Claude"),
    cursor: join(home, ".cursor"),
    vscode: join(applications, "Code", "User"),
    codex: environment["CODEX_HOME"] || join(home, ".codex"),
  };
}

function applicationsOf(platform: NodeJS.Platform, home: string, environment: System["environment"]): string {
  switch (platform) {
    case "win32":
      return environment["APPDATA"] || win32.join(home, "AppData", "Roaming");
    case "darwin":
      return posix.join(home, "Library", "Application Support");
    default:
      return environment["XDG_CONFIG_HOME"] || posix.join(home, ".config");
  }
}
