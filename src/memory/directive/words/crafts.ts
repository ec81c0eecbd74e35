import { wordSet } from "../../language/word-set.ts";

/** Hardly ever done but by agreement. */
export const technical = wordSet(
  "indent squash rebase commit deploy merge lint format spell capitalise hyphenate abbreviate cite pronounce prefix hardcode version",
);

/** What a team or a household agrees on how to do. */
export const crafts = wordSet(
  `use write name indent squash commit deploy merge push ship sign date format spell call address quote round tag pin prefix store test measure bill
   refund review rebase release version document comment log lint wrap sort order file label archive encrypt print separate recycle mark start begin
   end put keep capitalise hyphenate abbreviate cite say pronounce number group branch build run host allow accept publish pay book cook eat serve
   buy water plant speak target support take add leave answer treat count stick send share do check promise offer deliver invoice greet greets charge
   track rotate schedule record report translate discuss disclose negotiate sell lend reply contact post refer`,
);

/** They make what there was not: "write tests" is done once, "cite cases" whenever there are some. */
export const creating = wordSet(
  `write add create make draw draft generate build plan book buy order find list send give show bring get fetch produce prepare compose design invent
   suggest recommend propose search look try tell think cook bake print download install pick choose reserve schedule arrange organise organize set take do
   have invite hire rent collect gather compare remove delete fix rename move replace merge translate convert check open close run start stop extract explain`,
);
