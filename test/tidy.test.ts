import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

/** House rules that a linter does not know. docs/ARCHITECTURE.md says why each holds. */

const root = resolve(import.meta.dirname, "..");

/** The sections of docs/ARCHITECTURE.md by their titles. */
const sections = new Map(
  readFileSync(join(root, "docs/ARCHITECTURE.md"), "utf8")
    .split(/^## /m)
    .map((section) => [section.split("\n", 1)[0]!, section]),
);

/** What each row of a table, whose first cell names such folders, says in its last that they may import: "*" is all. */
function importsIn(text: string, folder: RegExp): [folder: string, allowed: string[]][] {
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) => {
    const cells = row.split("|").map((cell) => cell.trim());
    const imports = cells.at(-2)!;
    const allowed = imports === "all" ? ["*"] : imports === "–" ? [] : imports.split(", ");
    return [...cells[1]!.matchAll(folder)].map(([, name]): [string, string[]] => [name!, allowed]);
  });
}

const allowedImports = new Map(importsIn(sections.get("The shape")!, /`src\/(\w+)\/`/g));
/** Single files that all may import. */
const ofAll = ["error", "json", "json-text", "call", "answer-headers", "nearest", "retry-after"];

const maxLines = 400;
const medianLines = 100;

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(root, folder, name))
    .filter((path) => statSync(path).isFile() && path.endsWith(".ts"));
}

const lineCount = (path: string) => readFileSync(path, "utf8").split("\n").length - 1;

/** Relative imports of a file, as paths from the root. */
function importsOf(path: string): string[] {
  const source = readFileSync(path, "utf8");
  return [...source.matchAll(/(?:from|import)\s+"(\.{1,2}\/[^"]+)"/g)].map((match) =>
    relative(root, resolve(dirname(path), match[1]!)),
  );
}

/** "src/page.ts pageOf" of each name that a file imports or passes on, and "src/page.ts *" where it takes all. */
function namesImportedBy(path: string): string[] {
  const source = readFileSync(path, "utf8");
  const from = (target: string) => relative(root, resolve(dirname(path), target));
  const named = [...source.matchAll(/(?:import|export)\s[^;{]*\{([^}]*)\}\s*from\s+"(\.[^"]+)"/g)].flatMap(
    ([, names = "", target = ""]) =>
      names.split(",").map(
        (name) =>
          `${from(target)} ${name
            .trim()
            .replace(/^type /, "")
            .replace(/ as .*/, "")}`,
      ),
  );
  const whole = [...source.matchAll(/\* as \w+ from "(\.[^"]+)"|export \* from "(\.[^"]+)"|import\("(\.[^"]+)"\)/g)];
  return [...named, ...whole.map(([, one, two, three]) => `${from((one ?? two ?? three)!)} *`)];
}

/** "src/rest/json/x.ts" -> "rest"; "src/error.ts" -> "error"; "gen/..." -> "gen". */
function partOf(path: string): string {
  const [top, second = ""] = path.split("/");
  return top === "src" ? second.replace(/\.ts$/, "") : top!;
}

/** "src/store/index/x.ts" below "src/store" -> "index"; `undefined` where it is in no folder below that. */
function folderBelow(part: string, path: string): string | undefined {
  const [folder, file] = path.startsWith(`${part}/`) ? path.slice(part.length + 1).split("/") : [];
  return file === undefined ? undefined : folder;
}

const sources = filesBelow("src");

