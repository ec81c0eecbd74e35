/** Nouns: each group (between "|" or line ends) is one thing in several words, the first its name. Several words are joined by "_". */
export const things = `
production prod live_system live_environment live live_server live_database
staging stage test_database test_server test_system test_instance sandbox staging_environment preproduction test_environment
main master trunk main_branch master_branch default_branch | branch feature_branch | pull_request pr merge_request mr
dependency package library third_party_package npm_package | ticket issue case | request call query api_call
attempt try retry | secret credential password api_key token key private_key access_key env_file secrets passphrase
password passphrase pin | data record information table dataset row database details
customer client buyer shopper guest user caller | colleague coworker teammate employee staff
manager boss supervisor lead team_lead head | team group crew
third_party outsider outside_agency external_company partner_company vendor agency contractor another_company advertiser outside_company external_partner
email mail e_mail message newsletter | chat slack chat_channel channel teams_channel
document paper file | documentation docs readme manual handbook wiki
changelog release_notes changelog_entry | test spec test_case unit_test test_suite tests | log logfile logs
timestamp time date_time created_at | function method routine | variable constant | comment remark
error exception failure | bug defect fault error | password passwd | column field | table relation
address home_address | phone_number private_number number home_number mobile_number telephone_number
salary pay wage income earnings earn_how_much what_everybody_earns earn compensation | photo picture image snapshot
heading title headline caption | sentence phrase | paragraph passage | source reference citation link origin
number figure statistic percentage percent | article post blog_post story piece | summary abstract recap
emoji smiley emoticon | exclamation_mark exclamation_point | meeting call appointment session conference standup meet
board directors | holiday vacation leave time_off | invoice bill | receipt sales_slip | refund money_back
voucher coupon gift_card discount_code | discount price_reduction rebate percent_off | delivery_date arrival_date date
delivery parcel shipment package | flight plane airplane aeroplane fly | plane airplane aeroplane flight fly
unit_test | end_to_end_test e2e_test | integration_test | train rail railway | taxi cab uber | car automobile | bicycle bike | layover stop stopover change connection
hotel inn | luggage suitcase bag baggage | seat place | insurance cover policy | trip journey travel tour vacation
passport id papers travel_document | lift elevator | stairs staircase steps | breakfast morning_meal
dinner supper evening_meal | lunch midday_meal | meal dish food | guest visitor | peanut groundnut
sweetener aspartame | washing_machine laundry washer wash | dishwasher dish_washer | bleach chlorine | cat kitten
dog puppy | waste rubbish trash garbage | plastic cling_film shrink_wrap clingfilm | wall | landlord owner
neighbour neighbor | child kid toddler baby son daughter | doctor physician gp | medicine medication drug pill tablet
pill tablet capsule | plaster bandage band_aid | fund savings money_set_aside reserve
company firm maker business manufacturer corporation producer enterprise
emergency_fund money_set_aside_for_emergencies rainy_day_fund money_for_emergencies emergency_money money_aside_for_emergencies emergency_savings
credit_card card visa mastercard | bank_transfer wire_transfer transfer | cash banknote notes | loan credit debt
share stock equity | tobacco cigarette cigar smoking | weapon arms gun | alcohol booze liquor | order_number order_id
last_name surname family_name | first_name given_name | opening_hours | night nighttime | incident outage
feature function | api interface endpoint | patch_release bugfix_release
generated_files generated_code build_output generator_output | global_variable global global_state
inheritance inherit extends subclass subclassing | composition compose | typescript ts | javascript js | friday
heading title | acronym abbreviation | passive_voice passive | first_person i_form | footnote endnote
example instance sample illustration | definition formal_definition
impulse spontaneous spur_of_the_moment on_a_whim at_the_till look_nice look_so_nice | dependency package
manual_step by_hand manual manually hand | third_floor floor | code source_code | ui interface | database db
server machine host | laptop notebook | phone mobile smartphone cell_phone
legal lawyer legal_department legal_team counsel | hr human_resources personnel | security_team security
support support_team helpdesk help_desk | accounting finance bookkeeping accounts | price cost | tip gratuity | sugar
salt | screen display monitor | screenshot screen_capture | icon symbol | jargon buzzword technical_term
abbreviation acronym short_form | bullet_point bullet list_item bulleted_list bullet_list list
table_of_contents contents | cliche platitude | lockfile package_lock lock_file
feature_flag toggle flag feature_toggle | canary canary_release | load_balancer | friday_evening
public_api exported_api exported_name | wifi public_wifi wlan | vpn | receipt proof_of_purchase | contract agreement
deposit down_payment | subscription membership | overtime extra_hours | noise loud_music loud_work
firewall ufw iptables | port | authentication login auth | internet web online net public_internet
reply_all everyone_on_the_thread reply_to_all | schema table_definition column table alter_table structure
rollback_plan way_back plan_b | relative family_member kin | diagnosis illness what_the_patient_has disease condition
patient | complaint | hold queue | computer pc laptop workstation screen | desk workplace | licence license
blog website | approval sign_off ok consent permission blessing yes | consent permission approval agreement
permission consent approval | reviewer approver | author writer | editor | deadline due_date | agenda
minutes protocol meeting_notes | attendee participant | slide deck presentation slides | spreadsheet excel sheet
calendar | attachment attached_file | subject_line subject | signature full_name | bcc | draft | font typeface
table chart | chart graph diagram plot | picture image illustration | alt_text image_description | caption legend
link url hyperlink | hashtag | keyword | quote quotation citation | plagiarism | metaphor | adjective | adverb
pronoun | comma | semicolon | dash hyphen | capital capital_letter uppercase | tone voice | reader audience
budget allowance | spending_limit | expense cost expenditure | bank_account account | pin pin_code
iban account_number | tax_return tax_declaration | mortgage home_loan | rent | rate interest_rate interest | bonus
pension retirement_fund retirement_savings | lottery lotto | stove oven hob cooker gas | oven stove
fridge refrigerator | freezer | kettle | sink | drain | carpet rug | curtain blind | key | alarm | window | door
garden yard | lawn grass | tree | plant flower | battery | bulb lamp | shoe boot sneaker | towel | sheet bed_linen
detergent washing_powder | vacuum_cleaner hoover | ladder | candle | smoke_detector | food
leftover leftovers yesterdays_food | dough batter | sauce gravy | soup broth | stock broth | topping
cutting_board chopping_board | knife blade | lid cover | fish | rice basmati | egg | honey | gluten wheat
allergy intolerance | calorie | vitamin | dose dosage | prescription | vaccine vaccination jab shot | blood_pressure
fever temperature | sleep | helmet | seat_belt seatbelt belt | sunscreen sun_cream suncream | glove | mask
passport travel_document | visa | ticket | boarding_pass | gate | airport | station | border | map
hand_luggage carry_on cabin_bag | rental_car hire_car | motorway highway | hostel | airbnb holiday_flat apartment
tour | guide | deposit | cancellation free_cancellation | itinerary | warranty guarantee | replacement exchange
ticket_number | case_number | script template canned_answer | chat_log transcript | callback | waiting_time hold_time
opening_line greeting | apology | contract | nda confidentiality_agreement | trade_secret
patient_record medical_record | feature_flag | queue | thread | lock mutex | pointer | loop | array list | null nil
exception | stack_trace traceback | magic_number | constant | enum | interface | class | singleton | decorator
mock stub | fixture | snapshot | coverage test_coverage | ci pipeline build_server | build | artifact
image docker_image | container | cluster | node | replica instance pod | region zone | cdn | dns | certificate cert
domain | cron cron_job scheduled_job | migration | index | foreign_key | transaction | view | trigger
stored_procedure | cache | session | cookie | header | status_code | endpoint route | payload body | webhook
rate_limit | timeout time_limit | retry | feature | hotfix emergency_fix | root root_user superuser admin
admin administrator root | permission right access access_right | ssh
float floating_point floating_point_number double | sarcasm sarcastic irony ironic | history commits
competitor competition rival | weekend | office workplace | open_plan_office shared_office | parking_lot car_park
intern trainee apprentice | contractor freelancer | applicant candidate | investor shareholder
press journalist reporter media | lawsuit legal_dispute | police | fire flame | smoke | rug carpet | nail_polish
makeup | bathroom toilet restroom | basement cellar | attic loft | roof | plug socket outlet | microwave | toaster
blender mixer | aluminium_foil tin_foil | foil tin_foil | backlog | notification alert alarm | on_call pager
runbook playbook | postmortem incident_report | status_page | uptime availability | latency response_time | throughput
memory ram | disk hard_disk ssd | storage disk_space | bandwidth | traffic | payload | encryption tls ssl https
vulnerability security_hole cve security_issue | exploit | penetration_test pentest | audit | compliance
gdpr data_protection | privacy | tracking analytics | ad advert advertisement | survey questionnaire poll
newsletter mailing | spam | subject subject_line | paragraph | chapter section | page
bibliography list_of_references | glossary | appendix annex | footer | margin | spacing | bold bold_type | italics
underline | abbreviation | simile | pun wordplay | rhetorical_question | direct_speech | dialogue | narrator
character protagonist | plot | spoiler | hyphen | apostrophe | bracket parenthesis parentheses | ellipsis
numeral digit | decimal | unit | foreign_word loan_word | slang | dialect | gendered_language he_or_she | clickbait
`;
