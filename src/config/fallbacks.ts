import { catalog } from "../gateway/model/catalog.ts";
import type { Fallback } from "../gateway/model/fallbacks.ts";
import type { Provider } from "../gateway/model/provider.ts";
import { nearest } from "../nearest.ts";
import { wrongModel } from "./model-name.ts";

const othersMax = 4;
const name = "[A-Za-z0-9._:/@-]{1,200}";
const rule = `\\s*(?:${name}\\*?|\\*)\\s*=\\s*${name}(?:\\s*,\\s*${name}){0,${othersMax - 1}}\\s*`;

/**
 * Rules, parted by semicolons: `<name or beginning*>=<name>,<name>`, at most four names. The first that fits a model
 * counts: `claude-opus-5=openai/gpt-6-sol,gemini-2.5-pro; gpt-*=claude-haiku-4-5`.
 */
export const fallbackRules = new RegExp(`^${rule}(?:;${rule})*;?\\s*$`, "u");

/** What has the form of rules. */
export function parseFallbacks(text: string): Fallback[] {
  return text
    .split(";")
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .map((each) => {
      const [models = "", others = ""] = each.split("=");
      return { models: models.trim(), others: others.split(",").map((other) => other.trim()) };
    });
}

/** What is wrong with the names in rules, a sentence each, with the nearest that would be right. */
export function wrongNames(fallbacks: readonly Fallback[], providers: readonly Provider[]): string[] {
  const wrongKeyless = (model: string) => wrongModel(model, providers, { keyless: true });
  return fallbacks.flatMap(({ models, others }) => {
    const isBeginning = models.endsWith("*");
    const wrong = isBeginning ? wrongBeginning(models.slice(0, -1), providers) : wrongKeyless(models);
    return [wrong, ...others.map(wrongKeyless)].filter((each) => each !== undefined);
  });
}

function wrongBeginning(beginning: string, providers: readonly Provider[]): string | undefined {
  const starts = [...catalog.map(({ id }) => id), ...providers.flatMap(({ id, prefixes }) => [...prefixes, `${id}/`])];
  if (starts.some((start) => start.startsWith(beginning) || beginning.startsWith(start))) return undefined;
  return `no model begins with "${beginning}"; the nearest are ${nearest(beginning, starts, 3).join(", ")}`;
}
