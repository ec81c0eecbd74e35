import { wordSet } from "../../language/word-set.ts";

/** They may stand between the words of a trigger without changing it. */
export const adverbs = wordSet(
  `always ever really just also generally usually much please simply strongly actually kindly personally normally typically
   definitely certainly absolutely still then far quite very honestly basically clearly currently too now so already often at_all all both
   either only greatly highly hugely deeply truly especially particularly mostly slightly sort_of kind_of`,
);

export const softPronouns = wordSet("it one them they those these that this any such there");
export const determiners = wordSet(
  "a an the this that these those my your our his her its their every each all any some no both either neither",
);
export const prepositions = wordSet(
  `in on at by for with into onto under over to from through against about via within outside inside below above of during across
   along per between behind beyond toward towards as off after before until till near around out up down without unless regarding except than
   like past since upon amid despite throughout among amongst beneath underneath beside besides opposite alongside versus vs aboard`,
);
export const subordinators = wordSet(
  "when whenever if unless until till before after while where wherever once every_time each_time any_time whatever whichever however as_long_as as_soon_as",
);
export const modals = wordSet("must should shall can could may might will would ought");
export const auxiliaries = wordSet(
  "is are am was were be been being do does did has have had must should shall can could may might will would ought need needs",
);
export const subjects = wordSet(
  "i we you he she it they this that there who nobody everybody everyone somebody someone nothing",
);

export const weekdays = wordSet("monday tuesday wednesday thursday friday saturday sunday");
export const manyWeekdays = wordSet(
  "mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends weekdays",
);

/** Nouns of people who are neither the assistant nor its user: what they must do is a fact of the world. */
export const agents = wordSet(
  `employer employers employee employees visitor visitors customer customers client clients host hosts driver drivers child children kid kids player players
   user users student students pupil pupils teacher teachers doctor doctors nurse people parent parents patient patients citizen citizens owner owners member
   members guest guests tenant tenants landlord landlords passenger passengers company companies bank banks airline airlines government politicians politician
   man woman men women boy girl boys girls mum dad mother father brother sister son daughter wife husband boss manager managers colleague colleagues neighbour
   neighbours neighbor neighbors friend friends applicant applicants candidate candidates buyer buyers seller sellers cyclist cyclists rider riders runner runners
   singer singers swimmer swimmers referee goalkeeper keeper captain coach coaches pilot pilots cook cooks chef chefs worker workers police army church vendor vendors
   supplier suppliers insurer insurers taxpayer taxpayers resident residents foreigners tourists travellers travelers beginners adults teenagers babies toddlers twins dogs cats horses birds animals
   editor editors author authors publisher publishers character characters heroine hero agent agents bakers musicians altos tenors choir orchestra
   conductor team teams developer developers grandma grandpa grandmother grandfather aunt uncle cousin nan nana`,
);
