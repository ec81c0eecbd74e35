/** Kinds of which only one is chosen at a time. */
export const choices = `language database_engine payment_method vehicle seat package_manager time_zone programming_language
indentation theme hue file_format image_format framework test_framework operating_system browser accommodation cloud
editor messenger currency date_library web_protocol file_protocol shell_protocol socket_protocol ip_version mail_protocol scale_of_heat`;

/** What excludes what: of the words of a group, only one can be true of a thing. */
export const opposites = `
production staging development | production local | large small | short long | early late | new old
morning afternoon evening night | fixed variable | formal informal | friendly rude | angry happy | angry friendly
encrypted unencrypted | unencrypted hash | manual automatic | dark light | fast slow | loud quiet | hot cold
cheap expensive | simple complicated | shared own | before after | first last | full empty | damaged intact
damaged like | coloured white | backward_compatible breaking | vegetarian meat | direct layover | window aisle
concrete abstract | concrete definition | repair replace | inside outside
utc local_time berlin_time cet cest est pst eastern_time pacific_time new_york_time london_time
english spanish french german italian portuguese polish dutch chinese japanese russian czech swedish danish turkish korean arabic greek
disposable reusable | synchronously asynchronously | metric imperial | british american | us uk | last_name first_name
synchronous asynchronous | public internal | start finish | open close | add remove | buy sell | increase decrease
left right | male female | winter summer | truthful false | written spoken | fresh dried frozen canned | cash card
clean dirty | wet dry | safe dangerous | healthy unhealthy | active passive | positive negative | vague precise
temporary permanent | free paid | sober drunk | stable experimental | mutable immutable | strong weak
plain technical | serious ironic | wool cotton | hand machine | upper lower | uppercase lowercase | singular plural
allow forbid | lock unlock | even odd | north south | domestic abroad | with_milk black | cooked raw | used new
tabs spaces | tab two_space | horizontal vertical | portrait landscape | colour monochrome | upload download
push pull | push fetch | sequential parallel | one_by_one at_once | present_tense past_tense future_tense
in_advance later | running finish | vegan meat | vegan fish | vegan dairy | vegan egg | vegetarian fish | with without
in_person online | in_person video_call | in_person phone | heavy light | indoors outdoors | thawed fresh
primary replica | present absent
`;
