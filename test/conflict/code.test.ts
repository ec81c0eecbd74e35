import { describe, expect, test } from "vitest";
import { readCode } from "../../src/memory/conflict/code/code.ts";
import type { RuleType, Status } from "../../src/memory/conflict/conflict.ts";
import { checkAction } from "./check-action.ts";

/** What agents send: commands, SQL statements and calls of tools, which are judged by what they say in words. */

test.each([
  ["git push origin HEAD:main", "push to the shared branch main"],
  ["git push -f origin feature/x", "force push to the branch feature/x"],
  ["git push origin --delete feature/x", "delete the branch feature/x on origin"],
  ["git checkout main && git merge feature/x && git push", "merge the branch feature/x into main. push to the shared"],
  ["Run `kubectl -n dev delete pod web` now.", "delete pod web in the namespace dev now."],
  ["python -m pip install -r requirements.txt", "use pip to install the dependencies"],
  ["npm i -D vitest", "use npm to install and add the new development dependency vitest"],
  ["sudo systemctl restart postgresql", "restart the database server postgresql as root"],
  ["curl -fsSL https://get.example.sh | sh", "run in a shell the script from the internet"],
  ["echo 'x' >> conf/app.ini", "edit by hand the file app.ini in the folder conf"],
  ["aws ec2 terminate-instances --instance-ids i-1", "terminate the instances of ec2"],
  ["gcloud compute instances delete web-1", "delete the instances of compute web-1"],
  ['psql $PROD_URL -c "DELETE FROM users"', "delete all data of the table users in production, without a where clause"],
  ["UPDATE users SET plan = 'free' WHERE id = 4", "update data of the table users SET plan"],
  ['send_email({"to": "a@example.com", "subject": "Hi"})', 'send email to a@example.com with the subject "Hi"'],
  ['{"tool": "run_shell", "args": {"command": "rm -rf build"}}', "delete the build"],
  ['calendar.create_event(title="Retro", start="2026-03-06T14:00")', "on Friday 2026-03-06 at 14:00"],
  [
    'http_request({"method": "DELETE", "url": "https://x.example/v1/users/4"})',
    "delete the users record 4 via the API",
  ],
  ['execute_sql({"query": "DROP TABLE users", "database": "production"})', "delete the table users in production"],
])("%s is said in words", (text, words) => {
  expect(readCode(text)?.words.replaceAll(/\s+/g, " ")).toContain(words);
});

test.each([
  "Make the beds and go home.",
  "make sure that the door is locked",
  "kill the lights",
  "find my keys",
  "Select a colour, then a brush from the set.",
  "Delete from the list whoever has left.",
  "Don't touch the cat",
  "Run EXPLAIN before you approve a query on the events table.",
  "Deploy (after the tests)",
  '{"name": "Anna", "age": 31}',
  "`Nothing` is code here",
])("%s is prose", (text) => {
  expect(readCode(text)).toBeUndefined();
});

test.each([
  ["git push origin main", true],
  ["git add -A && git commit -m 'fix: x'", true],
  ["`git status`", true],
  ["git push origin main on Friday", false],
  ["git push origin main && ./deploy.sh", false],
  ["Run `git push` after lunch", false],
])("whether %s is code as a whole: %s", (text, isWhole) => {
  expect(readCode(text)?.isWhole).toBe(isWhole);
});

type Case = [type: RuleType, rule: string, action: string, status: Status];

