/** Verbs that requests begin with less often than with those of `verbs.ts`, which joins them. */
export const rarer = `abandon abbreviate absorb accelerate accentuate accommodate accumulate achieve acquire activate administer aggregate
  airbrush allowlist alter amplify appeal appease apprise ascertain assist attack attain attribute audition augment
  authenticate authorise authorize await awaken award babble babysit backfill backport bar barter bathe bcc become
  befriend beg belittle benchmark bend bind blab blacklist blanch bluff blur boast bold bookmark boost bounce bow
  bowl brag braise bribe brighten broadcast broaden broil browse buff bulk bullet bury canvass carve categorise
  categorize caution cc celebrate chain challenge chart cheat cherry-pick chill chunk churn clash circle clamp clap
  classify clip cloak clog co-sign coax coerce collaborate collate color colour commence commend commission compel
  compensate complement comprehend compromise conceal concede concentrate concern conclude conduct confide configure
  confine conform confront congratulate conserve consolidate construct consume containerise contest contextualise
  contrast convene converse convey convince cooperate coordinate cope corner correspond counsel crack cram crash
  credit cross-check crouch crumble crush cultivate curb cure curl dab damage dampen dance dare dash deactivate
  deadhead debate debone debrief decant deceive decipher decode decompose decorate decrease dedicate deduce
  deduplicate deepen defeat defend deflate defrag defrost degrade demand demo demolish demonstrate demote denote
  denounce deny depict deposit deprecate derail derive descale descend deselect detach detail detect deter determine
  deviate devise devote devour diagnose dice differ differentiate dig digest digitise digress dip direct disagree
  disappear disappoint disapprove discharge discipline disconnect discourage discover discriminate disengage
  disguise disinfect dislike dismantle dispatch disperse dispute disqualify disregard disrupt dissect dissolve
  dissuade distil distinguish distort distress distribute ditch diversify divert divulge dock dockerise dodge donate
  doodle dot double-check downgrade downsize downvote drag dramatise dread dredge drizzle drown drum dry-run dub
  duck dull dump dunk dust dwell ease eavesdrop echo economise educate eject elect elevate eliminate embark
  embarrass embellish embrace emerge emit empathise employ empower emulate enact encapsulate encounter endanger
  endorse endure engage engrave enhance enjoy enlarge enlighten enlist enrich entail entitle entrust enumerate
  envelop envisage equalise equate equip erase erect escape escort establish evacuate evade examine exchange excite
  exclaim exfoliate exhaust exhibit exile exist exit expedite expel experiment expire exploit explore extinguish
  extract extrapolate eyeball fabricate face facilitate fact-check fake falsify fan farm fashion fax feature
  fend fiddle fidget fight figure finance finetune fire fish fixate flatten flavor flavour flee fling flip float
  flood floor flour flout fluff foil follow-up fool foot forbid forego foresee foreshadow forge forgive formalise
  formulate foster frame frequent frighten frown fuel fulfil fulfill function fund fuss garnish gasp gatekeep gauge
  gaze generalise generalize giggle glance glaze gloat glorify glue gobble google gossip govern grab grade grant
  graph grasp grate grease greenlight grey grin grind grip groan groom ground grumble guarantee guard guest gulp
  hack haggle halt halve hammer handwash hang-dry harass harden harm harmonise harp haul head heap heed hem herd
  hinder hint hog holler hone honor honour hook hop host hotfix hug hum humour hush hydrate ice idealise ignite
  illustrate imitate immerse impersonate implore imply impose impress improvise inch incorporate increment index
  indicate indulge infer inflate inflict influence infuse ingest inherit initial initialise initiate innovate
  inquire inscribe insinuate insulate insure integrate intend interact intercept interfere interleave interpolate
  interpret interrogate intervene interview intimidate intrude inundate invade investigate invoke isolate issue
  itemise itemize jab jam jazz jeopardise jog join jot journal juggle juice julienne jumble kick kill kiss kneel
  knit knock lace lag lament laminate latch laugh launch launder layer leak leap lease level leverage liaise
  liberate license lick lie lighten liken limp linger liquidate litter live loathe lobby lodge loop loot lull lure
  machine-wash magnify malign mandate mangle manipulate manufacture map mash mask massage master mate maximise
  maximize mediate meditate mellow melt mend mentor mesh micromanage mimic mince mingle mirror misgender
  mishandle misinterpret misquote misread misuse mitigate mob mobilise model moderate modernise moisturise
  mold monetise monkeypatch mop mope motivate mould mount mourn muddle mulch multiply mumble mutate mutter mystify
  nail nationalise navigate needle neglect nip nod nominate normalise normalize notarise notice nurse object obscure
  observe obsess obtain occupy offend offload ooze oppose opt orchestrate orient originate ostracise oust outperform
  outrank overdo overestimate overexplain overfeed overfill overhaul overhear overlap overlay overlook overrule
  oversee oversell oversimplify overstate overstay overtake overthink overturn overwhelm owe paddle page paginate
  pamper pan panic pant paper paragraph parallelise paralyse pardon parry part partition pass patrol pave peek peer
  peg penalise penetrate perceive perfect perish permeate persist personalise personalize persuade pertain pickle
  picture piggyback pile pinch pinpoint pique pitch pity placate plagiarise plagiarize plaster plate plead pledge
  plough plug plunge poach pocket poke police politicise poll ponder pool pop populate portray pose position possess
  potty-train pound power practice practise pray pre-book pre-order pre-soak precede predict preface prejudge premix
  prescribe preselect presume pretest prettify prevail preview price prick proceed proclaim procure prod profit
  program programme prohibit project proliferate prolong propagate propel prosecute prosper provoke pry
  psychoanalyse punch punctuate punish purify pursue quarantine quarrel queue quicken quilt race rage raid rail
  ramble ramp randomise randomize range rank rate rationalise rattle ravage re-add re-check re-export re-read re-run
  reach react reactivate realign realise realize reap rear rearrange reason rebalance rebel rebuff rebuild rebut
  recall recede recharge recheck reckon reclaim recognise recognize recoil recompile reconfigure reconnect
  reconsider reconstruct recount recoup recover recreate recruit rectify redeem redefine redeploy redesign redirect
  redo reel reenter reevaluate reexamine refetch refine reflect refresh refrigerate refute regard regenerate regroup
  regulate rein reinforce reinstall reinstate reinvent reiterate reject relabel relate relax relay relearn relegate
  relieve relinquish relish remap remark remedy reminisce remit remodel renegotiate renovate reopen repack repaint
  repair repay repel replay replenish replicate reposition represent reprimand reprint reproduce repurpose rescale
  rescue research resend resent resettle reshape reside resign resize resort restock restrain restructure resubmit
  result resume resync retain rethink retouch retrace retract retreat retrieve retrofit retype reunite revamp revere
  reverse revisit revive revoke revolve rewind rewire rework rid ridicule rip rise risk roam roar rob rock roleplay
  rollback romanticise rot rub ruffle ruin rule rumble sabotage sacrifice safeguard salt salute salvage sample
  sanction sandbox sanitise sanitize satirise saturate savour scare scatter scoop score scour scout scrape scratch
  screenshot scribble script scrub scrutinise sculpt second-guess secure seduce seek seize self-censor
  sensationalise sentence sequence serialise sever sew shadow shake shame shape shave shelter shield shine shock
  shoot shop short shoulder shove showcase shower shred shrink shuffle shun sideline sidestep sieve sigh signal
  signpost simulate sink sip situate size skim skirt slack slam slander slap slash sleep slide slim sling slip slot
  slur smash smell smile smooth smuggle snap sneak sneer sniff snip snoop soap soar sob socialise soften solder
  soothe sound sow space span spare spark spawn specialise spellcheck spike spill spin spit sponsor spook spoon spot
  spread sprint spruce spur spy squabble squander square squeeze stabilise stain stake stalk stall stamp stare steal
  steep stem step stereotype sterilise sterilize stifle stigmatise stipulate stitch stockpile stomp stoop stow
  straighten strain strap stratify stray streamline strengthen stress strike stringify strip strive stroke stroll
  struggle strut stuff stumble stun subcontract subject submerge subsidise substantiate subtract sue suffer suffice
  suffix sugar sulk summon superimpose supersede supervise supplant supplement suppress surf surge surprise
  surrender surround survey survive suspect suspend sustain swallow sway sweat sweep swerve swirl symbolise
  sympathise sync synchronise synchronize synthesise tabulate tack tackle taint tally tame tamper tan tangle tape
  tarnish taste tattle taunt tax telegraph telephone temper tempt tend tender terminate terrify testify tether thaw
  theme thicken thin thread threaten thrive thumb thwart tick tickle tilt time timestamp tire toast tokenise
  tolerate toot topple tote tour tow trace trade trail trample transcend transition transmit transplant trap
  traumatise traverse tread trick trickle trigger trouble truncate tuck tug tumble tutor twist typecast
  typecheck typeset uncheck uncover undercook underestimate undergo undermine understate undertake undress unfold
  unfollow unify unit-test unite unload unmute unpack unpick unroll unscrew unseal unsettle unveil unwind unwrap
  uphold uproot upset upvote urge usher usurp utilise utilize utter vacate vaccinate vandalise vape veer veil veneer
  ventilate venture verbalise vet veto victimise video vie view vilify violate visualise visualize voice vote
  vouch wade wag wager wail waive wallow wander wane ward warp warrant watermark waterproof waver wax weaken wean
  weave weight whine whip whisper whitelist whiten widen wield wiggle wilt win wind wink winterise wire wish
  withhold withstand witness woo word wrangle wreck wrestle wring yank yawn yield zigzag zoom`;