describe("imports", () => {
  const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  test.each(folders.map((folder) => folder.name))("src/%s imports only what it may", (folder) => {
    const allowed = allowedImports.get(folder);
    expect(allowed, `src/${folder} has no row in the table of docs/ARCHITECTURE.md`).toBeDefined();
    if (allowed!.includes("*")) return;
    const forbidden = filesBelow(`src/${folder}`).flatMap((path) =>
      importsOf(path)
        .filter((target) => ![folder, ...ofAll, ...allowed!].includes(partOf(target)))
        .map((target) => `${relative(root, path)} -> ${target}`),
    );
    expect(forbidden).toEqual([]);
  });

  test("the table allows nothing that no file does", () => {
    const unused = [...allowedImports].flatMap(([folder, allowed]) => {
      const imported = new Set(filesBelow(`src/${folder}`).flatMap((path) => importsOf(path).map(partOf)));
      return allowed.filter((each) => each !== "*" && !imported.has(each)).map((each) => `${folder} -> ${each}`);
    });
    expect(unused).toEqual([]);
  });

  test.each(["src/memory", "src/store"])(
    "below %s folders import what its table says, and so in one direction",
    (part) => {
      const allowedBelow = importsIn(sections.get(`Below \`${part}\``)!, /^`(\w+)\/`$/g);
      const folders = readdirSync(join(root, part), { withFileTypes: true }).filter((each) => each.isDirectory());
      const imported = folders.map(({ name }) => {
        const others = filesBelow(`${part}/${name}`)
          .flatMap(importsOf)
          .flatMap((target) => folderBelow(part, target) ?? []);
        return [name, [...new Set(others)].filter((other) => other !== name).toSorted()] as const;
      });
      expect(Object.fromEntries(imported)).toEqual(Object.fromEntries(allowedBelow));
      const known = new Set<string>();
      for (const [folder, allowed] of allowedBelow) {
        expect({ folder, later: allowed.filter((each) => !known.has(each)) }).toEqual({ folder, later: [] });
        known.add(folder);
      }
    },
  );

  test("what stands in src/memory itself knows none of its folders", () => {
    const own = filesBelow("src/memory").filter((path) => dirname(path) === join(root, "src/memory"));
    expect(own.flatMap(importsOf).filter((target) => folderBelow("src/memory", target) !== undefined)).toEqual([]);
  });

  test("what stands in src/store itself knows of its folders only their tables, the migrations and SQLite", () => {
    const own = filesBelow("src/store").filter((path) => dirname(path) === join(root, "src/store"));
    const others = own
      .flatMap(importsOf)
      .filter((target) => folderBelow("src/store", target) !== undefined && !target.endsWith("/tables.ts"));
    expect(others).toEqual(["src/store/migrations/index.ts", "src/store/sqlite/sqlite.ts"]);
  });
});

describe("files", () => {
  test(`none has more than ${maxLines} lines, the median at most ${medianLines}`, () => {
    const files = [...sources, ...filesBelow("test"), ...filesBelow("tools")];
    const counts = files.map((path) => ({ path: relative(root, path), lines: lineCount(path) }));
    expect(counts.filter(({ lines }) => lines > maxLines)).toEqual([]);
    const ofSource = counts.filter(({ path }) => path.startsWith("src/")).map(({ lines }) => lines);
    const median = ofSource.toSorted((a, b) => a - b)[Math.floor(ofSource.length / 2)]!;
    expect(median).toBeLessThanOrEqual(medianLines);
  });

  test("the environment is read in one place", () => {
    const readers = sources.filter((path) => readFileSync(path, "utf8").includes("process.env"));
    // The others set what ONNX Runtime and LanceDB read, before they are loaded.
    const writers = ["src/onnx/telemetry.ts", "src/vector/threads.ts"];
    expect(readers.map((path) => relative(root, path)).toSorted()).toEqual(["src/config/env.ts", ...writers]);
  });

  test("the dialect of SQLite is spoken in one place", () => {
    const speakers = filesBelow("src").filter((path) =>
      /pragma|better-sqlite3|wal_checkpoint/i.test(readFileSync(path, "utf8")),
    );
    expect(new Set(speakers.map(dirname))).toEqual(new Set([join(root, "src/store/sqlite")]));
  });

  test("what is exported is imported by somebody, if only by a test; types may stand beside what has them", () => {
    const imported = new Set(
      [...sources, ...filesBelow("test"), ...filesBelow("tools")].flatMap((path) => namesImportedBy(path)),
    );
    const unused = sources.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/^export (?:abstract |async )?(?:function\*?|const|class) (\w+)/gm)]
        .map(([, name]) => `${relative(root, path)} ${name}`)
        .filter((each) => !imported.has(each) && !imported.has(each.replace(/ .*/, " *"))),
    );
    expect(unused).toEqual([]);
  });

  test("no type is `any`, and no check is switched off", () => {
    const bad = sources.filter((path) =>
      /(:|as|<)\s*any\b|@ts-ignore|@ts-nocheck|oxlint-disable-file/.test(readFileSync(path, "utf8")),
    );
    expect(bad.map((path) => relative(root, path))).toEqual([]);
  });
});

describe("the lockfile", () => {
  type Locked = { dependencies?: Names; optionalDependencies?: Names };
  type Names = Record<string, string>;

  test("has every package that one of its packages asks for, those of other platforms too: else npm ci refuses", () => {
    const lock: { packages: Record<string, Locked> } = JSON.parse(
      readFileSync(join(root, "package-lock.json"), "utf8"),
    );
    const missing = Object.entries(lock.packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !places(path, name).some((place) => place in lock.packages))
        .map((name) => `${path || "this project"} -> ${name}`),
    );
    expect(missing).toEqual([]);
  });

  /** Where Node would look for it, from the inside out. */
  function places(path: string, name: string): string[] {
    const inner = `${path === "" ? "" : `${path}/`}node_modules/${name}`;
    const cut = path.lastIndexOf("node_modules/");
    return cut < 0 ? [inner] : [inner, ...places(path.slice(0, Math.max(0, cut - 1)), name)];
  }
});
