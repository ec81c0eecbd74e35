import { wordSet } from "../../language/word-set.ts";

// Closed classes of English words that the parser goes by.

/** Words without a meaning of their own: they are no items. */
export const empty = wordSet(
  `a an the this that these those some any each every all both either which who whom whose what
   i me my mine we us our ours you your yours he him his she her hers it its they them their theirs one ones
   myself ourselves yourself itself themselves somebody someone anybody anyone everybody everyone something anything
   am is are was were be been being do does did done doing have has had having can could shall should will would must
   might may let lets need needs needed ought
   and or but nor so if then than because as while until although though whether even yet
   of in on at by for with about against between into through during before after above below to from under over
   out off up down onto upon within without toward towards across along per via outside inside behind beyond
   there here too very just also ever only such not no never none nothing nobody neither
   please now again still already really quite rather always often usually sometimes maybe perhaps
   first next afterwards afterward later last today tomorrow tonight yesterday
   when where why how once unless except instead
   more most less least much many few other others another same else like well way thing things
   s t d pm o non clock ahead several various worth costing sort piece one's as-is unit units`,
);

export const pronouns = wordSet("it them they this that these those one ones him her he she both there");
export const determiners = wordSet(
  "a an the this that these those my your our his her its their each every all any some no",
);
export const prepositions = wordSet(
  "in on at by for with into onto under over to from through against about via within outside inside below above of without during across along per between behind beyond toward towards as off after before until like",
);
export const subjects = wordSet("i we you he she it they nobody somebody someone everybody everyone");

export const negators = wordSet("not no never without nobody none nothing neither nor hardly nowhere");
/** Verbs that can stand before another: behind one, a verb is read as a passive, and a negation denies the whole clause. */
export const auxiliaries = wordSet(
  "is are was were be been being am get gets got has have had will can could may might must should need needs do does did would shall",
);

/** Bases of verbs that leave out what follows. */
export const omitting = wordSet(
  "skip omit forget bypass forgo neglect miss avoid spare dispens ignor postpon defer delay unnecessary superfluous overlook dodg shun refrain",
);
/** Bases of verbs that only talk or think about what follows. */
export const mentioning = wordSet(
  `explain describ search look find list check compar discuss mention warn forbid ban prevent block count audit detect
   show report read learn teach understand research investigat analys analyz verify document clarify recall remind
   study think consider wonder know see review highlight flag monitor summaris summariz inspect protect guard
   prohibit disallow reject refus apologis restor complain scan grep identify examin debat evaluat measur`,
);
/** Bases of verbs that take away what follows. */
export const removing = wordSet(
  `remov delet eras replac uninstal eliminat shred sell ban stop quit ceas cancel drop purg strip rid discard revok
   migrat swap exchang retir deprecat scrap rewrit rephras rotat substitut undo revert disabl return
   phas strik abandon avoid recall hash encrypt anonymis anonymiz redact mask`,
);

/** Bases of verbs that make or keep what follows. */
export const making = wordSet("add creat build introduc insert restor renew keep extend writ set save");

export const lateWords = wordSet("later afterwards afterward tomorrow next subsequently eventually finally then");
export const earlyWords = wordSet("first beforehand already earlier previously");
export const doubts = wordSet("may might perhaps maybe possibly probably presumably seemingly apparently unsure");
export const totals = wordSet("all every everything whole entire everyone everybody each");
export const ruledOut = wordSet("straight directly immediately instantly regardless");
/** As `ruledOut`, in several words. */
export const ruledOutPhrases = ["right away", "straight away", "in one go", "at once", "as is", "no matter"];
export const questionWords = wordSet("why how who what when where which whose whom");

/** Words of time: they are read as times, not as items. */
export const timeWords = wordSet(
  `monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
   sundays weekend weekends weekday weekdays workday workdays morning mornings noon midday afternoon afternoons evening
   evenings night nights midnight overnight dark darkness second seconds minute minutes hour hours day days week weeks month months
   year years quarters quarterly hourly monthly yearly annually twice times o'clock daily weekly late early`,
);

/** The second words of verbs such as "take ... out", which may stand behind the object. */
export const particles = wordSet("out off up away back down live over aside apart online along again on");
