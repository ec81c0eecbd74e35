/**
 * English words that say nothing about what a text is about, as the tokenizer splits them ("don't" is "don" and "t").
 * Words that are names or things as well ("will", "may", "mine") stay in where they are seldom empty.
 */
export const stopWords: ReadonlySet<string> = new Set(
  `a an the
   i me my myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
   it its itself they them their theirs themselves
   this that these those who whom whose which what when where why how
   am is are was were be been being do does did doing done have has had having
   can could shall should will would must might may
   and or but nor so if then than because as while until although though
   of in on at by for with about against between into through during before after above below to from up down out
   off over under again further once onto upon within without toward towards
   there here all any both each few more most other others some such no not only own same too very just also ever
   s t d m ll re ve don doesn didn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn mustn ain
   im ive dont didnt doesnt isnt thats whats`.split(/\s+/),
);
