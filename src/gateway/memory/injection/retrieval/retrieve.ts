import { layers } from "../../../../memory/entity/layer.ts";
import { receiptOf, type Retrieval } from "../../../../memory/entity/retrieval.ts";
import type { Scope } from "../../../../memory/scope.ts";
import type { HydratedMemory } from "../../../../memory/search/index-store.ts";
import type { Search } from "../../../../memory/search/search.ts";
import { queryTermsOf } from "../../../../memory/words/tokenize.ts";
import type { GatewayStore, Source } from "../../chain/ledger.ts";
import { squeeze } from "../../chain/texts.ts";
import type { Deadline } from "../../deadline.ts";
import { anyBar, bearingOf, ownBar } from "./bearing.ts";
import { foundItems, isFromElsewhere, saidIn, sourceIdsOf, textOf } from "./found-items.ts";
import type { Item } from "../block/item.ts";
import { isOwnMatter } from "../text/own-matter.ts";
import { queryOf } from "./query.ts";
import { saysNothing } from "./says-nothing.ts";
import { itemsMax } from "../block/select.ts";

export type RetrieveOptions = {
  /** Leaves no receipt of its own. */
  search: Pick<Search, "search">;
  store: Pick<GatewayStore, "sources">;
  now: () => number;
  /** Ends where all that memory does for the request takes too long. */
  deadline: Pick<Deadline, "signal" | "wait" | "atMs">;
};

export type Question = {
  text: string;
  /** What was stored of it is before the model, or on a branch that was left. */
  threadId: string;
  /** What the request itself says, squeezed. */
  said: ReadonlySet<string>;
  /** Shown to the conversation before. */
  shown: ReadonlySet<string>;
};

export type Retrieved = {
  items: Item[];
  /** The meaning of the text was not known in time. */
  isByWordsOnly: boolean | undefined;
  /** Of what is shown, not of all that was found. */
  receipt(shown: readonly Item[]): Retrieval;
};

/** How many results are looked at: some are facts that others of them say, and some too long for the budget. */
const foundMax = 3 * itemsMax;
/** A conversation may be so much longer than the candidates of a search are many. */
const moreCandidatesMax = 1_000;
/** A search waits for vectors until this long before the deadline: to rank what it found, and to read its texts. */
const rankingMs = 100;

/** What bears on a text, best first. Errors: DeadlinePassed, and whatever search throws. */
export function retrieve(scope: Scope, question: Question, options: RetrieveOptions): Promise<Retrieved> {
  return options.deadline.wait(find(scope, question, options));
}

async function find(
  scope: Scope,
  { text, threadId, said, shown }: Question,
  { search, store, now, deadline }: RetrieveOptions,
): Promise<Retrieved> {
  const { words: query, meaning } = queryOf(text);
  const bar = isOwnMatter(meaning) ? ownBar : anyBar;
  const asked = new Set(queryTermsOf(query).ids);
  const sources = new Map<string, Source>();
  const texts = new Set<string>();
  /** What says something that the model does not see already; the same text once. */
  const keep = async (found: readonly HydratedMemory[]): Promise<HydratedMemory[]> => {
    const unseen = found.filter(
      (memory) =>
        !saysNothing(memory, asked) &&
        !said.has(squeeze(memory.content)) &&
        !saidIn(memory).every((id) => shown.has(id)),
    );
    if (unseen.length === 0) return [];
    const ids = [...new Set(unseen.flatMap(sourceIdsOf))];
    for (const [id, source] of await store.sources(scope, threadId, ids)) sources.set(id, source);
    const kept = unseen.filter((memory) => isFromElsewhere(memory, sources));
    return kept.filter((memory) => texts.size < texts.add(squeeze(textOf(memory, sources))).size);
  };
  const { retrievalId, results, isByWordsOnly } = await search.search(
    scope,
    {
      query,
      meaning,
      limit: foundMax,
      minSimilarity: bar.beside,
      explain: true,
      layers: [...layers],
      quarantined: "probe",
      corrections: true,
      // A reply is stored with every request: on a busy account all would wait for the vectors of others' replies.
      awaitsReplies: false,
      awaitsUntilMs: deadline.atMs - rankingMs,
      keep,
      moreCandidates: Math.min(said.size + shown.size, moreCandidatesMax),
    },
    deadline.signal,
  );
  const bearing = bearingOf(results, bar);
  const receipt: Retrieved["receipt"] = (items) => {
    const ids = new Set(items.map(({ id }) => id));
    const shown = bearing.filter(({ memory }) => ids.has(memory.id));
    // Without the query: that is what the user said, which goes with its message, or is not to be stored at all.
    return receiptOf(scope, { id: retrievalId, query, createdAtMs: now() }, shown);
  };
  const found = bearing.map(({ memory }) => memory);
  return { items: foundItems(found, sources), isByWordsOnly, receipt };
}
