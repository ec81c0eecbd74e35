import type { Rule, RuleType } from "../conflict.ts";

/** Characters of a rule that may be reworded; a longer one is left as it is. */
export const rewordedMax = 200;

const banOf = (type: RuleType): RuleType => (type === "MUST" ? "NEVER" : type === "PREFER" ? "AVOID" : type);

/** `say` gives undefined where the words mean something else in a rule of this type. */
type Wording = { pattern: RegExp; say: (parts: string[], type: RuleType) => Rule | undefined };

const ban =
  (say: (parts: string[]) => string): Wording["say"] =>
  (parts, type) => ({ type: banOf(type), rule: say(parts) });
const either =
  (say: (parts: string[]) => string): Wording["say"] =>
  (parts, type) => ({ type, rule: say(parts) });
const duty =
  (say: (parts: string[]) => string): Wording["say"] =>
  (parts, type) =>
    banOf(type) === type ? undefined : { type, rule: say(parts) };

/** Not where a ban only tells which things it means: "accept an order we cannot deliver". */
const banOfSubject =
  (say: (parts: string[]) => string): Wording["say"] =>
  (parts, type) =>
    banOf(type) === type && /\s(?:i|we|you|they|he|she|it|that|which|who)$/iu.test(parts[0]!)
      ? undefined
      : { type: banOf(type), rule: say(parts) };

/** Ways to say a ban or a duty, each with what the parser reads instead. "#" is up to 200 characters; the first that fits counts. */
const wordings: readonly Wording[] = (
  [
    [
      "(?:please )?(?:i|we) (?:hate|dislike|do not like|don't like|can't stand) it when (?:you|they|people|somebody) #",
      ban(([act]) => act!),
    ],
    ["(?:i|we) (?:do not|don't|never) want (?:you to |to see )?#", ban(([act]) => act!)],
    ["(?:i|we) (?:want|need|expect|ask|would like) you (?:all )?to #", either(([act]) => act!)],
    ["(?:i|we) (?:want|need|expect|would like) #", either(([what]) => what!)],
    ["from now on,? #", either(([rest]) => rest!)],
    ["(?:you|we|they) (?:must|should|may|can|shall) (?:not|never) #", ban(([act]) => act!)],
    ["(?:you are|you're|we are) not (?:allowed|permitted|supposed) to #", ban(([act]) => act!)],
    ["it is (?:forbidden|prohibited|not allowed) to #", ban(([act]) => act!)],
    ["(?:stay|keep|steer) (?:away|clear|out|off)(?: from| of)? #", ban(([what]) => what!)],
    ["(?:refrain|abstain|desist) from #", ban(([act]) => act!)],
    ["nothing (?:goes|gets|comes) #", ban(([rest]) => `put anything ${rest}`)],
    ["nothing (?:leaves|enters) #", ban(([rest]) => `take anything from ${rest}`)],
    ["(?:nobody|no one|no-one) (?:may|can|must|should|is allowed to|is to) #", ban(([act]) => act!)],
    [
      "# (?:is|are) (?:strictly |absolutely )?(?:forbidden|prohibited|banned|taboo|off limits|not allowed|not permitted|unacceptable)#",
      ban(([what, rest]) => what! + rest!),
    ],
    [
      "# (?:must|may|should|can|shall)(?: not| never|not) be (\\w+(?:ed|en|wn|t|n|ld|de|nt|pt|ne|ung))\\b ?#",
      banOfSubject(([what, done, rest]) => `${done} ${what} ${rest}`),
    ],
    ["# (?:must|may|should|can|shall)(?: not| never|not) #", banOfSubject(([who, act]) => `${who} ${act}`)],
    [
      "(?:the |all )?# (?:must|should|have to|has to|needs? to|are to|is to) be (taken|put|kept|sent|brought|stored|saved|worn|held) ((?:(?!\\b(?:before|after|when|if|by|within|at least|unless|every)\\b).){1,200}?)",
      duty(([what, done, rest]) => `${done} ${what} ${rest}`),
    ],
    [
      "(?!never |no |not |do not |don't )((?:(?!,|\\bif\\b|\\bwhen\\b).){1,200}?),? (?:and )?then #",
      duty(([first, second]) => `${first} before you ${second}`),
    ],
    [
      "only # (?:may|can|should|must|are allowed to|is allowed to) #",
      ban(([who, act]) => `${act} unless it is ${who}`),
    ],
    [
      "(use|take|wear|drive|open) # only (for|in|on|at|with|during) #",
      ban(([verb, what, how, when]) => `${verb} ${what} unless it is ${how} ${when}`),
    ],
    ["# only (after|once|when|if) #", duty(([act, , first]) => `${first} before you ${act}`)],
    [
      "(every|each|all) # (?:(?:must|should|has to|have to) )?(?:lists?|has|have|carr(?:y|ies)|contains?|shows?|states?|gets?|includes?|comes? with) ((?:an?|its|their|the|at least) .{1,200}?)",
      duty(([, what, part]) => `every ${what} needs ${part}`),
    ],
    [
      "# (ships?|goes? live|runs?|lives?|stays?|happens?|takes? place) (behind|in|on|under|at|via|through) #",
      duty(([what, verb, how, place]) => `${verb!.replace(/s$/, "")} ${what} ${how} ${place}`),
    ],
    ["# (?:belong|belongs) (in|into|on|onto|to) #", duty(([what, where, place]) => `put ${what} ${where} ${place}`)],
  ] as const
).map(([text, say]) => ({
  pattern: new RegExp(`^${text.replaceAll("#", "(.{0,200}?)")}[.!]?$`, "i"),
  say,
}));

/** The same rule in words that the parser reads. */
export function reworded(rule: Rule): Rule {
  const text = rule.rule.trim();
  if (text.length > rewordedMax) return rule;
  for (const { pattern, say } of wordings) {
    const found = pattern.exec(text);
    const said = found && say(found.slice(1), rule.type);
    if (said) return said;
  }
  return rule;
}
