import { directiveTypes, type DirectiveType, type StatedRule } from "../../directive/directive.ts";
import { says, subjectOf, type Subject } from "../../directive/subject.ts";

/** Of one message. */
const rulesMax = 20;
const wordsMax = 40;
const charactersMax = 240;

export type CheckedRules = {
  rules: StatedRule[];
  /** How many others did not pass. */
  dropped: number;
};

/**
 * The rules of a model's answer that may count: of a known type, on one line, short, and about nothing but what the
 * text says. `undefined` where the answer has not the form that was asked for.
 */
export function checkedRules(answer: string, own: string): CheckedRules | undefined {
  const given = rulesIn(answer);
  if (given === undefined) return undefined;
  const said = subjectOf(own);
  const rules = given.slice(0, rulesMax).flatMap((each) => checked(each, said) ?? []);
  return { rules, dropped: given.length - rules.length };
}

function rulesIn(answer: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(answer);
    return hasOnly(parsed, "rules") && Array.isArray(parsed["rules"]) ? parsed["rules"] : undefined;
  } catch {
    return undefined;
  }
}

function checked(given: unknown, said: Subject): StatedRule | undefined {
  if (!hasOnly(given, "type", "rule")) return undefined;
  const { type, rule } = given;
  if (!isType(type) || typeof rule !== "string") return undefined;
  const text = rule.trim().replace(/\.$/u, "");
  if (!isShortLine(text) || !saysItsType(text, type)) return undefined;
  const about = [...subjectOf(text).words];
  if (about.length === 0 || !about.every((word) => says(said, word))) return undefined;
  return { type, rule: text.charAt(0).toUpperCase() + text.slice(1), changes: false, stressed: false };
}

/** Letters, digits and plain marks of a sentence: no control characters, no line ends, no quotation. */
function isShortLine(text: string): boolean {
  const words = text.split(" ").length;
  return text.length <= charactersMax && words >= 2 && words <= wordsMax && !/[\p{C}\p{Zl}\p{Zp}…"“”`<>{}]/u.test(text);
}

/** What a rule says must not be the opposite of its type. */
function saysItsType(text: string, type: DirectiveType): boolean {
  const forbids = /^(?:never|do not|don't|no)\b/iu.test(text);
  const avoids = /^avoid\b/iu.test(text);
  switch (type) {
    case "NEVER":
      return forbids;
    case "AVOID":
      return avoids;
    case "MUST":
    case "PREFER":
      return !forbids && !avoids;
    default:
      return type satisfies never;
  }
}

const isType = (value: unknown): value is DirectiveType => directiveTypes.some((type) => type === value);

/** Whether it is an object with these members and no others. */
function hasOnly<Name extends string>(value: unknown, ...names: Name[]): value is Record<Name, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const members = Object.keys(value);
  return members.length === names.length && names.every((name) => members.includes(name));
}
