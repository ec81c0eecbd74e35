/** Adjectives and adverbs: each group (between "|" or line ends) is one quality in several words, the first its name. */
export const qualities = `
angry furious upset irate enraged mad shouting livid annoyed cross fuming | friendly kind polite warm nice
happy glad satisfied pleased | polite courteous | rude impolite harsh | formal official
informal casual chatty colloquial slangy | confidential secret internal restricted sensitive classified private
public open visible_to_all | open ajar | private personal confidential | shared common | own personal
big large huge giant enormous massive whole | small little tiny minor | short brief concise
long lengthy endless of_eighty_words | new fresh brand_new latest | old outdated former ancient | raw uncooked
unencrypted plain_text plaintext in_clear clear_text cleartext in_the_clear not_encrypted
manual by_hand manually hand | automatic automated | damaged broken cracked defective shattered | coloured colored
failing red broken | flaky unreliable | green passing | urgent critical pressing | truthful honest accurate
seasonal in_season | simple plain easy | complicated complex | concrete specific real | cheap inexpensive
expensive costly pricey dear | variable floating | direct nonstop non_stop straight | backward_compatible compatible
breaking incompatible | parameterised parameterized prepared placeholder | pure side_effect_free | light bright
fast quick | loud noisy | quiet silent | unattended alone unsupervised unwatched
same_time simultaneous at_once in_parallel concurrently together at_the_same_time
immediate at_once right_away tight_loop without_pause instantly straight_away immediately | written in_writing
verbal spoken oral | vegetarian meatless | overdue late | local | second_hand used pre_owned
public publicly_accessible accessible_from_outside | wet damp moist | dirty filthy | safe secure
dangerous unsafe risky hazardous | ironic sarcastic sarcasm irony | verbose wordy | vague unclear | precise exact
round rounded | fixed hard | paid | free free_of_charge gratis | disposable single_use throwaway one_way
reusable refillable | individually separately one_by_one one_at_a_time on_its_own on_their_own
synchronously synchronous | asynchronously asynchronous async | sick ill unwell | tired sleepy exhausted | drunk tipsy
alone by_myself on_my_own on_your_own on_his_own on_her_own solo | outdated stale obsolete deprecated
experimental beta alpha | immutable readonly | global | untrusted foreign third_party | broad wide | wrong incorrect
right correct | in_advance upfront up_front beforehand prepaid | afterwards later
`;
