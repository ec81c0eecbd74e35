/** Nouns: each group (between "|" or line ends) is one thing in several words, the first its name. Several words are joined by "_". */
export const things = `
development dev development_environment dev_environment | production prod live_system live_environment live live_server live_database
staging test_database test_server test_system test_instance sandbox staging_environment preproduction test_environment
main master trunk main_branch master_branch default_branch | branch feature_branch | pull_request pr merge_request mr
dependency package library third_party_package npm_package | ticket issue case | request call query api_call
attempt try retry | secret credential password api_key token key private_key access_key env_file passphrase
password passphrase pin | data record information table dataset row database details
customer client buyer shopper guest user caller | colleague coworker teammate employee staff
manager boss supervisor lead team_lead head | team group crew
third_party outsider outside_agency external_company partner_company vendor agency contractor another_company advertiser outside_company external_partner
email mail e_mail message newsletter | chat slack chat_channel channel teams_channel | document paper file
documentation docs readme manual handbook wiki | changelog release_notes changelog_entry
test spec test_case unit_test test_suite tests | log logfile | timestamp time date_time created_at
function method routine | variable constant | comment remark | error exception failure | bug defect fault error
password passwd | column field | table relation | address home_address
phone_number private_number number home_number mobile_number telephone_number
salary pay wage income earnings earn_how_much what_everybody_earns compensation | photo picture image snapshot
heading title headline caption | sentence phrase | paragraph passage | source reference citation link origin
number figure statistic percentage percent | article post blog_post story piece | summary abstract recap
emoji smiley emoticon | exclamation_mark exclamation_point | meeting call appointment session conference standup retro retrospective catch_up
board directors | holiday vacation leave time_off | receipt sales_slip | refund money_back
voucher coupon gift_card discount_code | discount price_reduction rebate percent_off | delivery_date arrival_date date
delivery parcel shipment package | plane airplane aeroplane flight fly | end_to_end_test e2e_test | train rail railway
taxi cab uber | car automobile | bicycle bike | layover stop stopover change connection | hotel inn
luggage suitcase bag baggage | seat place | insurance cover policy | trip journey travel tour vacation
passport id papers travel_document | lift elevator | stairs staircase steps | breakfast morning_meal
dinner supper evening_meal | lunch midday_meal | meal dish food | guest visitor | peanut groundnut
sweetener aspartame | washing_machine laundry washer wash | dishwasher dish_washer | bleach chlorine | cat kitten
dog puppy | waste rubbish trash garbage | plastic cling_film shrink_wrap clingfilm | landlord owner
neighbour neighbor | child kid toddler baby son daughter | doctor physician gp | medicine medication drug pill tablet
pill tablet capsule | plaster bandage band_aid | fund savings money_set_aside reserve
company firm maker business manufacturer corporation producer enterprise
emergency_fund money_set_aside_for_emergencies rainy_day_fund money_for_emergencies emergency_money money_aside_for_emergencies emergency_savings
credit_card card visa mastercard | bank_transfer wire_transfer transfer | cash banknote notes | loan credit debt
share stock equity | tobacco cigarette cigar smoking | weapon arms gun | alcohol booze liquor | order_number order_id
last_name surname family_name | first_name given_name | opening_hours | night nighttime | incident outage
feature function | api interface endpoint | patch_release bugfix_release
generated_files generated_code build_output generator_output | global_variable global global_state
inheritance inherit extends subclass | composition compose | typescript ts | javascript js | passive_voice passive
first_person i_form | footnote endnote | example instance sample illustration | definition formal_definition
impulse spontaneous spur_of_the_moment on_a_whim at_the_till look_nice look_so_nice | dependency package
manual_step by_hand manual manually hand | third_floor floor | code source_code | ui interface | database db
server machine host | laptop notebook | phone mobile smartphone cell_phone
legal lawyer legal_department legal_team counsel | hr human_resources personnel | security_team security
support support_team helpdesk help_desk | accounting finance bookkeeping | price cost | tip gratuity
screen display monitor | screenshot screen_capture | icon symbol | jargon buzzword technical_term
abbreviation acronym short_form | bullet_point bullet list_item bulleted_list list | table_of_contents contents
cliche platitude | lockfile package_lock lock_file | feature_flag toggle flag feature_toggle | canary canary_release
public_api exported_api exported_name | wifi public_wifi wlan | receipt proof_of_purchase | contract agreement
deposit down_payment | subscription membership | overtime extra_hours | noise loud_music loud_work
firewall ufw iptables | authentication login auth | internet web online net public_internet
reply_all everyone_on_the_thread reply_to_all | schema table_definition column table alter_table structure
rollback_plan way_back plan_b | relative family_member kin | diagnosis illness what_the_patient_has disease condition
hold queue | computer pc laptop workstation screen | desk workplace | licence license | blog website
approval sign_off ok consent permission blessing yes | consent permission approval agreement | reviewer approver
author writer | deadline due_date | minutes protocol meeting_notes | attendee participant | slide deck presentation
spreadsheet excel sheet | attachment attached_file | signature full_name | font typeface | table chart
chart graph diagram plot | picture image illustration | alt_text image_description | caption legend
link url hyperlink | quote quotation citation | dash hyphen | capital capital_letter uppercase | tone voice
reader audience | budget allowance | expense cost expenditure | bank_account account | pin pin_code
iban account_number | tax_return tax_declaration | mortgage home_loan | rent | rate interest_rate interest
pension retirement_fund retirement_savings | lottery lotto | stove oven hob cooker gas | fridge refrigerator
curtain blind | garden yard | lawn grass | tree | plant flower | bulb lamp | shoe boot sneaker | sheet bed_linen
detergent washing_powder | vacuum_cleaner hoover | leftover yesterdays_food | dough batter | sauce gravy | soup broth
stock broth | cutting_board chopping_board | knife blade | lid cover | rice basmati | gluten wheat
allergy intolerance | dose dosage | vaccine vaccination jab shot | fever temperature | sleep | seat_belt seatbelt belt
sunscreen sun_cream suncream | hand_luggage carry_on cabin_bag | rental_car hire_car | motorway highway
airbnb holiday_flat apartment | tour | guide | cancellation free_cancellation | warranty guarantee
replacement exchange | script template canned_answer | chat_log transcript | waiting_time hold_time
opening_line greeting | nda confidentiality_agreement | patient_record medical_record | lock mutex | array list
null nil | stack_trace traceback | mock stub | coverage test_coverage | ci pipeline build_server | build
image docker_image | replica instance pod | region zone | certificate cert | cron cron_job scheduled_job | index
endpoint route | payload body | timeout time_limit | hotfix emergency_fix | root root_user superuser admin
admin administrator root | permission right access access_right | float floating_point floating_point_number double
sarcasm sarcastic irony ironic | history commits | competitor competition rival | office workplace
open_plan_office shared_office | parking_lot car_park | intern trainee apprentice | contractor freelancer
applicant candidate | investor shareholder | press journalist reporter media | lawsuit legal_dispute | fire flame
rug carpet | bathroom toilet restroom | basement cellar | attic loft | plug socket outlet | blender mixer
aluminium_foil tin_foil | foil tin_foil | notification alert alarm | on_call pager | runbook playbook
postmortem incident_report | uptime availability | latency response_time | memory ram | disk hard_disk ssd
storage disk_space | encryption tls ssl https | vulnerability security_hole cve security_issue
penetration_test pentest | gdpr data_protection | tracking analytics | ad advert advertisement
survey questionnaire poll | subject subject_line | chapter section | bibliography list_of_references | appendix annex
bold bold_type | pun wordplay | character protagonist | bracket parenthesis | numeral digit | foreign_word loan_word
gendered_language he_or_she
`;
