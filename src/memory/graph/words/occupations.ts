import { wordSet } from "../../language/word-set.ts";

const listed =
  wordSet(`nurse chef vet lawyer solicitor attorney paralegal judge doctor physician surgeon dentist midwife pharmacist
  optician paramedic cook barista butcher florist tailor pilot steward stewardess sailor soldier cop police detective
  architect accountant auditor analyst consultant assistant secretary clerk receptionist librarian journalist poet novelist
  translator actor actress musician cellist model potter ceramicist sculptor photographer illustrator artist electrician
  plumber mechanic technician carpenter bricklayer mason welder blacksmith smith fireman firefighter postman mailman
  dispatcher courier rider scientist chemist physicist biologist geologist astronomer mathematician statistician
  economist historian linguist psychologist psychiatrist therapist physio physiotherapist osteopath nanny
  au-pair priest pastor vicar monk rabbi imam coach trainer tutor teacher professor lecturer researcher postdoc dean
  intern apprentice trainee freelancer contractor entrepreneur founder co-founder director ceo cto cfo coo cio president
  boss manager lead head officer engineer developer dev programmer coder devops sysadmin admin administrator dba tester sre
  designer planner surveyor estimator recruiter salesman saleswoman salesperson cashier bookseller agent broker banker
  trader teller actuary farmer gardener forester ranger fisherman fisherwoman beekeeper shepherd winemaker brewer baker
  barber hairdresser stylist beautician cleaner caretaker janitor warden guard bouncer porter waiter waitress bartender
  barman host hostess landlord landlady driver machinist conductor operator pianist violinist drummer guitarist composer
  dj producer editor reporter writer author columnist blogger proofreader copywriter publisher curator conservator
  civil-servant diplomat politician mayor councillor notary bookkeeper roofer painter decorator glazier locksmith
  stonemason jeweller goldsmith watchmaker cobbler luthier upholsterer optometrist radiographer radiologist cardiologist
  neurologist dermatologist paediatrician pediatrician oncologist anaesthetist gp carer caregiver counsellor counselor
  social-worker student-nurse lifeguard instructor referee umpire jockey diver astronaut buyer merchant
  storyteller puppeteer magician clown dancer choreographer singer soprano tenor zookeeper veterinarian hygienist dietitian
  nutritionist chiropractor acupuncturist hydrologist meteorologist ecologist botanist zoologist archaeologist
  anthropologist sociologist philosopher theologian principal headmaster headteacher prosecutor barrister
  bailiff inspector constable sergeant lieutenant captain colonel major general chairman chairwoman chair
  treasurer spokesperson controller comptroller strategist marketer housekeeper butler dogwalker groomer stuntman
  cameraman cinematographer animator gamedev typesetter bookbinder printer scrum-master owner shopkeeper grocer`);

const endings = [...wordSet("smith ologist grapher keeper maker teacher worker engineer therapist nurse")];

/** Whether a noun phrase names an occupation, by its last word; "head of design" by its first. */
export function isOccupation(phrase: string[]): boolean {
  const at = phrase.indexOf("of");
  const head = (at > 0 ? phrase[at - 1] : phrase.at(-1)) ?? "";
  if (notOccupations.has(phrase.join(" ")) || head === "owner") return false;
  return listed.has(head) || endings.some((ending) => head.endsWith(ending)) || isTitle(head);
}

const notOccupations = wordSet("model major general host lead head guard chair agent owner admin police diver clown");
const isTitle = (word: string) => /^(?:c[a-z]o|vp|svp|evp)$/u.test(word);

/** "My accountant is called Feld": what such a person is to the speaker is what they do. */
export const isService = (noun: string) => services.has(noun);

const services =
  wordSet(`accountant dentist doctor gp lawyer solicitor attorney therapist physio physiotherapist trainer coach teacher tutor landlord
  landlady hairdresser barber stylist mechanic plumber electrician builder carpenter gardener cleaner nanny babysitter midwife
  vet cardiologist dermatologist neurologist oncologist psychiatrist psychologist counsellor counselor optician notary
  architect broker banker agent editor publisher translator assistant secretary instructor chiropractor osteopath
  nutritionist dietitian pharmacist surgeon bookkeeper plasterer roofer painter tailor butcher baker ceo cto cfo coo designer`);
