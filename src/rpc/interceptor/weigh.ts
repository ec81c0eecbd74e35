import { isMessage } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import { AddMessagesRequestSchema } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import { callerOf, callOf } from "../caller.ts";
import { count, type RequestLimiter } from "../gate/limit.ts";

/** So many messages of a batch count as one request. */
const batchUnit = 100;

/** Counts what a batch weighs beyond the one request that the gate has counted. */
export function weighInterceptor(limiter: RequestLimiter): Interceptor {
  return (next) => async (request) => {
    if (!request.stream && isMessage(request.message, AddMessagesRequestSchema)) {
      const weight = Math.ceil(request.message.messages.length / batchUnit);
      const { contextValues } = request;
      if (weight > 1) await count(callOf(contextValues), callerOf({ values: contextValues }), limiter, weight - 1);
    }
    return await next(request);
  };
}
