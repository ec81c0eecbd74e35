import { wordSet } from "./classes.ts";
import { isOutput } from "./outputs.ts";

/** Things that people make and keep rules for, as against what is so by nature or by law. */
const made = wordSet(
  `code test tests commit commits branch branches pull request requests deployment deployments deploy deploys release releases migration migrations
   endpoint endpoints api apis log logs secret secrets password passwords credential credentials key keys token tokens config configs service services
   dependency dependencies package packages variable variables constant constants name names class classes component components file files folder folders
   document documents doc docs page pages ticket tickets issue issues bug bugs backup backups check checks alert alerts incident incidents dashboard change changes
   hotfix hotfixes rollback rollbacks rollout rollouts build builds pipeline pipelines image images container containers
   refund refunds invoice invoices order orders payment payments expense expenses contract contracts quote quotes discount discounts complaint complaints case cases
   call calls meeting meetings agenda minutes mail mails email emails letter letters report reports presentation slides slide chart charts table tables figure
   figures date dates time times price prices amount amounts number numbers unit units heading headings title titles headline headlines
   chapter chapters paragraph paragraphs sentence sentences scene scenes dialogue footnote footnotes citation citations source sources
   homework worksheet worksheets lesson lessons essay essays exercise exercises quiz quizzes grade grades recipe recipes meal meals dinner dinners lunch lunches
   dish dishes snack snacks shopping list lists playlist playlists song songs track tracks workout workouts session sessions plan plans trip trips flight
   flights hotel hotels room rooms booking bookings gate door doors window windows heating light lights lamp alarm dishwasher oven machine phone phones screen screens
   shoes toys bins bin tools tool shed hedge lawn compost appointment appointments reminder reminders transfer transfers purchase purchases transaction transactions
   flag flags feature features item items link links photo photos picture pictures data answer answers reply replies comment comments`,
);

/** Whether a noun phrase names such a thing, or one that is somebody's: "your drafts", "anything you plan". */
export const isMade = (words: readonly { word: string }[]): boolean =>
  words.some(({ word }) => made.has(word) || isOutput(word) || ["my", "our", "your", "you", "we", "us"].includes(word));
