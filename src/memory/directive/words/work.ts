import { wordSet } from "../../language/word-set.ts";
import { isOutput } from "./outputs.ts";
import { isNounToo, verbs } from "./verbs.ts";

/** Things that people make and keep rules for, as against what is so by nature or by law. */
const made = wordSet(
  `abstract abstracts access account accounts agenda agreement alarm alert alerts amount amounts animation animations answer answers apartment
   apartments api apis appointment appointments approval approvals argument arguments arrangement arrangements article articles backlog
   backup backups banner banners bibliography bill bills bin bins blinds blog blogs book booking bookings books branch branches breakfast
   breakfasts brief briefs budget budgets bug bugs build builds button buttons calendar calendars call callback callbacks calls caption
   captions card cards case cases change changelog changes chapter chapters chart charts chat chats check checklist checklists checks chord
   chords chorus citation citations class classes cluster clusters code color colors colour colours column columns comment comments commit
   commits compensation complaint complaints component components compost config configs connection connections constant constants container
   containers contract contracts convention conventions conversation conversations cooldown cost costs credential credentials cron curtain
   curtains cushions dashboard data date dates deadline deadlines decision decisions deck decks deliveries delivery demo demos dependencies
   dependency deploy deployment deployments deploys description descriptions design designs dessert desserts dialogue diff diffs dinner
   dinners discount discounts dish dishes dishwasher dissertation distance distances doc docs document documents door doors dosage dose
   doses draft drafts drawing drawings drill drills email emails endpoint endpoints environment environments epic epics error errors
   escalation escalations essay essays estimate estimates event events example examples exception exceptions exercise exercises expense
   expenses explanation explanations export exports fare fares feature features fee feedback fees fence ferries ferry figure figures file
   files fix fixes fixture fixtures flag flags flashcard flashcards flight flights folder folders font fonts footer footers footnote
   footnotes forecast forecasts form forms freezer fridge function functions gate gift gifts glossary grade grades greeting greetings guide
   guideline guides handler handlers handout handouts handover handovers header headers heading headings headline headlines heater heating
   hedge helper helpers hint hints homework hook hooks hostel hostels hotel hotels hotfix hotfixes icon icons image images import imports
   incident incidents index indexes ingredient ingredients inquiries inquiry instruction instructions interface interfaces intro intros
   inventory investment investments invitation invitations invite invites invoice invoices issue issues item items itineraries itinerary job
   jobs joint joints kettle key keys label labels lamp laundry lawn layout layouts layover layovers leftovers lesson lessons letter letters
   libraries library license light lights link links list lists log login logins logo logos logs lunch lunchbox lunchboxes lunches lyric
   lyrics machine mail mails manual manuals meal meals measurement measurements meeting meetings memo memos menu menus message messages
   metaphor metaphors method methods metric metrics migration migrations milestone milestones minutes mix mixes mock mocks mockup mockups
   model models module modules monitor monitors monologue name names narration newsletter newsletters node nodes note notes number numbers
   option options order orders outing outings outline outlines outro outros oven pace paces package packages page pages paragraph paragraphs
   parameter parameters parcel parcels part parts password passwords patch patches payment payments permission phone phones photo photos
   picture pictures pipeline pipelines pitch pitches plan plans playlist playlists pod pods poem poems policies policy portfolio portfolios
   portion portions postmortem postmortems present presentation presents price prices problem problems proof proofs proposal proposals pull
   purchase purchases quantities quantity queries query question questions queue queues quiz quizzes quotation quotations quote quotes race
   races radiator radiators reading readings readme receipt receipts recipe recipes reference references refund refunds rehearsal rehearsals
   release releases reminder reminders rep replacement replacements replies reply repo report reports repos repositories repository reps
   request requests requirement requirements response responses retro retros review reviews ride rides roadmap rollback rollbacks rollout
   rollouts room rooms rota route routes row rows rubric rubrics rule rules run runbook runbooks runs sauce sauces savings scene scenes
   schedule schedules schema schemas score scores screen screens screw screws script scripts secret secrets sentence sentences server
   servers service services serving servings session sessions set setlist setlists sets setting settings shed shift shifts shipment
   shipments shoes shopping shutter shutters signature signatures sketch sketches slide slides snack snacks snapshot snapshots snippet
   snippets solo solos solution solutions song songs source sources spec specs spreadsheet spreadsheets sprinkler sprinklers sprint sprints
   standup standups starter starters statement statements step steps stock stopover stopovers stories story stretch stretches subscription
   subscriptions sum sums supplies syllabus table tables task tasks tax taxes temperature temperatures template templates test tests
   thermostat theses thesis ticket tickets time times title titles token tokens tool tools total totals tour tours towels toys trace traces
   track tracks transaction transactions transfer transfers trip trips type types unit units upgrade upgrades vacuum variable variables
   verse version versions vitals vocabulary voucher vouchers warm-up warm-ups warning warnings webhook webhooks weight weights window
   windows wireframe working workout workouts worksheet worksheets`,
);

/** People whom work is done for: how they are to be treated is a rule. */
export const dealtWith = wordSet(
  "customers clients patients pupils students users guests callers suppliers applicants members subscribers readers buyers visitors newcomers",
);

export const isMadeOfWork = (words: readonly { word: string }[]): boolean =>
  words.some(({ word }) => made.has(word) || isOutput(word));

/** What people do: "restarts", "approvals", "handovers", "bookings". */
const isDeed = (word: string): boolean =>
  isActed(word) ||
  (word.length > 5 &&
    (/(?:tion|sion|ment|ance|view|ing|out|off|over|up|back|down)s?$/u.test(word) || /^re[a-z]{4,}s$/u.test(word)) &&
    !/^(?:some|any|every|no)?thing$/u.test(word) &&
    word !== "during");

/** "Merges", "uploads": nouns that are verbs; but not those of beings and vehicles. */
const isActed = (word: string): boolean =>
  word.endsWith("s") && !beings.has(word) && isNounToo(word.slice(0, -1)) && verbs.has(word.slice(0, -1));
const beings = wordSet(
  "plants hosts guests guards ships trains flies fans cooks coaches nurses judges guides pilots models roots waters silences masters seals suns arms drinks colours planes",
);

/** Whether a noun phrase names such a thing, or one that is somebody's: "your drafts", "anything you plan". */
export const isMade = (words: readonly { word: string }[]): boolean =>
  words.some(
    ({ word }) =>
      made.has(word) || isOutput(word) || isDeed(word) || ["my", "our", "your", "you", "we", "us"].includes(word),
  );
