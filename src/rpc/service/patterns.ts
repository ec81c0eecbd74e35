import type { ServiceImpl } from "@connectrpc/connect";
import type { PatternsService } from "../../../gen/cairn/patterns/v1/patterns_pb.ts";
import { found } from "../../error.ts";
import type { ErasureStore } from "../../memory/entity/erasure.ts";
import { foldTag, type PatternStore } from "../../memory/entity/pattern.ts";
import type { SimilarPatterns } from "../../memory/search/similar-patterns.ts";
import { confidence } from "../../memory/entity/track-record.ts";
import { callerOf, scopeOf } from "../caller.ts";
import { erasureAnswer } from "../convert/erasure.ts";
import { onceOf } from "../convert/once.ts";
import { pageFields, pageRequest } from "../convert/page.ts";
import { formatPattern, formatVersion, parseContent, parseEdit, patternOrigin } from "../convert/pattern.ts";
import { formatTime } from "../convert/time.ts";

export type PatternsPorts = {
  patterns: PatternStore;
  erasures: Pick<ErasureStore, "begin">;
  similar: SimilarPatterns;
};

const said = {
  created: "forged a new pattern",
  updated: "forged a new version of the pattern with this title",
  unchanged: "this pattern was already forged, with the same content",
};

export function patternsHandlers(ports: PatternsPorts) {
  return {
    async putPattern(request, context) {
      const scope = scopeOf(context, request.userId);
      const once = onceOf(context, request);
      const origin = patternOrigin(callerOf(context));
      const { pattern, status } = await ports.patterns.put(scope, parseContent(request), { origin }, once);
      const { id, title, version, createdAtMs, record } = pattern;
      const sure = confidence(record, Date.now());
      return { id, title, createdAt: formatTime(createdAtMs), confidence: sure, status, version };
    },

    async forge(request, context) {
      const scope = scopeOf(context, request.userId);
      const once = onceOf(context, request);
      const options = { origin: patternOrigin(callerOf(context)), sessionId: request.sessionId };
      const { pattern, status } = await ports.patterns.put(scope, parseContent(request), options, once);
      const similar = await ports.similar.find(scope, pattern, context.signal);
      const { id, title, version, record } = pattern;
      return { id, title, confidence: confidence(record, Date.now()), message: said[status], status, version, similar };
    },

    async listPatterns(request, context) {
      const scope = scopeOf(context, request.userId);
      const page = await ports.patterns.list(scope, request.tags.map(foldTag), pageRequest(request));
      return { patterns: page.items.map(formatPattern), ...pageFields(page) };
    },

    async getPattern({ id, userId }, context) {
      const pattern = await ports.patterns.get(scopeOf(context, userId), id);
      return { pattern: formatPattern(found(pattern, "pattern", id)) };
    },

    async getPatternHistory(request, context) {
      const scope = scopeOf(context, request.userId);
      const history = await ports.patterns.history(scope, request.id, pageRequest(request));
      const page = found(history, "pattern", request.id);
      return { versions: page.items.map(formatVersion), ...pageFields(page) };
    },

    async editPattern(request, context) {
      const scope = scopeOf(context, request.userId);
      const once = onceOf(context, request);
      const origin = patternOrigin(callerOf(context));
      const pattern = await ports.patterns.edit(scope, request.id, parseEdit(request), { origin }, once);
      return { pattern: formatPattern(found(pattern, "pattern", request.id)) };
    },

    async mergePattern(request, context) {
      const { id, from } = request;
      const scope = scopeOf(context, request.userId);
      const once = onceOf(context, request);
      const origin = patternOrigin(callerOf(context));
      const merge = found(await ports.patterns.merge(scope, id, from, { origin }, once), "pattern", id);
      return { ...merge, pattern: formatPattern(merge.pattern) };
    },

    async deletePattern(request, context) {
      const scope = scopeOf(context, request.userId);
      const once = onceOf(context, request);
      const erasure = await ports.erasures.begin(scope, { kind: "pattern", id: request.id }, once);
      return erasureAnswer(erasure, "pattern", request.id);
    },
  } satisfies ServiceImpl<typeof PatternsService>;
}
