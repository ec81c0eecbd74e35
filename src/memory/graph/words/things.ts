import { wordSet } from "../../language/word-set.ts";

/** Animals that people keep, and breeds. */
export const species =
  wordSet(`dog puppy cat kitten parrot budgie canary cockatiel hamster rabbit bunny guinea-pig gerbil rat mouse ferret
  tortoise turtle snake gecko lizard iguana horse pony donkey goat sheep pig chicken hen rooster duck goose fish goldfish
  hedgehog chinchilla cockatoo macaw lovebird parakeet axolotl tarantula llama alpaca cow greyhound labrador lab retriever
  spaniel terrier poodle beagle collie shepherd husky malamute dachshund corgi pug bulldog boxer rottweiler doberman
  dalmatian chihuahua mastiff setter pointer whippet lurcher schnauzer samoyed akita shiba mutt mongrel labradoodle
  cockapoo siamese persian ragdoll bengal sphynx burmese birman tabby tomcat maine-coon moggy`);

export const vehicles =
  wordSet(`car bike bicycle motorbike motorcycle scooter van truck lorry boat canoe kayak caravan camper campervan
  motorhome e-bike ebike tandem moped tractor jeep`);

/** What "I have a ..." says that somebody owns. */
export const possessions =
  wordSet(`${[...vehicles].join(" ")} house flat apartment cottage cabin farm allotment garden piano guitar violin cello
  printer laptop camera drone telescope lathe loom kiln greenhouse sauna workshop studio bakery shop`);

export const conditions =
  wordSet(`asthma diabetes migraine migraines gout epilepsy eczema psoriasis hypertension insomnia anaemia anemia adhd add
  autism dyslexia dyscalculia depression anxiety ptsd ocd tinnitus vertigo glaucoma cataracts cancer leukaemia leukemia
  arthritis osteoporosis scoliosis lupus fibromyalgia endometriosis ibs pcos hypothyroidism hyperthyroidism parkinson's
  alzheimer's dementia crohn's sciatica narcolepsy sinusitis bronchitis hepatitis tendinitis tendonitis celiac coeliac
  hayfever rosacea vitiligo copd ms ibd gerd reflux myopia astigmatism colour-blindness apnea apnoea`);

export const conditionHeads = wordSet(
  "disease syndrome disorder diabetes arthritis condition fever pressure apnea apnoea intolerance palsy fibrosis sclerosis cancer",
);

export const diets = wordSet(
  "vegan vegetarian pescatarian keto gluten-free halal kosher paleo flexitarian veggie pescetarian lactose-free dairy-free ketogenic low-carb fruitarian macrobiotic",
);

export const languages =
  wordSet(`english french german spanish italian portuguese dutch danish swedish norwegian finnish icelandic polish czech slovak
  hungarian romanian bulgarian greek turkish russian ukrainian serbian croatian bosnian slovene slovenian albanian macedonian
  latvian lithuanian estonian irish welsh gaelic scots breton basque catalan galician maltese arabic hebrew persian farsi
  kurdish urdu hindi bengali punjabi gujarati marathi tamil telugu kannada malayalam sinhala nepali thai lao khmer vietnamese
  burmese malay indonesian tagalog filipino mandarin cantonese chinese japanese korean mongolian tibetan kazakh uzbek
  georgian armenian azeri azerbaijani swahili amharic somali hausa yoruba igbo zulu xhosa afrikaans shona twi wolof latin
  esperanto quechua guarani maori hawaiian samoan faroese frisian luxembourgish pashto dari luganda kinyarwanda lingala`);

/** They answer where somebody is from, and are no names. */
export const nationalities =
  wordSet(`american british canadian australian mexican brazilian argentinian chilean swiss austrian belgian european asian
  african indian egyptian moroccan nigerian kenyan ghanaian israeli iranian iraqi syrian lebanese pakistani colombian
  peruvian cuban scottish catholic muslim jewish christian buddhist hindu`);

/** What software runs on, as against where it stands. */
export const platforms =
  wordSet(`aws gcp azure hetzner netlify vercel cloudflare heroku fly.io fly kubernetes k8s lambda cluster server servers vm vms
  droplet droplets nomad docker ec2 ecs eks gke aks render railway digitalocean ovh linode pi pages s3 box boxes machine
  machines run openshift metal mainframe host hosts node nodes laptop nas swarm instance instances container containers
  fargate cloud platform pods pod scaleway vultr supabase firebase engine rds aurora atlas bigquery snowflake proxmox vps
  workers mini nuc rack desktop phone raspberry esxi hypervisor backend cloudfront beanstalk openstack ghost wordpress github gitlab
  postgres postgresql mysql redis jvm linux windows macos ubuntu debian`);

export const groups =
  wordSet(`club choir team band society association party orchestra committee board council union league crew group squad guild
  church parish troupe ensemble collective cooperative co-op network alliance chapter brigade circle quartet trio`);

export const schools = wordSet(
  "university college school academy institute polytechnic conservatory eth mit uni faculty kindergarten gymnasium lyceum",
);

/** What the name of an organisation ends with. */
export const organisations =
  wordSet(`robotics labs lab inc ltd llc llp gmbh ag ab bv sa plc corp co systems software bank studio studios university
  college institute logistics foods energy industries group holdings partners ventures capital media press foundation
  airlines motors pharma therapeutics analytics technologies consulting hospital museum library brewery bakery team`);
