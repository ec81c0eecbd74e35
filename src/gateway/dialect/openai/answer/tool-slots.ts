import type { JsonValue } from "../../../../json.ts";
import { createCallIds } from "../../../chat/call-ids.ts";
import type { ChatEvent } from "../../../chat/event.ts";
import { upstreamError } from "../../../chat/upstream-error.ts";
import { numberOf, objectOf, textOf } from "../../answer-members.ts";
import { signatureIn } from "../call.ts";
import type { PartQueue } from "./part-queue.ts";

/** One call. It begins when its name is known; its input begins after white space, which alone does not parse. */
type Slot = { id?: string; call?: ReturnType<PartQueue["addTool"]>["call"]; early: string; hasInput?: true };

/**
 * The calls of an answer by their `index`: of functions, and of custom tools, whose input need not be JSON. Some servers
 * send no index, or the same one for all calls: then another id, or a name where there is no index, is another call.
 */
export class ToolSlots {
  readonly #queue: PartQueue;
  readonly #nextId: () => string;
  readonly #slots = new Map<number, Slot>();

  constructor(queue: PartQueue, answerId: string) {
    this.#queue = queue;
    this.#nextId = createCallIds(answerId);
  }

  add(delta: JsonValue, position: number): ChatEvent[] {
    const id = textOf(delta, "id") || undefined;
    const custom = objectOf(delta, "custom");
    const called = objectOf(delta, "function") ?? custom;
    const name = textOf(called, "name") || undefined;
    const json = inputOf(called?.["arguments"] ?? custom?.["input"]);
    const slot = this.#slotOf(numberOf(delta, "index"), position, id, name);
    slot.id ??= id;
    if (slot.call) return this.#addInput(slot, json);
    slot.early += json;
    this.#queue.hold(json.length);
    if (name === undefined) return [];
    const start = { type: "tool_start" as const, id: slot.id ?? this.#nextId(), name, ...signatureIn(delta) };
    const { call, events } = this.#queue.addTool(start, custom === undefined);
    slot.call = call;
    const early = slot.early;
    slot.early = "";
    this.#queue.hold(-early.length);
    return [...events, ...this.#addInput(slot, early)];
  }

  /** A call that never got a name cannot be passed on. */
  finish(): ChatEvent[] {
    if ([...this.#slots.values()].every(({ call }) => call !== undefined)) return [];
    return [failure("a tool call without a name")];
  }

  #slotOf(index: number | undefined, position: number, id: string | undefined, name: string | undefined): Slot {
    const found = this.#slots.get(index ?? position);
    if (found && !isAnother(found, index, id, name)) return found;
    const slot: Slot = { early: "" };
    this.#queue.hold(slotChars + (id?.length ?? 0));
    this.#slots.set(index ?? position, slot);
    return slot;
  }

  #addInput(slot: Slot, json: string): ChatEvent[] {
    const isBlank = json.trim() === "";
    if (!slot.call || json === "" || (isBlank && !slot.hasInput)) return [];
    slot.hasInput = true;
    const events = this.#queue.addInput(slot.call, json);
    return events ?? (isBlank ? [] : [failure("more arguments for a tool call that was already complete")]);
  }
}

/** An id that comes after the name is still the same call's, though the call was passed on with one that we gave it. */
function isAnother(found: Slot, index: number | undefined, id: string | undefined, name: string | undefined): boolean {
  if (found.call === undefined) return false;
  if (id === undefined) return name !== undefined && index === undefined;
  return found.id === undefined ? name !== undefined : id !== found.id;
}

/** What a call is counted as beside its texts: its place is kept until the answer ends. */
const slotChars = 64;

/** Text as a rule; some servers send the object itself. */
function inputOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function failure(what: string): ChatEvent {
  return { type: "error", error: upstreamError(502, "unavailable", { message: `the provider sent ${what}` }) };
}
