import { ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { HealthCheckResponse_ServingStatus as Status } from "../../gen/grpc/health/v1/health_pb.ts";
import { HealthBoard } from "../../src/rpc/health.ts";
import { HealthWatches } from "../../src/rpc/health-watches.ts";

test("watches are so many in all, and so many of one network; who has none left calls without", () => {
  const watches = new HealthWatches();
  const places = Array.from({ length: 1_000 }, (_, index) => watches.enter(`10.0.0.${index >> 3}`));
  expect(() => watches.enter("10.0.1.1")).toThrow("[unimplemented] too many watches are open: 1000 in all at most");
  for (const place of places) place[Symbol.dispose]();
  for (let host = 0; host < 50; host++) watches.enter(`2001:db8::${host}`);
  expect(() => watches.enter("2001:db8::a")).toThrow("too many watches are open: 50 from one network at most");
  expect(() => watches.enter("2001:db8:0:1::a")).not.toThrow(ConnectError);
});

test("a watch ends after its time, or when the board closes, and is told what changed last", async () => {
  const never = new AbortController().signal;
  const told = async (board: HealthBoard) => {
    const statuses: Status[] = [];
    for await (const status of board.watch("", never)) {
      statuses.push(status);
      if (status === Status.SERVING) board.close();
    }
    return statuses;
  };
  const is = (ready: boolean) => () => Promise.resolve(ready);
  expect(await told(new HealthBoard([], is(false), { watchMs: 20 }))).toEqual([Status.NOT_SERVING]);
  const board = new HealthBoard([], is(true));
  expect(await told(board)).toEqual([Status.SERVING, Status.NOT_SERVING]);
  expect(await told(board)).toEqual([Status.NOT_SERVING]);
});

test("each asking and each watch hears whether the server is ready", async () => {
  let isReady = true;
  const board = new HealthBoard([], () => Promise.resolve(isReady), { askMs: 1 });
  const watch = board.watch("", new AbortController().signal);
  for (const status of [Status.SERVING, Status.NOT_SERVING, Status.SERVING]) {
    isReady = status === Status.SERVING;
    expect([await board.statusOf(""), (await watch.next()).value]).toEqual([status, status]);
  }
});
