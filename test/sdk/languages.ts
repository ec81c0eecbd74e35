import { delimiter, join, resolve } from "node:path";

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

export type Language = {
  id: string;
  /** Programs that must be on the machine; the language is skipped without one of them. */
  needs: string[];
  /** What fetches generators and libraries. One that fails skips the language: its registry may be out of reach. */
  setup: Command[];
  build: Command[];
  /** All of these run in the language's folder. */
  vectors: Command;
};

export const root = resolve(import.meta.dirname, "../..");
const dist = join(root, "sdk/dist");
const python = join(dist, "python/bin/python");
const rust = (name: string) => join(dist, "rust/target/debug", name);
const classes = ["classes", "lib/*"].map((part) => join(dist, "java/target", part)).join(delimiter);

export const languages: readonly Language[] = [
  {
    id: "typescript",
    needs: ["npm"],
    setup: [["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]],
    build: [[process.execPath, join(root, "node_modules/typescript/bin/tsc"), "-p", "."]],
    vectors: [process.execPath, "vectors.ts"],
  },
  {
    id: "go",
    needs: ["go"],
    setup: [
      ["go", "mod", "download"],
      // Both generators at once: buf runs them beside each other, and each would compile Go's library for itself.
      ["go", "build", "tool"],
    ],
    build: [
      ["go", "vet", "./..."],
      ["go", "build", "-o", `${join(dist, "go")}/`, "./cmd/..."],
    ],
    vectors: [join(dist, "go/vectors")],
  },
  {
    id: "python",
    needs: ["python3"],
    setup: [
      ["python3", "-m", "venv", join(dist, "python")],
      [python, "-m", "pip", "install", "--quiet", "-r", "requirements.txt"],
    ],
    build: [],
    vectors: [python, "vectors.py"],
  },
  {
    id: "java",
    needs: ["java", "javac", "mvn"],
    setup: [
      ["mvn", "-q", "-B", "dependency:copy@generators", `-Dplatform=${javaPlatform()}`],
      ["chmod", "+x", join(dist, "java/protoc"), join(dist, "java/protoc-gen-grpc-java")],
    ],
    build: [
      ["rm", "-rf", join(dist, "java/target")],
      ["mvn", "-q", "-B", "compile"],
    ],
    vectors: ["java", "-cp", classes, "cairn.sdk.Vectors", join(root, "sdk/vectors.json")],
  },
  {
    id: "rust",
    needs: ["cargo"],
    setup: [["cargo", "build", "--quiet", "--locked", "-p", "generators"]],
    build: [["cargo", "build", "--quiet", "--locked"]],
    vectors: [rust("vectors")],
  },
];

/** How Maven's packages of programs name this machine. */
function javaPlatform(): string {
  const system = { darwin: "osx", win32: "windows" }[process.platform as string] ?? process.platform;
  return `${system}-${process.arch === "arm64" ? "aarch_64" : "x86_64"}`;
}
