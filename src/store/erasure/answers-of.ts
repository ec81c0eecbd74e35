import type { AnswerKey } from "../account/erased-answers.ts";
import type { Db } from "../engine.ts";
import { pageByPage } from "../page-by-page.ts";
import type { ErasureRow } from "../schema.ts";
import { kindOf } from "./kinds.ts";
import { tombstones } from "./tombstones.ts";

const rowsPerSlice = 100;
const longestId = 200;

/**
 * The recorded answers that name what was erased; of an erased user, all that were given before. Answers to erasures
 * name nothing, and stay. Only its owner's answers name a memory. An erased account gets no answer any more, and its
 * answers go when it is purged.
 */
export async function* answersOf(db: Db, job: ErasureRow): AsyncGenerator<AnswerKey[]> {
  const { whole, mention } = kindOf(job);
  if (whole === "account") return;
  // What is written after the last memory was erased stays, and so does its answer.
  const isOwn = (row: Answer) => whole === "user" && row.created_at <= job.created_at;
  for await (const rows of recordedAnswers(db, job, mention(job))) {
    const recorded = rows.filter((row) => !row.answer.startsWith('"era_'));
    const others = recorded.filter((row) => !isOwn(row));
    const gone = [...recorded.filter(isOwn), ...(await naming(db, job, others))];
    if (gone.length > 0) yield gone;
  }
}

type Answer = AnswerKey & { answer: string; created_at: number };

async function naming(db: Db, job: ErasureRow, answers: Answer[]): Promise<Answer[]> {
  const buried = { account: job.account_id, from: job.created_at, to: job.created_at };
  // An id stands in quotes, as every text of an answer does.
  const texts = new Map(
    answers.map((row) => [row, row.answer.split('"').filter((text) => text.length <= longestId)] as const),
  );
  const erased = await tombstones(db, buried, new Set([...texts.values()].flat()));
  return answers.filter((row) => texts.get(row)!.some((text) => erased.has(text)));
}

/** A user's answers that contain a text, page by page. */
function recordedAnswers(db: Db, { account_id, user_id }: ErasureRow, mention: string): AsyncGenerator<Answer[]> {
  return pageByPage(rowsPerSlice, { operation: "", key: "" }, (after) =>
    db
      .selectFrom("idempotency")
      .select(["operation", "key", "answer", "created_at"])
      .where("account_id", "=", account_id)
      .where("user_id", "=", user_id)
      .where((e) => e(e.refTuple("operation", "key"), ">", e.tuple(after.operation, after.key)))
      // Wildcards in it do no harm: what is found is looked at again.
      .$if(mention !== "", (query) => query.where("answer", "like", `%${mention}%`))
      .orderBy("operation")
      .orderBy("key"),
  );
}
