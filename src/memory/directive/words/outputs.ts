import { wordSet } from "../../language/word-set.ts";

/** Kinds of things that an assistant makes again and again: a rule about them in the plural lasts. */
const outputs = wordSet(
  `replies reply answers responses response messages summaries emails mails texts reports reviews comments explanations suggestions code recipes plans
   lists drafts posts translations examples commits branches playlists stories essays notes slides titles headings tests names captions letters
   estimates quotes paragraphs sentences functions variables headlines descriptions updates recommendations itineraries workouts meals menus
   tables charts diagrams documents presentations reminders invites invitations invoices tickets articles newsletters questions quizzes exercises
   greetings intros introductions conclusions footnotes citations bullets methods classes modules files migrations endpoints queries routes
   songs chords scripts scenes chapters poems dialogues subtitles hotels flights trips bookings budgets forecasts spreadsheets`,
);

export const isOutput = (word: string): boolean => outputs.has(word);
