import { forms } from "./forms.ts";
import { judgeLanguage } from "./language.ts";
import { changedTo, judgeQuoted } from "./quoted.ts";
import { namePattern } from "./shown.ts";
import { textMax, type FormVerdict } from "./verdict.ts";
import type { ReadRule } from "../rule.ts";
import type { Action } from "../text/action.ts";

/** What the action's own texts say to a rule about form; undefined for another rule, or where nothing shows. */
export function judgeForm(rule: ReadRule, action: Action): FormVerdict | undefined {
  const said = ` ${rule.rule.rule.toLowerCase().replaceAll(".", "")} `;
  const spoken = judgeLanguage(said, action) ?? judgeQuoted(rule, action);
  if (spoken) return spoken;
  const form = forms.find(
    ({ words, unless }) =>
      words.some((each) => said.includes(` ${each} `) || said.includes(` ${each},`)) && !unless?.test(said),
  );
  if (!form) return undefined;
  const changed = changedTo(action);
  const texts = changed ?? (action.quotes.length > 0 ? action.quotes : [action.text]);
  const isNamed = form.inNames === true && action.text.length <= textMax && namePattern.test(action.text);
  const quoted =
    isNamed || action.quotes.length > 0 || isCodeLike(action.text) || /\p{Extended_Pictographic}/u.test(action.text);
  if (!quoted) return undefined;
  const shown = texts.filter((text) => text.length <= textMax).map((text) => form.shows(text, action));
  if (shown.includes(rule.ban)) return "broken";
  return shown.includes(!rule.ban) ? "met" : undefined;
}

const isCodeLike = (text: string): boolean =>
  text.length <= textMax && /[(){}=;<>]|\/\/|ALTER |SELECT |INSERT |CREATE /.test(text);
