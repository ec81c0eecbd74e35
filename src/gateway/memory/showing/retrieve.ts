import { layers } from "../../../memory/layer.ts";
import { receiptOf, type Retrieval } from "../../../memory/retrieval.ts";
import type { Search } from "../../../memory/search/search.ts";
import type { Scope } from "../../../memory/scope.ts";
import type { GatewayStore } from "../chain/ledger.ts";
import type { Patience } from "../patience.ts";
import { squeeze } from "../chain/texts.ts";
import { foundItems, saidIn, sourceIdsOf } from "./found-items.ts";
import type { Item } from "./item.ts";
import { itemsMax } from "./select.ts";

export type RetrieveOptions = {
  /** Leaves no receipt of its own. */
  search: Pick<Search, "search">;
  store: Pick<GatewayStore, "sources">;
  now: () => number;
  /** Ends where all that memory does for the request takes too long. */
  patience: Pick<Patience, "signal" | "wait">;
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
  /** Of what is shown, not of all that was found. */
  receipt(shown: readonly Item[]): Retrieval;
};

/** What scores less is not shown: docs/gateway-memory.md has what was measured, docs/search.md the score. */
const minSimilarity = 0.26;
/** How many results are looked at first, and as many more as the conversation says or was shown itself: mostly enough. */
const foundFirst = 3 * itemsMax;
/** How many are looked at where those are not enough, since many say the same. */
const foundMax = 100;
const queryCharacters = 2_000;

/** What bears on a text, best first. Errors: TooLate, and whatever search throws. */
export function retrieve(scope: Scope, question: Question, options: RetrieveOptions): Promise<Retrieved> {
  return options.patience.wait(find(scope, question, options));
}

async function find(scope: Scope, question: Question, options: RetrieveOptions): Promise<Retrieved> {
  const { said, shown } = question;
  const first = Math.min(foundMax, foundFirst + said.size + shown.size);
  const found = await findAmong(scope, question, first, options);
  const isEnough = found.items.length >= itemsMax || found.found < first || first === foundMax;
  return isEnough ? found : findAmong(scope, question, foundMax, options);
}

async function findAmong(
  scope: Scope,
  { text, threadId, said, shown }: Question,
  limit: number,
  { search, store, now, patience }: RetrieveOptions,
): Promise<Retrieved & { found: number }> {
  const query = queryOf(text);
  const among = { minSimilarity, layers: [...layers], quarantined: "probe" as const };
  // A reply is stored with every request: on a busy account all would wait for the vectors of others' replies.
  const asked = { query, limit, ...among, awaitsReplies: false };
  const { retrievalId, results } = await search.search(scope, asked, patience.signal);
  const receipt: Retrieved["receipt"] = (items) => {
    const ids = new Set(items.map(({ id }) => id));
    const shown = results.filter(({ memory }) => ids.has(memory.id));
    // Without the query: that is what the user said, which goes with its message, or is not to be stored at all.
    return receiptOf(scope, { id: retrievalId, query, createdAtMs: now() }, shown);
  };
  const fresh = results
    .map(({ memory }) => memory)
    .filter((memory) => !said.has(squeeze(memory.content)) && !saidIn(memory).every((id) => shown.has(id)));
  const found = results.length;
  if (fresh.length === 0) return { items: [], receipt, found };
  const sources = await store.sources(scope, threadId, [...new Set(fresh.flatMap(sourceIdsOf))]);
  return { items: foundItems(fresh, sources), receipt, found };
}

/** What is searched for: of a long text its beginning, which says what it is, and its end, which says what is asked. */
function queryOf(text: string): string {
  if (text.length <= queryCharacters) return text.toWellFormed();
  const half = queryCharacters / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`.toWellFormed();
}
