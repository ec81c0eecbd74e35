/** In the order in which directives are listed. */
export const directiveTypes = ["MUST", "NEVER", "PREFER", "AVOID"] as const;
export type DirectiveType = (typeof directiveTypes)[number];

export const forbids = (type: DirectiveType): boolean => type === "NEVER" || type === "AVOID";

/** A rule as a text states it: clean, imperative, on one line. */
export type StatedRule = {
  type: DirectiveType;
  rule: string;
  /** Said to hold in place of what held before: "now", "after all", "instead". */
  changes: boolean;
  /** Said with an emphasis, or again after it was broken. */
  stressed: boolean;
};

/**
 * What a text does to the rules that hold: adds one, or takes that one back which `about` tells; empty for the last. `explicit`: it
 * speaks of a rule, or of what held until now; else it only permits, or spares, what it tells.
 */
export type Statement = ({ kind: "rule" } & StatedRule) | { kind: "retraction"; about: string; explicit: boolean };

/** A rule that holds. */
export type Directive = {
  type: DirectiveType;
  rule: string;
  /** 1 to 100. */
  priority: number;
  /** `signal:msg_...` or `pattern:pat_...`. */
  source: string;
  createdAtMs: number;
  /** Sources that state it, in the order of time. */
  evidence: string[];
  /** Whose rule it is: `system` binds everybody. */
  user: string;
};

/** A rule that does not hold any more, and what ended it. */
export type EndedDirective = Directive & { endedAtMs: number; endedBy: string; how: "replaced" | "retracted" };

/** Whether a source is a pattern, and no message. */
export const isPattern = (source: string): boolean => source.startsWith("pattern:");
