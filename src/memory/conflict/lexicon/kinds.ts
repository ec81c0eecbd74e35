/** What is a kind of what: the parent, then its children. A child stands for its parent, and not for its sibling. */
export const kinds = `
meat: chicken beef pork lamb veal ham bacon sausage steak turkey duck mince minced_meat salami schnitzel ribs short_ribs burger meatball goulash mutton venison bolognese chorizo prosciutto hot_dog carbonara
fish: salmon tuna cod trout herring mackerel sardine anchovy halibut sushi
seafood: shrimp prawn crab lobster mussel oyster squid clam scallop
nut: peanut almond walnut hazelnut cashew pistachio pecan macadamia brazil_nut
peanut: peanut_butter satay groundnut_oil peanut_oil peanut_sauce
dairy: milk butter cheese cream yogurt yoghurt parmesan mozzarella feta ice_cream cheddar creme ricotta mascarpone ghee
lactose: milk cream yogurt yoghurt ice_cream
gluten: wheat bread pasta noodle flour barley rye spaghetti couscous bulgur beer cake lasagne pizza
raw_egg: tiramisu mayonnaise mayo uncooked_egg carbonara
vegetable: carrot potato tomato onion cucumber pepper spinach broccoli cabbage lettuce salad zucchini courgette aubergine eggplant asparagus pumpkin leek pea bean kale
fruit: apple pear banana orange strawberry grape cherry peach mango lemon berry raspberry plum kiwi
alcohol: wine beer vodka whisky whiskey rum gin champagne cocktail brandy cider liqueur prosecco cognac schnapps sake
caffeine: coffee espresso cappuccino latte black_tea energy_drink cola green_tea
sweets: chocolate candy cake cookie biscuit ice_cream sweet dessert pie
sugar: sugar candy syrup honey soda lemonade cola
soft_drink: cola lemonade soda
oil: olive_oil sunflower_oil rapeseed_oil coconut_oil vegetable_oil
spicy: chili chilli jalapeno habanero sriracha tabasco curry
grain: rice wheat oat barley rye
ibuprofen: advil nurofen motrin
paracetamol: tylenol acetaminophen panadol calpol
aspirin: acetylsalicylic ass_tablet bayer_aspirin
naproxen: aleve
painkiller: ibuprofen paracetamol aspirin naproxen advil tylenol diclofenac
medicine: ibuprofen paracetamol aspirin antibiotic penicillin antihistamine advil tylenol iron_tablet allergy_pill sleeping_pill penicillin amoxicillin
penicillin: amoxicillin
antibiotic: penicillin amoxicillin
vehicle: car bus tram train taxi bicycle plane ferry ship motorbike scooter truck van underground subway metro
public_transport: bus tram train underground subway metro
animal: cat dog rabbit hamster horse bird
pet: cat dog rabbit hamster budgie
hue: red blue green yellow black white brown purple pink orange grey gray
coloured: red blue green yellow brown purple pink dark_blue
clothes: shirt trousers dress jeans sweater jumper sock t_shirt blouse jacket coat skirt laundry towel
wool: woollen sweater jumper cashmere merino
furniture: chair table sofa desk shelf wardrobe bed
language: english spanish french german italian portuguese polish dutch chinese japanese russian czech swedish danish turkish korean arabic greek latin
programming_language: javascript typescript python java ruby rust go php perl kotlin swift
database_engine: postgres postgresql mysql sqlite mongodb oracle mariadb redis
package_manager: npm yarn pnpm bun pip poetry
imperial: mile inch foot feet pound ounce fahrenheit yard gallon pint
metric: kilometre kilometer metre meter gram kilogram kilo celsius litre liter centimetre km cm kg
time_zone: utc local_time berlin_time cet cest est pst gmt eastern_time pacific_time new_york_time london_time
secret: password api_key token credential private_key database_password deploy_key access_token env ssh_key
personal_data: name email_address birthday date_of_birth home_address phone_number address iban health_record
customer_data: address customer_address customer_email customer_name address_of_customer customer_record customer_list
data: record table address order_table log_data row
insult: idiot stupid
weekend: saturday sunday
meal: breakfast lunch dinner supper snack
season: spring summer autumn fall winter
month: january february march april june july august september october november december
winter: december january february
summer: june july august
channel_of_words: email chat letter phone_call sms post tweet
service: gateway billing search payment
external_service: live_api bank_api weather_api payment_provider third_party_api stripe real_api
environment: production staging development
document: contract invoice report memo merger_paper letter
gift: watch wine hamper voucher present
payment_method: credit_card bank_transfer cash paypal cheque check direct_debit
seat: aisle_seat window_seat
indentation: tab space
theme: dark_theme light_theme
loud_work: drill saw hammer mow vacuum drum loud_music chainsaw
heavy: washing_machine fridge piano wardrobe sofa crate sack_of_cement moving_box boulder
hostel_or_hotel: hostel hotel
screen: phone tv tablet laptop television
risky_investment: crypto bitcoin option penny_stock
crypto: bitcoin ethereum dogecoin
fossil_fuel: oil gas coal
sharp: knife
glass: jar bottle
customer: mr mrs ms
colleague: engineer developer nurse technician agent designer
empty_dummy: empty_dummy
allergen: nut gluten lactose egg
`;

/** What act is a kind of which other. */
export const actKinds = `
change: rename remove add drop edit modify rework replace delete extend
edit: fix correct reformat rename rewrite
touch: edit change spend take use cover
share: send show paste tell publish give forward put_into upload email mail post read_out
cook: fry boil bake roast grill make braise stew steam saute simmer prepare
pay: buy
spend: buy pay book order accept
buy: order
eat: have taste snack order
drink: have taste sip
store: write save keep put_into
write: add put_into begin open_with start_with finish_with
tell: mail email call message
contact: mail email call message write_to phone ring
communicate: mail email call message
travel: fly drive ride leave
work: write code send answer
log: print write
exercise: run swim lift
push: force_push
deploy: push_to_production
publish: tweet post
take: swallow have
run: start set_running switch_on
serve: make give offer
answer: write reply translate say
send: mail email forward upload post
clean: wash wipe scrub vacuum treat
treat: clean wash
disturb: call ring wake
`;
