import type { Kysely } from "kysely";
import type { Engine } from "../engine.ts";
import { up as init } from "./0001-init.ts";
import { up as gateway } from "./0002-gateway.ts";
import { up as usage } from "./0003-usage.ts";
import { up as outcomes } from "./0004-outcomes.ts";
import { up as graph } from "./0005-graph.ts";
import { up as directives } from "./0006-directives.ts";
import { up as branches } from "./0007-branches.ts";
import { up as extraction } from "./0008-extraction.ts";
import { up as graphBranches } from "./0009-graph-branches.ts";
import { up as blocks } from "./0010-blocks.ts";
import { up as nameless } from "./0011-nameless.ts";
import { up as tipReplies } from "./0012-tip-replies.ts";
import { up as queries } from "./0013-queries.ts";
import { up as merges } from "./0014-merges.ts";
import { up as terms } from "./0015-terms.ts";
import { up as receiptsFrom } from "./0016-receipts-from.ts";
import { up as gatewayUse } from "./0017-gateway-use.ts";
import { up as offEntries } from "./0018-off-entries.ts";
import { up as hiddenErasures } from "./0019-hidden-erasures.ts";
import { up as claimsSaid } from "./0020-claims-said.ts";
import { up as foldedTerms } from "./0021-folded-terms.ts";
import { up as foldedKeys } from "./0022-folded-keys.ts";
import { up as givenEnds } from "./0023-given-ends.ts";
import { up as requireUser } from "./0024-require-user.ts";
import { up as metadataLabels } from "./0025-metadata-labels.ts";
import { up as edits } from "./0026-edits.ts";
import { up as keysOfUsers } from "./0027-keys-of-users.ts";

/** A migration sees the tables as they were then, so none are known to the compiler. */
export type Migration = (db: Kysely<unknown>, binary: Engine["binary"]) => Promise<void>;

/** All migrations by name, in the order in which they are applied. A published one is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001-init": init,
  "0002-gateway": gateway,
  "0003-usage": usage,
  "0004-outcomes": outcomes,
  "0005-graph": graph,
  "0006-directives": directives,
  "0007-branches": branches,
  "0008-extraction": extraction,
  "0009-graph-branches": graphBranches,
  "0010-blocks": blocks,
  "0011-nameless": nameless,
  "0012-tip-replies": tipReplies,
  "0013-queries": queries,
  "0014-merges": merges,
  "0015-terms": terms,
  "0016-receipts-from": receiptsFrom,
  "0017-gateway-use": gatewayUse,
  "0018-off-entries": offEntries,
  "0019-hidden-erasures": hiddenErasures,
  "0020-claims-said": claimsSaid,
  "0021-folded-terms": foldedTerms,
  "0022-folded-keys": foldedKeys,
  "0023-given-ends": givenEnds,
  "0024-require-user": requireUser,
  "0025-metadata-labels": metadataLabels,
  "0026-edits": edits,
  "0027-keys-of-users": keysOfUsers,
};
