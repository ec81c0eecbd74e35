import type { StatedRule, Statement } from "./directive.ts";
import type { TaggedRule } from "./tagged/merged.ts";
import type { Tags } from "./tagged/tags.ts";
import type { Part } from "../language/note/in-first-person.ts";
import type { Word } from "./text/word.ts";
import type { Topic } from "./wording/topic.ts";

/** What is known of a message as far as it was read. */
export type State = {
  /** The words of the message, as many as tell its language. */
  said: readonly Word[];
  /** Where a note tells what its user wants, likes or has asked for. */
  wishes: readonly Part[];
  readonly statements: Statement[];
  topic: Topic;
  /** That of the message before. */
  topicBefore: Topic;
  /** The last rule of the message before. */
  ruleBefore: StatedRule | undefined;
  /** What the assistant was said to do, as an -ing phrase: "stop doing that". */
  deed: Topic;
  /** The sentence before told what the assistant keeps doing: what follows is to change it. */
  habit: boolean;
  /** The sentence before told what somebody else says. */
  reported: boolean;
  /** The sentence before does nothing but take something back: "wait, no". */
  takesBack: boolean;
  /** The sentence before ended in a permission. */
  permits: boolean;
  /** Of this message. */
  tags: Tags | undefined;
  readonly tagged: TaggedRule[];
  /** The words that a rule was read in. */
  readonly wordsOf: Map<Statement, readonly Word[]>;
};
