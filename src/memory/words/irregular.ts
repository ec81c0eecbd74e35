/**
 * Forms of common English words that no rule of the stemmer leads back to them: irregular pasts and plurals (a question
 * asks "when did she go", the memory says "I went"), and those where a rule would have to know the word ("apis", "menus").
 * Forms that are common words of their own ("found", "left", "felt", "saw") are here where the verb is the usual sense.
 */
const forms = `
  arise arose arisen|awake awoke awoken|beat beaten|become became|begin began begun|bend bent|bite bit bitten|bleed bled
  blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|catch caught
  choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt
  drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found
  flee fled|fling flung|fly flew flown|forbid forbade forbidden|foresee foresaw foreseen|forget forgot forgotten
  forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go goes going went gone|grow grew grown
  hang hung|hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lay laid|lead led|lean leant
  leap leapt|learn learnt|leave left|lend lent|light lit|lose lost|make made|mean meant|meet met|mislead misled
  mistake mistook mistaken|overcome overcame|oversee oversaw overseen|overtake overtook overtaken|pay paid|prove proven
  rebuild rebuilt|ride rode ridden|ring rang rung|rise rose roses risen|rewrite rewrote rewritten|run ran|say said
  see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot shots|show shown
  shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|sneak snuck|speak spoke spoken
  speed sped|spend spent|spill spilt|spin spun|spit spat|spoil spoilt|spring sprang sprung|stand stood
  steal stole stolen|stick stuck|sting stung|stink stank stunk|strike struck|strive strove striven|swear swore sworn
  sweep swept|swell swollen|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell told
  think thought thoughts|throw threw thrown|tread trod trodden|undergo undergoes undergoing underwent undergone
  understand understood|misunderstand misunderstood|undertake undertook undertaken|undo undoes undid undone|uphold upheld
  wake woke woken|wear wore worn|weave wove woven|weep wept|win won|wring wrung|write wrote written
  withdraw withdrew withdrawn|withhold withheld|withstand withstood
  agree agreed|boycott boycotted boycotting|decree decreed|disagree disagreed|embed embedded embedding|free freed
  gas gassed gassing|guarantee guaranteed|mimic mimicked mimicking|panic panicked panicking|picnic picnicked picnicking
  purr purred purring|quiz quizzes quizzed quizzing|referee refereed|silhouette silhouetted silhouetting
  ski skis skied|traffic trafficked trafficking
  child children|grandchild grandchildren|man men|woman women|foot feet|goose geese|tooth teeth|mouse mice|louse lice
  ox oxen|person people|wife wives|housewife housewives|midwife midwives|life lives|knife knives
  calf calves|elf elves|half halves|hoof hooves|leaf leaves|loaf loaves|scarf scarves|self selves|shelf shelves
  bookshelf bookshelves|thief thieves|wolf wolves
  alumnus alumni|appendix appendices|axis axes|bacterium bacteria|cactus cacti|criterion criteria|curriculum curricula|fungus fungi
  index indices|matrix matrices|maximum maxima|millennium millennia|minimum minima|nucleus nuclei|oasis oases
  phenomenon phenomena|radius radii|spectrum spectra|stimulus stimuli|vertex vertices
  alias aliases aliased aliasing|atlas atlases|bias biases biased biasing|canvas canvases|christmas christmases
  lens lenses|program programme programmes
  ad ads|alibi alibis|api apis|bikini bikinis|bureau bureaus|cd cds|cpu cpus|emoji emojis|emu emus|gpu gpus|guru gurus
  id ids|kiwi kiwis|martini martinis|menu menus|pc pcs|plateau plateaus|pr prs|rabbi rabbis|safari safaris|taxi taxis
  tsunami tsunamis|tv tvs|uri uris|vm vms|zucchini zucchinis`;

export const irregular: ReadonlyMap<string, string> = new Map(
  forms.split(/[|\n]/).flatMap((line) => {
    const [base = "", ...others] = line.trim().split(/\s+/);
    return others.map((form): [string, string] => [form, base]);
  }),
);
