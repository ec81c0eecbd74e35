import { callerDialects } from "../../../dialect/dialects.ts";
import type { GatewayRequest } from "../../../exchange.ts";
import { appendParts, insertion, textPart } from "../../../wire/content.ts";
import type { Edit } from "../../../wire/patch.ts";
import { elementsAt, membersAt } from "../../../wire/spans.ts";
import type { Slot } from "../../chain/ledger.ts";

/** A text to be inserted; `at` as in Placement. */
export type Insertion = { slot: Slot; at: number; text: string };

/** A caller's body: its bytes, its dialect, and how many of its messages are the system's before all others. */
export type CallerBody = { dialect: GatewayRequest["dialect"]; bytes: Buffer; leading: number };

/**
 * The insertions as edits of the caller's own bytes. The same text at the same place makes the same bytes in every
 * request; what stands around them stays as it was sent.
 */
export function insertionEdits(body: CallerBody, insertions: readonly Insertion[]): Edit[] {
  if (insertions.length === 0) return [];
  const members = membersAt(body.bytes);
  const messages = elementsAt(body.bytes, members.get("messages")!.start);
  const places = Map.groupBy(insertions, ({ slot, at }) => `${slot} ${at}`);
  return [...places.values()].flatMap((own) => {
    const { slot, at } = own[0]!; // a group has one
    const texts = own.map(({ text }) => text);
    switch (slot) {
      case "system":
        return callerDialects[body.dialect].insertSystem({ ...body, members, messages }, texts);
      case "message":
        return [insertion(messages[body.leading + at]!.end, `,${messageOf(texts)}`)];
      case "part":
        return appendParts(
          body.bytes,
          membersAt(body.bytes, messages[body.leading + at]!.start).get("content")!,
          texts,
        );
      default:
        return slot satisfies never;
    }
  });
}

function messageOf(texts: readonly string[]): string {
  return `{"role":"system","content":[${texts.map(textPart).join(",")}]}`;
}
