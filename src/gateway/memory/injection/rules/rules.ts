import { directiveTypes, type DirectiveType } from "../../../../memory/directive/directive.ts";
import { textTokens } from "../../../estimate.ts";
import type { Block, Placement } from "../../chain/ledger.ts";
import { escape } from "../block/render.ts";

/** A directive as the model is to see it. */
export type Rule = {
  type: DirectiveType;
  text: string;
  /** Whether it binds everybody, or the request's user alone. */
  isOfAll: boolean;
  /** What states it: without one of these it is not shown again. */
  memoryIds: string[];
  /** When it was stated last. */
  atMs: number;
};

/** The rules that are shown together. */
export type RuleSet = { text: string; rules: Rule[]; omitted: number };

/** MUST and NEVER have room of their own, whatever the budget is; PREFER and AVOID a part of the budget. */
const bindingTokens = 600;
const softShare = 1 / 3;

/**
 * The first that fit, in their order: MUST and NEVER before PREFER and AVOID. Of a type those of the user alone are told
 * before everybody's. The same rules make the same text, whatever the budget is by now: what was told `before` keeps its
 * room, and new wishes have the rest, for a wish that is left out of a new list is taken back.
 */
export function ruleSet(rules: readonly Rule[], budgetTokens: number, before = ""): RuleSet {
  const binding = rules.filter(isBinding);
  const soft = toldFirst(
    rules.filter((rule) => !isBinding(rule)),
    before,
  );
  const places = new Map(rules.map((rule, at) => [rule, at]));
  const softTokens = Math.max(budgetTokens * softShare, budgetedTokens(before));
  const chosen = [...fitting(binding, bindingTokens), ...fitting(soft, softTokens)].toSorted(
    ({ rule: one }, { rule: other }) =>
      directiveTypes.indexOf(one.type) - directiveTypes.indexOf(other.type) ||
      Number(one.isOfAll) - Number(other.isOfAll) ||
      places.get(one)! - places.get(other)!,
  );
  const lines = chosen.map(({ line }) => line).join("\n");
  const text = chosen.length === 0 ? noRules : `${openingTag}\n${head}\n${lines}\n${closingTag}`;
  return { text, rules: chosen.map(({ rule }) => rule), omitted: rules.length - chosen.length };
}

/** The text in what a conversation was shown that says which rules hold; `undefined` where it was shown none. */
export function rulesShown(placements: readonly Placement[], blocks: ReadonlyMap<string, Block>): string | undefined {
  const texts = placements.map(({ block }) => blocks.get(block)?.text);
  const last = texts.findLast((text) => text !== undefined && tellsRules(text));
  return last === noRules ? undefined : last;
}

/** Whether a text says which rules hold. */
export function tellsRules(text: string): boolean {
  return text.startsWith(openingTag);
}

/** What a text takes of the budget: of rules only PREFER and AVOID, as the others and the head have room of their own. */
export function budgetedTokens(text: string): number {
  if (!tellsRules(text)) return textTokens(text);
  return (text.match(softRule) ?? []).reduce((sum, each) => sum + lineTokens(each), 0);
}

const openingTag = "<cairn_rules>";
const closingTag = "</cairn_rules>";
const head =
  "Standing rules that the user or the operator stated earlier. This list replaces every earlier list of rules. " +
  "MUST and NEVER are binding; PREFER and AVOID are preferences. What the user says now takes precedence.";
const noRules = `${openingTag}\nNone of the rules listed before applies any longer.\n${closingTag}`;

function isBinding({ type }: Rule): boolean {
  return type === "MUST" || type === "NEVER";
}

/** Those first that a text tells, whenever they were stated last. */
function toldFirst(wishes: readonly Rule[], shown: string): readonly Rule[] {
  const lines = new Set((shown.match(softRule) ?? []).map(undated));
  if (lines.size === 0) return wishes;
  const { told = [], untold = [] } = Object.groupBy(wishes, (wish) =>
    lines.has(undated(renderRule(wish))) ? "told" : "untold",
  );
  return [...told, ...untold];
}

const undated = (line: string): string => line.replace(/ date="[^"]*"/u, "");

function fitting(rules: readonly Rule[], tokens: number): { rule: Rule; line: string }[] {
  let left = tokens;
  return rules.flatMap((rule) => {
    if (left < shortestLine) return [];
    const line = renderRule(rule);
    const own = lineTokens(line);
    if (own > left) return [];
    left -= own;
    return [{ rule, line }];
  });
}

/** One more for the line break between two. */
function lineTokens(line: string): number {
  return textTokens(line) + 1;
}

/** As `renderRule` makes it: no rule's text closes its tag. */
const softRule = /<rule type="(?:PREFER|AVOID)" .*?<\/rule>/gsu;

function renderRule({ type, text, isOfAll, atMs }: Rule): string {
  const date = new Date(atMs).toISOString().slice(0, 10);
  return `<rule type="${type}" for="${isOfAll ? "everybody" : "user"}" date="${date}">${escape(text)}</rule>`;
}

/** Where less is left, nothing has room: of a thousand rules forty are rendered. */
const shortestLine = lineTokens(renderRule({ type: "MUST", text: "", isOfAll: false, memoryIds: [], atMs: 0 }));
