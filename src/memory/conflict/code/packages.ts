import { wordSet } from "../../language/word-set.ts";
import { hasFlag, type Command } from "./shell.ts";

const adding = wordSet("add install i get require");
const removing = wordSet("uninstall remove rm un purge autoremove");
const restoring = wordSet("ci sync restore install i");
const upgrading = wordSet("update upgrade up full-upgrade dist-upgrade");
const showing = wordSet("ls list outdated view info search why show tree check freeze");
const running = wordSet("run run-script exec dlx");

/** A manager of packages: what it adds, removes, publishes or runs. */
export function packages(manager: string, things = "dependency"): (command: Command) => string | undefined {
  return (command) => {
    const [verb = "", ...names] = command.words;
    const files = hasFlag(command, "-r", "--requirement", "-e");
    if (adding.has(verb) && names.length > 0 && !files) {
      const development = hasFlag(command, "-D", "--save-dev", "--dev") ? "development " : "";
      const everywhere = hasFlag(command, "-g", "--global") ? " globally" : "";
      return `use ${manager} to install and add the new ${development}${things} ${names.join(" ")}${everywhere}`;
    }
    if (verb === "pip") return packages(manager, things)({ ...command, words: names });
    if (removing.has(verb)) return `use ${manager} to remove the ${things} ${names.join(" ")}`;
    if (verb === "publish") return `publish the package with ${manager}`;
    if (verb === "init" || verb === "new") return `use ${manager} to create a project`;
    if (verb === "pack") return "build the archive of a package";
    if (verb === "version") return "raise the version";
    if (upgrading.has(verb))
      return `use ${manager} to upgrade ${names.length > 0 ? names.join(" ") : "the dependencies"}`;
    if (showing.has(verb)) return `list the packages ${names.join(" ")}`;
    if (verb === "test" || verb === "t") return "run the tests";
    if (running.has(verb)) return task(names);
    if (restoring.has(verb) || (verb === "" && manager === "yarn")) return `use ${manager} to install the dependencies`;
    return tasks.has(verb) ? task([verb]) : undefined;
  };
}

/** Scripts that are run by their name alone. */
const tasks = wordSet("build lint start dev format fmt typecheck bench clippy doc clean deploy");

function task([name = "", ...rest]: readonly string[]): string {
  if (/^lint|^eslint|^clippy/.test(name)) return "run the linter";
  if (/^test|^pytest|^vitest|^jest/.test(name)) return "run the tests";
  if (/^(?:build|deploy|publish|release)\b/.test(name)) return `${name} ${rest.join(" ")}`;
  return `run the ${[name, ...rest].join(" ")}`;
}
