/** What excludes what: the words of a line cannot all be true of one thing. */
export const opposites = `
production staging development
production local
big small
large small
short long
early late
new old
morning afternoon evening night
fixed variable
formal informal
public private
public confidential
friendly rude
angry happy
angry friendly
raw cooked
encrypted unencrypted
unencrypted hash
manual automatic
dark light
fast slow
loud quiet
hot cold
cheap expensive
simple complicated
shared own
before after
first last
full empty
damaged intact
damaged like
coloured white
backward_compatible breaking
written verbal
vegetarian meat
direct layover
window aisle
concrete abstract
concrete definition
answer_in no_answer
repair replace
inside outside
utc local_time berlin_time cet cest est pst eastern_time pacific_time new_york_time london_time
english spanish french german italian portuguese polish dutch chinese japanese russian czech swedish danish turkish korean arabic greek
metric imperial
british american
us uk
tab space
last_name first_name
synchronous asynchronous
public internal
start finish
open close
add remove
buy sell
increase decrease
left right
male female
winter summer
truthful false
written spoken
`;
