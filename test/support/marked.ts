import { statementsOf } from "../../src/memory/directive/statements-of.ts";
import { labels, type TaggedWord } from "../../src/memory/directive/tagged/tagged-word.ts";

/** How sure the model is of what the tests mark. */
const chance = 0.9;
const unsure = 0.3;

/**
 * A message whose rules are marked as a model would tag them: "{NEVER ...}" are a rule's words, "{... ...}" go on with them
 * behind a gap, "[NEVER ...]" limit the one behind them. Of "{?NEVER ...}" it is not sure.
 */
export function marked(text: string, sure = chance): { text: string; tagged: TaggedWord[] } {
  const tagged: TaggedWord[] = [];
  let plain = "";
  let label: { type: string; lead: boolean; first: boolean; chance: number } | undefined;
  let type = "";
  for (const piece of text.split(/([{[]\??(?:MUST|NEVER|PREFER|AVOID|\.\.\.) |[}\]])/u)) {
    if (/^[{[]/u.test(piece)) {
      const goesOn = piece.endsWith("... ");
      const isSure = piece[1] !== "?";
      type = goesOn ? type : piece.slice(isSure ? 1 : 2, -1);
      label = { type, lead: piece.startsWith("["), first: !goesOn, chance: isSure ? sure : unsure };
    } else if (piece === "}" || piece === "]") label = undefined;
    else {
      for (const { 0: word, index } of piece.matchAll(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu)) {
        const place = label?.lead ? "lead" : label?.first ? "first" : "inside";
        if (label) label.first = false;
        const at = labels.findIndex((each) => each !== "none" && each.type === label?.type && each.place === place);
        const chances = new Float32Array(labels.length);
        const likely = label?.chance ?? 0;
        chances[0] = 1 - likely;
        if (at >= 0) chances[at] = likely;
        tagged.push({ start: plain.length + index, end: plain.length + index + word.length, chances });
      }
      plain += piece;
    }
  }
  return { text: plain, tagged };
}

/** The rules of a marked message: "NEVER Do not use tabs". */
export function rulesOfMarked(message: string, { sure = chance, before = "" } = {}): string[] {
  const { text, tagged } = marked(message, sure);
  return statementsOf(text, { before, tagged }).flatMap((each) =>
    each.kind === "rule" ? [`${each.type} ${each.rule}`] : [],
  );
}
