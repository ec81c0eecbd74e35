import { wordSet } from "../../language/word-set.ts";

/** What tells that somebody likes something. */
export const pleasing = wordSet(
  `like love enjoy appreciate prefer favour welcome value treasure help helps helpful useful handy nice great good lovely wonderful perfect ideal
   easier better best clearer nicer simpler quicker faster safer kinder calmer works suits pleases delighted delights happy happier happiest glad gladder
   grateful thankful thrilled pleased comfortable relaxed relieved reassuring soothing kind sweet fantastic brilliant awesome cool amazing excellent super
   more most calms reassures motivates encourages saves`,
);

/** What tells that somebody dislikes something. */
export const displeasing = wordSet(
  `hate dislike detest loathe resent mind annoys annoy annoyed annoying bothers bother bothered bugs bug irritates irritate irritated irritating distracts distracting
   confuses confusing confused stresses stressful stressed frustrates frustrating frustrated disturbs disturbing upsets upsetting upset offends offensive insulting
   patronising patronizing condescending tiresome tiring exhausting awkward unpleasant uncomfortable unhelpful creepy rude grating jarring maddening infuriating
   infuriates mad crazy nuts insane bananas angry nervous cringe cringey cringy spare mental anxious sad sick tired worse worst harder hard slower peeve nerves
   hurts hurt wrong disrespectful pointless useless overwhelms overwhelming overwhelmed throws scares frightens drains puts winds drives bored bores boring
   loses lose unbearable weird stupid ridiculous`,
);
