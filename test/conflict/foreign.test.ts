import { describe, expect, test } from "vitest";
import { readForCheck } from "../../src/memory/conflict/check.ts";
import type { Rule, RuleType, Status } from "../../src/memory/conflict/conflict.ts";
import { lookAtPattern, lookAtRule } from "../../src/memory/conflict/second-look.ts";
import { checkAction } from "./check-action.ts";

const erasing = [
  "删除生产数据库",
  "本番データベースを削除する",
  "프로덕션 데이터베이스를 삭제한다",
  "احذف قاعدة البيانات",
  "מחק את מסד הנתונים",
  "डेटाबेस हटाओ",
  "ลบฐานข้อมูล",
  "Удалить базу данных",
  "Supprimer la base de données",
  "Saya menghapus basis data produksi",
  "Usuwam bazy danych",
];
const english: Rule[] = [
  { type: "NEVER", rule: "Never say hello" },
  { type: "MUST", rule: "Run the tests before you deploy" },
  { type: "MUST", rule: "Keep answers under 100 words" },
  { type: "PREFER", rule: "Prefer tabs over spaces" },
];

describe.each(erasing)("%s", (text) => {
  test("is found where it is forbidden", () => {
    for (const action of [text, `${text}.`]) {
      expect(checkAction(action, [{ type: "NEVER", rule: text }])).toMatchObject({ status: "CONFLICT", warnings: [] });
      expect(checkAction(action, [{ type: "AVOID", rule: text }])).toMatchObject({ status: "WARNING", warnings: [] });
      expect(checkAction(action, [{ type: "MUST", rule: text }])).toMatchObject({ status: "SAFE", warnings: [] });
      expect(checkAction(action, [], [{ antiPatterns: ["Deploy on Friday", text] }]).patterns).toMatchObject([
        { status: "WARNING", antiPattern: text },
      ]);
    }
  });

  test("as an action is a warning that it was not read, one for all rules", () => {
    const { status, verdicts, warnings } = checkAction(text, english);
    expect(verdicts.map((each) => each.status)).toEqual(english.map(() => "SAFE"));
    expect({ status, warnings }).toEqual({
      status: "WARNING",
      warnings: ["The action is not in English: only its English words, and exact copies of a rule, were checked."],
    });
    expect(checkAction(text, [])).toMatchObject({ status: "SAFE", warnings: [] });
  });

  test("as a rule is a warning that it was not read, one for all such rules", () => {
    const checked = checkAction("Deploy the app", [{ type: "NEVER", rule: text }], [{ antiPatterns: [text] }]);
    expect(checked).toMatchObject({
      status: "WARNING",
      verdicts: [{ status: "SAFE" }],
      patterns: [{ status: "SAFE" }],
      warnings: ["Not checked, because they are not in English: 2 of 2 rules and patterns."],
    });
  });

  test("is not shown to the model", () => {
    const rule: Rule = { type: "NEVER", rule: text };
    expect(lookAtRule(readForCheck(text), english[0]!).premise).toBeUndefined();
    expect(lookAtRule(readForCheck("Say hello to her"), rule).premise).toBeUndefined();
    const pattern = { antiPatterns: [text, "Deploy before the tests are green"] };
    expect(lookAtPattern(readForCheck("Deploy now"), pattern).premise?.text).toBe(pattern.antiPatterns[1]);
  });
});

test("a foreign rule that stands in a foreign action may be broken", () => {
  expect(checkAction("立即删除生产数据库", [{ type: "NEVER", rule: "删除生产数据库" }]).verdicts).toMatchObject([
    { status: "WARNING" },
  ]);
});

test.each<[RuleType, string, string, Status]>([
  ["NEVER", "Never deploy to 本番.", "Deploy to staging", "SAFE"],
  ["NEVER", "Never deploy to 本番.", "Deploy to 本番", "CONFLICT"],
  ["NEVER", "Never talk to דוד about money.", "Talk to Ruth about money", "SAFE"],
  ["NEVER", "Never talk to דוד about money.", "Talk to דוד about money", "CONFLICT"],
  ["NEVER", "Never delete the डेटाबेस.", "Delete the डेटाबेस", "CONFLICT"],
  ["NEVER", "Never delete the डेटाबेस.", "Delete the डेटा", "SAFE"],
])("of %s %s, %s is %s: English with foreign names is read", (type, rule, action, status) => {
  expect(checkAction(action, [{ type, rule }])).toMatchObject({ status, warnings: [] });
});

test("a foreign rule is found by whole words; one that is no ban is not broken by them", () => {
  const status = (rule: string, action: string, type: RuleType = "NEVER") =>
    checkAction(action, [{ type, rule }]).verdicts[0]!.status;
  expect(status("la", "supprimer la table de données")).toBe("WARNING");
  expect(status("la", "supprimer les plats de données")).toBe("SAFE");
  expect(status("удалить базу", "надо удалить базу сегодня")).toBe("WARNING");
  expect(status("удалить базу", "надо удалить базуку сегодня")).toBe("SAFE");
  expect(status("데이터베이스", "데이터베이스를 삭제한다")).toBe("WARNING");
  expect(status("…", "删除数据库")).toBe("SAFE");
  expect(status("运行测试", "先运行测试再部署", "MUST")).toBe("SAFE");
  expect(status("使用 pnpm", "使用 pnpm 安装依赖", "PREFER")).toBe("SAFE");
});

test.each<[string, string]>([
  ["No jalapeños", "Add jalapeños"],
  ["Never delete the production database", "Bonjour Marie, je suis dans le train. Delete the production database."],
  ["Never email customers", "Email customers: Hola, tenemos una oferta para usted, gracias por su compra."],
  ["Never push to main", "push to main 本番リリース 修正 完了"],
  ["Never deploy on Fridays", "Deploy on Friday: 本番 環境 リリース"],
  ["Never order crème brûlée", "Order crème brûlée"],
  ["Never add jalapeños", "Add jalapeños"],
  ["Never email 田中さん", "email 田中さん 資料"],
  ["Never use je ne sais quoi", "Use je ne sais quoi"],
  ["No non essential meds", "Prescribe non essential meds"],
  ["No es modules", "Switch to es modules"],
  ["No hay fever meds", "Order hay fever meds"],
  ["No um", "Keep um in the transcript"],
  ["Never mention los pollos hermanos", "Mention los pollos hermanos"],
])("%s is broken by %s, whatever foreign words are beside it", (rule, action) => {
  expect(checkAction(action, [{ type: "NEVER", rule }])).toMatchObject({ status: "CONFLICT" });
});

test("an English rule of loanwords alone warns of nothing", () => {
  for (const rule of ["No jalapeño or habanero", "No crème brûlée"])
    expect(checkAction("Deploy the app", [{ type: "NEVER", rule }])).toMatchObject({ status: "SAFE", warnings: [] });
});

test("code is read", () => {
  for (const action of ["ls -la src", "el.style.marginTop = '12px'", "scp -r photos/ nas:/volume1/"])
    expect(checkAction(action, english).warnings).toEqual([]);
});

test.each(["hey @joão pls review", "Rename café to cafe", "jalapeño poppers", "fly to las vegas"])(
  "%s is read as an action",
  (action) => expect(checkAction(action, english).warnings).toEqual([]),
);