/** Of all, those that are nouns or adjectives as often, beside the ones that `verbs.ts` has. */
export const rarerNouns = `appeal attack attribute audition award bar benchmark bluff boast bold bookmark boost bounce bow bowl bribe bulk
  bullet caution chain challenge chart cheat chill chunk circle clamp clash clash clip cloak coach color colour commission
  complement compromise concern conduct contest contrast corner counsel crack crash credit crop crush cure curl
  cycle damage dance dash debate decrease defeat demand demo deposit detail dip direct discharge discipline disguise
  dislike dispute distress ditch dock dot drag dread drum duck dull dump dust ease echo embrace encounter escape
  escort exchange exhaust exhibit exile exit experiment exploit express extract face fake fan farm fashion fax
  feature fight figure finance fire fish float flood floor flour fool foot frame frequent frown fuel function fund
  fuss garnish glance glaze glue gossip grade grant graph grasp grey grin grip ground guarantee guard guest hack
  halt hammer harm haul head heap hem highlight hint hog hook hop host hotfix hug hum humour ice inch index
  influence initial insult interview issue jam journal juice kick kiss knock lace lag latch laugh launch layer leak
  leap lease lecture level leverage license lick lie litter lobby loop lure mandate map mash mask massage
  master mate mesh mirror mob model moderate mold mop mould mount mulch multiply nail needle notice nurse
  object page pan panic pant paper paragraph part partition pass patrol peg perfect picture pile pinch pitch pity
  plaster plate pledge plug pocket police poll pool pop pose position pound power practice preview price probe
  profit program programme project punch queue quilt race rage raid rail ramp range rank rate reach rear reason
  rebel recall recount recruit reel referee refresh regard relay remark remedy repair replay rescue research resort
  result retreat reverse ridicule rip rise risk roar rock rollback ruin rule salt salute sample sanction sandbox
  scare scoop score scout scrape scratch screenshot script scrub sentence sequence shadow shake shame shape
  shelter shield shine shock shop short shoulder shower shuffle sigh signal sink sip size skirt slack slap slash
  sleep slide slim slip slot smell smile smooth snap soap space spare spark spike spin spoon spot spread sprint spur
  spy square squeeze stain stake stall stamp stare steal steep stem step stitch strain strap stray stress strike
  strip stroke stroll struggle stub stuff subject suffix sugar supplement surf surge surprise survey suspect sweat
  sweep tackle tan tape taste tax telephone temper tender thin thread thumb tick time timestamp tire toast 
  tour tow trace trade trail trap trick trigger trouble twist upset urge video view voice vote wager
  wake ward warrant watermark wax weight whip whisper wind wink wire witness word wreck yawn yield zoom`;