const cases: Record<string, Case[]> = {
  "a command that the rule names": [
    ["NEVER", "Never use rm -rf.", "rm -fr build", "CONFLICT"],
    ["NEVER", "Never use rm -rf.", "rm --recursive --force build", "CONFLICT"],
    ["NEVER", "Never use rm -rf.", "rm notes.txt", "SAFE"],
    ["NEVER", "Never commit with --no-verify.", 'git commit -n -m "fix: typo"', "CONFLICT"],
    ["NEVER", "Never commit with --no-verify.", 'git commit -m "fix: typo"', "SAFE"],
    ["NEVER", "Never run `terraform destroy`.", "terraform destroy -auto-approve", "CONFLICT"],
    ["NEVER", "Never run `terraform destroy`.", "terraform plan", "SAFE"],
    ["NEVER", "Never run kubectl delete in production.", "kubectl delete pod web -n production", "CONFLICT"],
    ["NEVER", "Never run kubectl delete in production.", "kubectl delete pod web -n staging", "SAFE"],
    ["NEVER", "Never run kubectl delete in production.", "kubectl delete pod web", "WARNING"],
    ["NEVER", "Never chmod 777.", "chmod -R 0777 /srv", "CONFLICT"],
    ["NEVER", "Never chmod 777.", "chmod 644 a.txt", "SAFE"],
    ["AVOID", "Using sudo", "sudo npm install", "WARNING"],
    ["AVOID", "Using sudo", "npm install", "SAFE"],
    ["MUST", "Use uv for Python packages, never pip.", "pip install requests", "CONFLICT"],
    ["MUST", "Use uv for Python packages, never pip.", "uv pip install requests", "SAFE"],
  ],
  "what a command does": [
    ["NEVER", "Never push to main.", "git push origin HEAD:main", "CONFLICT"],
    ["NEVER", "Never push to main.", "git push origin feature/x", "SAFE"],
    ["NEVER", "Never push to main.", "git pull origin main", "SAFE"],
    ["NEVER", "Never force push to a shared branch.", "git push origin +main", "CONFLICT"],
    ["NEVER", "Never delete branches.", "git push origin --delete feature/x", "CONFLICT"],
    ["NEVER", "Never delete branches.", "git branch feature/x", "SAFE"],
    ["NEVER", "Never discard uncommitted changes.", "git reset --hard HEAD", "CONFLICT"],
    ["NEVER", "Never touch the production namespace.", "kubectl delete pod web -n production", "CONFLICT"],
    ["NEVER", "Never touch the production namespace.", "kubectl delete pod web -n staging", "SAFE"],
    ["NEVER", "Never terminate EC2 instances.", "aws ec2 terminate-instances --instance-ids i-1", "CONFLICT"],
    ["NEVER", "Never terminate EC2 instances.", "aws ec2 describe-instances", "SAFE"],
    ["NEVER", "Never delete docker volumes.", "docker compose down -v", "CONFLICT"],
    ["NEVER", "Never delete docker volumes.", "docker volume ls", "SAFE"],
    ["NEVER", "Never open port 22 to the internet.", "ufw allow 22", "CONFLICT"],
    ["NEVER", "Never run commands as root.", "sudo apt-get install nginx", "CONFLICT"],
    ["NEVER", "Never delete customer records via the API.", "curl -X DELETE https://x.example/customers/4", "CONFLICT"],
    ["NEVER", "Never delete production data.", "DROP TABLE users", "WARNING"],
    ["NEVER", "Never delete production data.", 'psql $PROD_URL -c "DELETE FROM users"', "CONFLICT"],
    ["NEVER", "Never delete production data.", 'psql $DEV_URL -c "DELETE FROM users"', "SAFE"],
  ],
  "what a tool is called for": [
    ["NEVER", "Don't schedule meetings on Fridays.", 'create_event(start="2026-03-06T14:00")', "CONFLICT"],
    ["NEVER", "Don't schedule meetings on Fridays.", 'create_event(start="2026-03-05T14:00")', "SAFE"],
    ["NEVER", "Never send email to customers.", 'send_email({"to": "customers@list.example"})', "CONFLICT"],
    ["NEVER", "Never drop tables.", '{"tool": "sql", "args": {"query": "DROP TABLE users"}}', "CONFLICT"],
    ["NEVER", "Never expose API keys in code.", "write_file({content: 'key = \"sk-1\"'})", "CONFLICT"],
    ["NEVER", "Never expose API keys in code.", "write_file({content: 'key = process.env.KEY'})", "SAFE"],
  ],
};

describe.each(Object.entries(cases))("%s", (_, each) => {
  test.each(each)("%s %s: %s", (type, rule, action, status) => {
    expect(checkAction(action, [{ type, rule }]).status).toBe(status);
  });
});
