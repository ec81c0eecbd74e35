/**
 * Verbs, and nouns that are their verb's act: each group (between "|" or line ends) is one act in several words, the first its name. A word may
 * stand in several groups. Several words are joined by "_". Forms need not be listed.
 */
export const acts = `
deploy release ship publish launch rollout roll_out push_out go_live put_live bring_live make_live cut_a_release release_to_production deployment
publish post release put_online upload make_public bring_out go_to_print push_to_the_registry
announce notify tell inform let_know say_in communicate give_notice warn mention_to heads_up brief report_to
tell inform notify let_know announce warn write_to message brief give_notice say_to
ask consult check_with write_to request get_permission enquire inquire clear_with query speak_to talk_to obtain
approve sign_off confirm give_ok ok okay greenlight green_light authorize authorise accept permit agree allow blessing nod consent
review look_at look_over go_over proofread inspect code_review read_through second_pair_of_eyes read look
read proofread look_over go_through | sign countersign signature | merge squash land integrate
commit check_in git_commit | push git_push | force_push push_force git_push_force push_with_force | rebase rebasing
revert roll_back rollback undo back_out | test run_tests test_suite try_out test_run unit_test spec check_tests
check verify validate inspect look_at examine make_sure double_check control confirm test look_up
backup back_up snapshot dump safety_copy take_a_copy save_a_copy copy
migrate migration move_over run_migration schema_change
delete remove erase drop wipe purge destroy terminate truncate get_rid discard clear empty throw_away rm trash scrap bin
remove delete take_out take_off get_rid drop strip uninstall eliminate cut_out
add introduce include insert append put_in bring_in install attach create | install add set_up put_in npm_install
create make add write build set_up generate draft | build compile construct
write compose draft author put_into note_down jot word phrase type
edit change modify alter correct fix patch touch adjust amend reformat rewrite tweak update
change modify alter edit adjust rework amend rename update switch | rename call_it new_name
fix repair mend correct patch solve debug resolve | repair fix mend restore patch_up
replace swap exchange substitute switch | refactor restructure rework clean_up rewrite tidy_up reorganise reorganize
restart reboot bounce start_again relaunch | start begin launch kick_off commence initiate open trigger
stop end quit cease halt abort break_off give_up discontinue | pause interrupt break | finish complete end conclude
switch_off turn_off disable shut_down deactivate power_off shut_off take_down remove
switch_on turn_on enable activate power_on flip_on | disable switch_off turn_off deactivate comment_out mute
comment_out put_into_a_comment disable | scale resize
retry try_again repeat call_again send_again resend another_attempt attempt run_again try_once_more | cache caching
log record write_into_the_log print_to_the_log trace | record log note write_down register enter document
note record write_down enter put_into document register | store save keep persist put_into write_into hold
save store keep put_aside | keep hold retain store preserve | hash hashing | encrypt encode encryption
share disclose pass_on hand_over give_out reveal forward expose leak tell show send give publish put_into paste make_available
send mail email forward transmit hand_over pass_on deliver post dispatch ship submit upload give
mail email write_to send send_a_mail | forward pass_on send_on | reply answer respond response write_back get_back_to
call phone ring telephone dial give_a_call | talk speak chat discuss | translate render_in
summarise summarize summary abstract recap sum_up | copy cc put_in_copy in_cc copy_in duplicate
print printout print_out run_off | scan digitise digitize | close shut resolve mark_as_done | open unlock
lock close_off | escalate hand_up pass_to_a_manager pass_up hand_over | solve fix resolve sort_out
refund pay_back money_back reimburse repay give_money_back return_the_money reimbursement
apologise apologize apology say_sorry
promise guarantee assure commit_to pledge give_ones_word swear for_certain for_sure definitely will_be_there
offer propose give hand_out grant | give hand hand_over offer present grant | accept take receive agree_to
refuse reject decline turn_down deny | wrap shrink_wrap packaging package
blame fault accuse own_fault point_the_finger | insult swear_at | interrupt talk_over cut_off
invite bring_along take_along ask_along | meet meeting
schedule plan set_up arrange book put_into_the_calendar fix_a_date set
book reserve schedule order buy_a_ticket reservation arrange | cancel call_off
buy purchase order get pick_up shop_for acquire grab pay_for | sell get_rid | pay settle transfer spend
transfer wire send pay move_money | spend pay cost put_into blow lay_out | invest put_money_into buy_shares buy_stock
borrow loan take_out_a_loan lend credit | lend loan borrow_out | donate give_to_charity | withdraw take_out
sign_up subscribe register | travel trip go_on_a_journey journey
leave depart go_away set_off set_out head_off head_for | fly take_a_plane take_a_flight plane
drive take_the_car car behind_the_wheel take_the_wheel | walk go_on_foot on_foot stroll | ride cycle
swim go_swimming | run jog running | exercise work_out train workout | lift carry heave haul pick_up
sleep nap go_to_bed bedtime bed | wake get_up | eat have consume snack dine feast swallow taste munch
drink sip have consume | take swallow have consume | smoke cigarette | cook prepare
fry saute pan_fry brown deep_fry sear | bake put_into_the_oven | boil simmer cook | roast bake grill
salt season season_with_salt sprinkle_salt | season salt spice | soak put_into_water steep leave_in_water
wash rinse clean cleanse scrub | peel skin | chop cut slice dice | stir mix | taste try sample
serve dish_up give_to put_before offer | freeze put_into_the_freezer | refrigerate chill put_into_the_fridge
preheat heat_up warm_up | heat warm | clean wash wipe scrub mop tidy vacuum hoover | iron press | dry tumble_dry
paint coat | drill bore make_a_hole hole | hammer nail | saw | mow cut_the_grass | water give_water | plant sow
unplug pull_the_plug disconnect | plug_in connect
throw_away discard dispose throw_out toss bin dump put_into_the_trash | separate sort split | recycle reuse
burn light | scratch scrape | tidy clean_up put_away | let_out let_outside | let_in allow_in | download fetch pull
fetch call request load get query | call invoke fetch request | import require | export dump | mock stub fake
hardcode hard_code write_into_the_code bake_in | ignore skip overlook disregard swallow | catch handle | throw raise
return give_back | expose open_up make_public | restrict limit | monitor watch observe keep_an_eye | tag label mark
name call title | number count | format lay_out prettier | lint linter run_the_linter eslint
optimise optimize speed_up | document write_documentation docs | explain describe clarify
cite name_a_source reference source link_to quote | define definition
use utilise utilize employ apply work_with rely_on | work labour | hire employ take_on | fire dismiss let_go lay_off
train teach | delegate hand_over | decide make_a_decision | estimate guess | measure weigh
rest take_a_break break pause | see visit look | visit go_to go_and_see | wait hold_on | wear put_on dress
mix combine blend | combine mix together_with take_with | reheat warm_up_again heat_up_again warm_again microwave
touch handle lay_hands | escort accompany | negotiate haggle | rotate renew replace | renew extend | squash flatten
archive put_into_the_archive | attach enclose | anonymise anonymize mask redact pseudonymise
sanitise sanitize escape | parse read_in | sort order_by | block lock | overwrite replace write_over
skip leave_out omit pass_over | override overrule | bypass circumvent work_around | unattended leave_alone
take_off land | pack put_into_the_bag | unpack take_out_of_the_bag | exceed go_over | introduce present
greet say_hello salute address | address greet call | sound_like read_like | stay keep remain
joke crack_a_joke make_a_joke funny humour | expose open make_reachable make_accessible open_to_the_internet
authenticate login log_in sign_in authentication
hard_code put_into_the_code put_directly_into write_into_the_source bake_into embed | wait hold on_hold queue
postpone put_off delay defer move_back push_back | inform update keep_posted | object refuse
argue quarrel fight insist dispute contradict | complain complaint grumble | criticise criticize slam put_down
praise compliment laud | thank thank_you gratitude | congratulate congratulations | hurry rush | lie deceive mislead
reveal disclose tell give_away | spell write_out | abbreviate shorten | shorten cut condense trim
lengthen extend pad | expand widen grow increase | increase raise bump boost lift_up
decrease reduce lower cut bring_down | limit cap bound | copy duplicate clone paste | paste insert
move relocate shift transfer | migrate port | upgrade update bump | update upgrade refresh | pin lock_the_version
swallow catch_and_ignore | log_out sign_out | impersonate pose
borrow use_borrowed_money on_margin margin take_a_loan | gamble bet wager play_the_lottery casino | haggle bargain
compare weigh_up | evaluate assess | tip leave_a_tip | insure cover | overtake pass | speed drive_too_fast | park
refuel fill_up | charge plug_in | hitchhike thumb_a_lift | check_in register | check_out
pack take_along bring carry put_in_the_bag | forget leave_at_home leave_behind | lose misplace | lend hand_out
wake wake_up | shower bathe | brush clean | stretch warm_up limber_up | fast skip_meals | measure take_the_temperature
consult see_a_doctor ask_a_doctor ask | bandage dress | disinfect sterilise sanitise | drain pour_off | defrost thaw
grill barbecue | reheat warm_up heat_up heat_again | cool let_cool cool_down | cover put_a_lid_on
sweeten add_sugar put_sugar | decorate garnish | bleach whiten | tumble_dry put_into_the_dryer dryer | hang hang_up
ventilate air | heat turn_up_the_heating | light set_fire ignite | extinguish put_out blow_out
leave_on leave_running keep_on | lock lock_up | ring ring_the_bell | feed give_food fodder | walk take_for_a_walk
trim prune cut | fertilise fertilize | delegate assign hand_off pass_to | assign allocate | overrule veto
present show demonstrate demo | minute take_minutes write_minutes | record tape film | plagiarise copy_without_citing
proofread spell_check | capitalise capitalize write_in_capitals | highlight mark | cite credit | exaggerate overstate
wreck destroy ruin demolish smash | ruin spoil wreck | mock ridicule make_fun deride | abandon desert forsake
incinerate burn | rouse wake wake_up awaken
speculate guess | rollout canary | benchmark profile | deprecate mark_as_deprecated | throw rethrow | inline
duplicate copy_and_paste | query select | index | seed | provision spin_up | patch hotfix | debug attach_a_debugger
agree consent permit allow approve permission approval ask ok_from blessing get_permission | prescribe prescription
unplug pull_out | plug_in plugged | use_parameterised bind | thicken bind | smoke vape | vote elect | overcook burn
hand_in submit turn_in | stay_up go_to_bed_late | ghost ignore | leave_open keep_open open | keep_shut close
lean rely | outsource give_to_an_outside_company | rent hire lease | charge bill invoice
refund reimburse return_the_money give_back_the_money | block ban | unsubscribe cancel | download install
gossip talk_behind_the_back | raise_ones_voice shout yell | shout yell scream raise_the_voice | swear curse
gossip rumour rumor tell_rumours spread_rumours | phone_call call ring telephone | freeze refreeze freeze_again
sleep go_to_bed going_to_bed
`;
