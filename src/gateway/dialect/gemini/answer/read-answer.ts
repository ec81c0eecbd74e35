import type { JsonValue } from "../../../../json.ts";
import type { ChatEvent } from "../../../chat/event.ts";
import { readWhole } from "../../json-stream-reader.ts";
import { ResponseMachine } from "./stream-reader.ts";

/** A whole answer is a stream of one response. */
export function readAnswer(body: JsonValue): ChatEvent[] {
  return readWhole(new ResponseMachine(), [body]);
}
