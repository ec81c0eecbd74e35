import { expect, test } from "vitest";
import type { RuleType, Status } from "../../src/memory/conflict/conflict.ts";
import { checkAction } from "./check-action.ts";

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
