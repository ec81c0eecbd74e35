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
  ["ssh db git status", false],
  ["ls $(rm -rf x)", false],
  ["ls > notes.txt", false],
  ["echo hi&rm -rf build", false],
  ["git -c alias.x=y status", false],
  ["git push origin +main", false],
  ["npm run build", false],
  ["SELECT count(*) FROM users WHERE id IN (1, 2)", true],
  ["SELECT delete_user(4) FROM users", false],
  ["EXPLAIN ANALYZE DELETE FROM users", false],
  ["CREATE TABLE a(x int); DROP TABLE users", false],
  ['{"tool": "bash", "args": {"command": "ls", "timeout": 5}}', true],
  ['{"tool": "bash", "args": {"command": "ls", "script": "rm -rf build"}}', false],
  ['{"tool": "bash", "command": "ls", "args": ["x"]}', false],
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

const inside: [rule: string, action: string][] = [
  ...[
    "ssh prod rm -rf /var/lib/app",
    "ssh -i key deploy@prod 'cd /var && rm -rf lib'",
    "docker exec web rm -rf /data",
    "docker compose exec web sh -c 'rm -rf /data'",
    "find . -type d -exec rm -rf {} +",
    "git commit -m x && ssh db rm -rf /x",
    "kubectl exec p -- rm -rf /x",
    "echo $(rm -rf x)",
    "ls $(rm -rf x)",
    'echo "$(rm -rf x)"',
    "echo hi& rm -rf build",
    "find . | xargs -n 1 rm -rf",
    "env A=1 rm -rf x",
    "sh -c 'rm -rf build'",
    "sudo -u web rm -rf build",
    '{"tool": "bash", "args": {"command": "ls", "script": "rm -rf build"}}',
    '{"tool": "bash", "command": "rm -rf build", "args": {"cwd": "/srv"}}',
  ].map((action): [string, string] => ["Never run rm -rf", action]),
  ...["docker exec ci git push", "echo $(git push origin main)", "find . -exec git push origin main \\;"].map(
    (action): [string, string] => ["Never run git push", action],
  ),
  ["Never use sudo", "ssh db sudo ls"],
  ["Never use sudo", "sudo -u postgres psql"],
  ["Never drop tables", "CREATE TABLE a(x int); DROP TABLE users"],
  ["Never drop tables", "EXPLAIN SELECT 1; DROP TABLE users"],
  ["Never drop tables", "psql -c 'SELECT 1; DROP TABLE users'"],
  ["Never run a delete without a where clause", "DELETE FROM users; SELECT 1 FROM b WHERE a=1"],
  ["Never run a delete without a where clause", "DELETE FROM users -- where id=1"],
  ["Never delete files", "rsync -a --delete a/ b/"],
  ["Never delete files", "find . -name x -delete"],
  ["Never delete data", "aws s3 sync ./out s3://b --delete"],
  ["Never delete records", "curl -XDELETE https://x.example/records/4"],
  ["Never delete records", "curl -sX DELETE https://x.example/records/4"],
];

test.each(inside)("%s: broken by %s", (rule, action) => {
  expect(checkAction(action, [{ type: "NEVER", rule }]).status).toBe("CONFLICT");
});

const spellings: [rule: string, action: string][] = [
  ["Never run npm install", "npm i left-pad"],
  ["Never run npm install", "npm add left-pad"],
  ["Never run pip install", "pip3 install x"],
  ["Never run pip install", "uv pip install x"],
  ["Never run yarn install", "yarn"],
  ["Never run `rm -rf /`", "rm -rf /*"],
  ["Never run `rm -rf node_modules`", "rm -rf ./node_modules"],
  ["Never run `git branch -D`", "git branch --delete --force x"],
  ["Never run `git add -A`", "git add --all"],
  ["Never run `git push --force`", "git push --force-with-lease"],
  ["Never run `git push --force`", "git push origin +main"],
  ["Never run `docker compose down`", "docker-compose down"],
  ["Never run `docker-compose down`", "docker compose down"],
  ["Never run terraform destroy", "terraform apply -destroy"],
  ["Never run terraform destroy", "tofu destroy"],
  ["Never run `systemctl restart postgresql`", "service postgresql restart"],
  ["Never commit with --no-verify", "HUSKY=0 git commit -m x"],
  ["Never run `curl -k`", "curl --insecure https://x.example"],
  ["Never run `git push origin main`", "git push origin HEAD:main"],
  ["Never terminate pods", "kubectl delete pod web"],
  ["Never push", "git push origin :main"],
  ["Never push or delete files", "rm x"],
  ["Never push to main and delete branches", "git branch -D x"],
  ["Never delete files. Do not read .env.", "cat .env"],
  ["Never run rm -rf, git push or kubectl delete", "kubectl delete pod web"],
  ["Never merge", "git pull origin main"],
  ["Never delete files", "tar --remove-files -cf a.tar b"],
  ["Never fetch secrets from the cluster", "kubectl get secrets -n prod -o yaml"],
  ["Never pull customer data from production", 'psql -h prod -c "SELECT * FROM customers"'],
  ["Never delete/push tags", "git push --tags"],
  ["Never push/commit secrets", "git commit -m x"],
  ["Never run `git push --force`/`rm -rf`", "rm -rf build"],
  ["Never update without a where clause", "UPDATE faq SET answer = 'where is it?'"],
  ["Never drop tables", 'psql -c "select 1 from t" --command "drop table users"'],
  ["Never drop tables", "SELECT a FROM t WHERE a=5--1; DROP TABLE users"],
  ["Never run cat .env", "head -n 5 ./.env"],
];

test.each(spellings)("%s: not certain to be kept by %s", (rule, action) => {
  const [verdict] = checkAction(action, [{ type: "NEVER", rule }]).verdicts;
  expect(verdict!.status === "SAFE" && verdict!.similarity >= 1).toBe(false);
});

test.each(["ssh ci git push", "ssh test git push", "kubectl exec -n test p -- git push"])(
  "a host is no run of the tests: %s",
  (action) => {
    expect(checkAction(action, [{ type: "MUST", rule: "Run the tests before pushing" }]).status).not.toBe("SAFE");
  },
);

test.each([
  "db.users.deleteMany({} as Filter)",
  "foo({a)",
  "sendEmail({to: a}.b)",
  "update({a:1}, {b:2} as any)",
  `f(${"{".repeat(1_000)}${"}".repeat(1_000)})`,
])("brackets end somewhere: %s", (text) => {
  expect(() => readCode(text)).not.toThrow();
});

test("calls in calls take no longer than their text", () => {
  const text = `${"f(command=".repeat(360)}${")".repeat(360)}`;
  const start = performance.now();
  readCode(text);
  expect(performance.now() - start).toBeLessThan(100);
});

test("any brackets are read", () => {
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const marks = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "'",
    '"',
    "`",
    "a",
    " ",
    "$(",
    ";",
    "&",
    "rm -rf x",
    "ssh db ",
  ];
  for (let turn = 0; turn < 3_000; turn++) {
    const text = Array.from({ length: next(30) }, () => marks[next(marks.length)]).join("");
    for (const each of [text, `f(${text})`, `f({${text}})`, `sh -c '${text}'`])
      expect(() => readCode(each)).not.toThrow();
  }
});

describe.each(Object.entries(cases))("%s", (_, each) => {
  test.each(each)("%s %s: %s", (type, rule, action, status) => {
    expect(checkAction(action, [{ type, rule }]).status).toBe(status);
  });
});
