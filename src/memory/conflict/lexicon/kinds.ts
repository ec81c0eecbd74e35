/** What is a kind of what: the parent, then its children. A child stands for its parent, and not for its sibling. */
export const kinds = `
meat: chicken beef pork lamb veal turkey duck mince minced_meat schnitzel burger meatball goulash mutton venison bolognese hot_dog carbonara
fish: salmon tuna cod trout herring mackerel sardine anchovy halibut sushi
seafood: shrimp prawn crab lobster mussel oyster squid clam scallop
nut: peanut almond walnut hazelnut cashew pistachio pecan macadamia brazil_nut
peanut: peanut_butter satay groundnut_oil peanut_oil peanut_sauce
dairy: milk butter cheese cream yogurt yoghurt parmesan mozzarella feta cheddar creme ricotta mascarpone ghee
lactose: milk cream yogurt yoghurt
gluten: bread pasta noodle flour barley rye spaghetti couscous bulgur beer cake lasagne pizza
raw_egg: tiramisu mayonnaise mayo uncooked_egg carbonara
vegetable: carrot potato tomato onion cucumber pepper spinach broccoli cabbage lettuce salad zucchini courgette aubergine eggplant asparagus pumpkin leek pea bean kale
fruit: apple pear banana orange grape cherry peach mango lemon berry plum kiwi
alcohol: wine beer vodka whisky whiskey rum gin champagne cocktail brandy cider liqueur prosecco cognac schnapps sake
caffeine: coffee black_tea energy_drink cola green_tea
sweets: chocolate candy cake cookie biscuit ice_cream dessert pie | sugar: sugar candy syrup honey soda lemonade cola
soft_drink: cola lemonade soda | oil: olive_oil sunflower_oil rapeseed_oil coconut_oil vegetable_oil
spicy: chili chilli jalapeno habanero sriracha tabasco curry | grain: rice wheat oat barley rye
ibuprofen: advil nurofen motrin | paracetamol: tylenol acetaminophen panadol calpol
aspirin: acetylsalicylic ass_tablet bayer_aspirin | naproxen: aleve
painkiller: ibuprofen paracetamol aspirin naproxen diclofenac
medicine: ibuprofen paracetamol aspirin antibiotic antihistamine allergy_pill | penicillin: amoxicillin
antibiotic: penicillin | vehicle: car taxi bicycle plane ferry ship motorbike scooter truck van
public_transport: bus tram train underground subway metro | animal: cat dog rabbit hamster horse bird
pet: cat dog rabbit hamster budgie | hue: red blue green yellow black white brown purple pink orange grey gray
coloured: red blue green yellow brown purple pink dark_blue
clothes: shirt trousers dress jeans sweater jumper sock t_shirt blouse jacket coat skirt laundry towel
wool: woollen sweater jumper cashmere merino | furniture: chair table sofa desk shelf wardrobe bed
language: english spanish french german italian portuguese polish dutch chinese japanese russian czech swedish danish turkish korean arabic greek latin
programming_language: javascript typescript python java ruby rust go php perl kotlin swift | web_protocol: http https
file_protocol: ftp sftp ftps scp | shell_protocol: ssh telnet rsh | socket_protocol: ws wss | ip_version: ipv4 ipv6
mail_protocol: imap imaps pop3 | scale_of_heat: celsius fahrenheit kelvin
database_engine: postgres postgresql mysql sqlite mongodb oracle mariadb redis
package_manager: npm yarn pnpm bun pip poetry | imperial: mile inch foot pound ounce fahrenheit yard gallon pint
metric: kilometre kilometer metre meter gram kilogram kilo celsius litre liter centimetre km cm kg
time_zone: utc local_time berlin_time cet cest est pst gmt eastern_time pacific_time new_york_time london_time
secret: database_password deploy_key access_token env ssh_key
personal_data: name email_address birthday date_of_birth home_address phone_number iban health_record
customer_data: address customer_address customer_email customer_name address_of_customer customer_record customer_list
data: record table address order_table log_data | insult: idiot stupid | weekend: saturday sunday
meal: breakfast lunch dinner | season: spring summer autumn fall winter
month: january february march april june july august september october november december
winter: december january february | summer: june july august
channel_of_words: email chat letter phone_call sms post tweet | service: gateway billing search payment
external_service: live_api bank_api weather_api payment_provider third_party_api real_api
environment: production staging development | document: contract invoice report pdf memo merger_paper letter
gift: watch wine hamper voucher present
payment_method: credit_card bank_transfer cash paypal cheque check direct_debit | seat: aisle_seat window_seat
indentation: tab space | theme: dark_theme light_theme | loud_work: saw mow vacuum drum chainsaw
heavy: washing_machine fridge piano wardrobe sofa crate sack_of_cement moving_box boulder
hostel_or_hotel: hostel hotel | screen: phone tv tablet television | risky_investment: crypto option penny_stock
crypto: bitcoin ethereum dogecoin | fossil_fuel: oil gas coal | sharp: knife | glass: jar bottle | customer: mr mrs ms
colleague: engineer developer nurse technician agent designer | allergen: nut gluten lactose egg
mailbox: mail message | inbox: mail message | folder: file
shellfish: shrimp prawn crab lobster mussel oyster clam scallop crayfish
coffee: espresso cappuccino latte macchiato americano flat_white mocha coffee_pot | tea: herbal_tea chamomile
herb: basil parsley thyme rosemary oregano mint dill sage coriander cilantro chive
spice: pepper cinnamon paprika cumin turmeric ginger nutmeg | red_meat: beef pork lamb veal mutton
poultry: chicken turkey duck goose | egg: omelette egg_yolk egg_white scrambled_egg fried_egg
fast_food: burger fries pizza kebab hot_dog mcdonald | junk_food: crisps chips candy burger soda fries
snack: chips crisps peanut cookie chocolate_bar | bread: toast baguette roll bun rye_bread
drink: water juice tea coffee beer wine lemonade cola milk smoothie
dish: stew omelette risotto lasagne casserole sauce pie short_ribs gratin
food: snack bread cheese meat fish vegetable fruit dessert pizza sandwich curry soup rice pasta dumpling noodle leftover
stimulant: coffee nicotine | fried_food: fries chips schnitzel doughnut fried_chicken tempura
deep_fried: doughnut tempura | processed_meat: ham bacon sausage salami | citrus: orange lemon lime grapefruit
legume: bean lentil chickpea pea | mushroom: champignon porcini chanterelle | pan: frying_pan skillet wok pot
non_stick_pan: teflon_pan | relative: aunt uncle cousin wife husband grandmother grandfather family grandma
family: brother sister son parent | parent: mother father mum mom dad | minor: child | guest: friend colleague
stranger: passerby man_at_the_door | internet: blog forum stack_overflow online_shop web_page github
public_place: cafe airport train_station park library
social_media: twitter facebook instagram linkedin tiktok x_post | messenger: whatsapp telegram signal slack
cloud: aws azure gcp dropbox google_drive | public_cloud: aws azure gcp | device: phone laptop tablet
computer: desktop notebook | usb_stick: thumb_drive memory_stick flash_drive
personal_device: own_phone own_laptop private_laptop private_phone | browser: chrome firefox safari edge
editor: vim emacs vscode | framework: react vue angular django rails spring express
test_framework: jest vitest mocha pytest junit | orm: prisma hibernate sequelize | library: underscore
date_library: moment dayjs | dependency: lodash moment jquery axios left_pad
operating_system: linux windows macos ubuntu | container: docker podman | cloud_region: us_east eu_west
virtual_machine: vm | code: function script snippet class module | source_file: source_code
file_format: json yaml xml csv toml | image_format: png jpeg jpg gif svg webp
font: arial helvetica times_new_roman comic_sans | serif: times georgia garamond | style: tone | metaphor: simile
adverb: very really extremely | filler_word: very really basically actually just
superlative: best greatest fastest cheapest most | swear_word: damn shit hell | profanity: swear_word curse_word
money: euro dollar pound | currency: euro dollar pound | luxury: watch perfume jewellery handbag
electronics: phone laptop television headphones camera tv
subscription: netflix spotify gym_membership magazine streaming_service
gambling: casino lottery poker roulette betting slot_machine | lottery: scratch_card lottery_ticket
insurance: health_insurance travel_insurance life_insurance | tax: vat income_tax | debt: mortgage credit_card_debt
bank_account: checking_account current_account | savings: savings_account piggy_bank nest_egg
bond: government_bond treasury | fund: etf index_fund mutual_fund | single_stock: tesla apple_share
foreign_currency: dollar yen pound franc | tool: hammer drill saw screwdriver pliers
power_tool: drill chainsaw angle_grinder circular_saw
appliance: dishwasher washing_machine oven fridge dryer toaster kettle microwave iron
detergent: soap fabric_softener | chemical: bleach acid ammonia drain_cleaner vinegar
harsh_chemical: bleach acid ammonia drain_cleaner | cleaning_agent: bleach vinegar ammonia detergent
delicate: silk wool lace | natural_fibre: wool cotton silk linen | synthetic: polyester nylon acrylic
sleeper: night_train | recyclable: paper glass cardboard
organic_waste: potato_peel vegetable_scrap coffee_ground eggshell banana_peel | battery: accumulator
hazardous_waste: battery paint medicine oil | flammable: petrol gasoline candle paint_thinner
open_flame: candle campfire torch | candle: tealight tea_light | plant: cactus fern orchid tomato_plant basil_plant
furniture: cupboard bookcase bench | floor: parquet carpet tile | wooden: oak pine parquet | garden: lawn flower_bed
window: skylight | room: kitchen bedroom bathroom hallway cellar attic | bed: mattress | light: lamp
heater: radiator heating stove | symptom: fever cough rash nausea pain | pain: headache toothache backache migraine
illness: flu cold covid fever infection asthma | nsaid: ibuprofen aspirin naproxen diclofenac
blood_thinner: warfarin heparin aspirin | sedative: sleeping_pill valium
supplement: vitamin magnesium zinc iron_tablet | dairy_alternative: oat_milk soy_milk almond_milk
high_impact: jumping running sprint | sport: football tennis swimming running skiing boxing yoga
contact_sport: football boxing rugby hockey | endurance: marathon | strenuous: running squats weight_lifting marathon
screen_time: tv phone tablet gaming | tobacco: pipe vape | allergy: hay_fever
personal_information: name address phone_number birthday salary diagnosis
health_data: diagnosis medication test_result medical_record blood_pressure | medical_advice: dosage diagnosis
legal_advice: liability lawsuit | compensation: voucher refund discount goodwill_credit
template: canned_response boilerplate text_module | political: election politics party | religion: church
office_supplies: paper pen stapler toner | stakeholder: customer investor board | executive: ceo cfo cto director
supplier: vendor | luggage: backpack trolley carry_on | checked_luggage: checked_bag hold_luggage
accommodation: hotel hostel airbnb motel guesthouse | airline: lufthansa ryanair easyjet
budget_airline: ryanair easyjet wizz | flight: red_eye connecting_flight direct_flight
red_eye: night_flight overnight_flight | business_class: first_class | motorway: autobahn | toll_road: motorway
country: germany france spain italy norway japan china
europe: germany france spain italy norway portugal poland austria
abroad: vienna paris rome london spain italy france norway japan thailand
travel_document: visa id_card boarding_pass | valuables: jewellery laptop camera wallet passport watch
liquid: water shampoo perfume gel | pork: bacon ham sausage salami chorizo prosciutto pork_chop | meat: roast
vehicle: public_transport | metal: aluminium steel iron tin foil spoon fork | child: six_year_old year_old
adult: grandma | holiday: christmas easter new_year thanksgiving | chain: mcdonald starbucks subway burger_king
money: euro | processed_food: frozen_pizza sausage instant_noodle ready_meal | adult: parent grandpa
illness: diabetes measles | weapon: knife | stranger: unknown_caller unknown_man unknown_woman unknown_person | gift: flower perfume bottle_of_wine
perishable: milk meat fish | sharp_object: knife scissors razor | breakable: glass vase mirror porcelain
fragile: glass vase mirror porcelain | toxic: lily mushroom | noise: drill music party saw hammer vacuum_cleaner
noisy_work: drill saw hammer mow vacuum | housework: vacuum mop dust iron
instrument: guitar piano drum violin trumpet | social_network: facebook instagram tiktok
payment_provider: paypal stripe | browser_storage: local_storage session_storage cookie | cookie: session_cookie
linter: eslint | formatter: prettier | comment: todo | risky: crypto | spirit: vodka whisky gin rum
soft_cheese: brie camembert feta | raw_fish: sushi sashimi tartare | raw_meat: tartare carpaccio mett
raw: sushi sashimi tartare carpaccio | leafy_green: spinach lettuce kale | stone_fruit: peach plum cherry
tropical_fruit: mango pineapple papaya | berry: strawberry raspberry blueberry | starch: potato rice pasta
carb: potato rice pasta bread | beef: steak ribs roast_beef | lamb: lamb_chop | game: venison boar
offal: liver kidney | indoors: living_room office room | outdoors: garden balcony terrace park street
politician: mayor minister president senator chancellor governor | minor: sixteen_year_old fifteen_year_old teenager
baby: infant newborn | personal_data: email
`;

/** Which act is a kind of which: the wider one, then the kinds of it. */
export const actKinds = `
change: rename remove add drop edit modify rework replace delete extend | edit: fix correct reformat rename rewrite
touch: edit change delete restart scale deploy write spend take use cover
share: send show paste tell publish give forward put_into upload email mail post read_out
cook: fry boil bake roast grill make braise stew steam saute simmer prepare | pay: buy
spend: buy pay book order accept | buy: order | eat: have taste snack order | drink: have taste sip
store: write save keep put_into | write: add put_into begin open_with start_with finish_with
tell: mail email call message | contact: mail email call message write_to phone ring
communicate: mail email call message | travel: fly drive ride leave | work: write code send answer | log: print write
exercise: run swim lift | push: force_push | deploy: push_to_production | publish: tweet post | take: swallow have
run: start set_running switch_on | serve: make give offer | answer: reply translate say
send: mail email forward upload post | clean: wash wipe scrub vacuum treat | treat: clean wash
disturb: call ring wake | write: rewrite draft compose translate | buy: reserve book
`;
