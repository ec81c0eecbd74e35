/** Nouns: each line is one thing in several words, the first its name. Several words are joined by "_". */
export const things = `
production prod live_system live_environment live live_server live_database
staging stage staging_environment preproduction test_environment
main master trunk main_branch master_branch default_branch
branch feature_branch
pull_request pr merge_request mr
dependency package library third_party_package npm_package
ticket issue case
request call query api_call
attempt try retry
secret credential password api_key token key private_key access_key env_file secrets passphrase
password passphrase pin
data record information table dataset row database details
customer client buyer shopper guest user caller
colleague coworker teammate employee staff
manager boss supervisor lead team_lead head
team group crew
third_party outsider outside_agency external_company partner_company vendor agency contractor another_company advertiser outside_company external_partner
email mail e_mail message newsletter
chat slack chat_channel channel teams_channel
document paper file contract report pdf
documentation docs readme manual handbook wiki
changelog release_notes changelog_entry
test spec test_case unit_test test_suite tests
log logfile logs
timestamp time date_time created_at
function method routine
variable constant
comment remark
error exception failure
bug defect fault error
password passwd
column field
table relation
address home_address
phone_number private_number number home_number mobile_number telephone_number
salary pay wage income earnings earn_how_much what_everybody_earns earn compensation
photo picture image snapshot
heading title headline caption
sentence phrase
paragraph passage
source reference citation link origin
number figure statistic percentage percent
article post blog_post story piece
summary abstract recap
emoji smiley emoticon
exclamation_mark exclamation_point
meeting call appointment session conference standup meet
board directors
holiday vacation leave time_off
invoice bill
receipt sales_slip
refund money_back
voucher coupon gift_card discount_code
discount price_reduction rebate percent_off
delivery_date arrival_date date
delivery parcel shipment package
flight plane airplane aeroplane fly
plane airplane aeroplane flight fly
train rail railway
taxi cab uber
car automobile vehicle
bicycle bike
layover stop stopover change connection
hotel inn
luggage suitcase bag baggage
seat place
insurance cover policy
trip journey travel tour vacation
passport id papers travel_document
lift elevator
stairs staircase steps
breakfast morning_meal
dinner supper evening_meal
lunch midday_meal
meal dish food
guest visitor
peanut groundnut
sweetener aspartame
washing_machine laundry washer wash
dishwasher dish_washer
bleach chlorine
cat kitten
dog puppy
waste rubbish trash garbage
plastic cling_film shrink_wrap clingfilm
wall
landlord owner
neighbour neighbor
child kid toddler baby son daughter
doctor physician gp
medicine medication drug pill tablet
pill tablet capsule
plaster bandage band_aid
fund savings money_set_aside reserve
company firm maker business manufacturer corporation producer enterprise
emergency_fund money_set_aside_for_emergencies rainy_day_fund money_for_emergencies emergency_money money_aside_for_emergencies emergency_savings
credit_card card visa mastercard
bank_transfer wire_transfer transfer
cash banknote notes
loan credit debt
share stock equity
tobacco cigarette cigar smoking
weapon arms gun
alcohol booze liquor
order_number order_id
last_name surname family_name
first_name given_name
opening_hours
night nighttime
incident outage
feature function
api interface endpoint
patch_release bugfix_release
generated_files generated_code build_output generator_output
global_variable global global_state
inheritance inherit extends subclass subclassing
composition compose
typescript ts
javascript js
friday
heading title
acronym abbreviation
passive_voice passive
first_person i_form
footnote endnote
example instance sample illustration
definition formal_definition
impulse spontaneous spur_of_the_moment on_a_whim at_the_till look_nice look_so_nice
dependency package
manual_step by_hand manual manually hand
third_floor floor
code source_code
ui interface
database db
server machine host
laptop notebook
phone mobile smartphone cell_phone
legal lawyer legal_department legal_team counsel
hr human_resources personnel
security_team security
support support_team helpdesk help_desk
accounting finance bookkeeping accounts
price cost
tip gratuity
sugar
salt
screen display monitor
screenshot screen_capture
icon symbol
jargon buzzword technical_term
abbreviation acronym short_form
bullet_point bullet list_item bulleted_list bullet_list list
table_of_contents contents
cliche platitude
lockfile package_lock lock_file
feature_flag toggle flag feature_toggle
canary canary_release
load_balancer
friday_evening
public_api exported_api exported_name
wifi public_wifi wlan
vpn
receipt proof_of_purchase
contract agreement
deposit down_payment
subscription membership
overtime extra_hours
noise loud_music loud_work
`;
