/**
 * Irregular pasts and plurals of common English words: a question asks "when did she go", the memory says "I went".
 * Forms that are common words of their own ("found", "left", "felt", "saw") are here where the verb is the usual sense.
 */
const forms = `
  arise arose arisen|beat beaten|become became|begin began begun|bend bent|bite bit bitten|blow blew blown
  break broke broken|bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|come came
  creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten
  fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown|forget forgot forgotten
  forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown
  hang hung|hear heard|hide hid hidden|hold held|keep kept|know knew known|lead led|learn learnt|leave left
  lend lent|lose lost|make made|mean meant|meet met|pay paid|ride rode ridden|ring rang rung|rise rose risen
  run ran|say said|see saw seen|seek sought|sell sold|send sent|shake shook shaken|shine shone|shoot shot
  show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|speak spoke spoken|spend spent
  spill spilt|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|sweep swept
  swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown
  understand understood|wake woke woken|wear wore worn|weep wept|win won|write wrote written|withdraw withdrew withdrawn
  child children|man men|woman women|foot feet|tooth teeth|mouse mice|person people|wife wives|life lives|knife knives
  leaf leaves|shelf shelves|half halves|wolf wolves|self selves`;

export const irregular: ReadonlyMap<string, string> = new Map(
  forms.split(/[|\n]/).flatMap((line) => {
    const [base = "", ...others] = line.trim().split(/\s+/);
    return others.map((form): [string, string] => [form, base]);
  }),
);
