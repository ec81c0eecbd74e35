import { describe, expect, test } from "vitest";
import type { RuleType, Status } from "../../src/memory/conflict/conflict.ts";
import { checkAction } from "./check-action.ts";

/** Plain conflicts, which nobody could forgive to be called SAFE, each with its like that is none. */

type Case = [type: RuleType, rule: string, action: string, status: Status];

const cases: Record<string, Case[]> = {
  "what is due so often, and is done more often": [
    ["MUST", "Feed the cat twice a day", "Feed the cat five times today", "WARNING"],
    ["MUST", "Feed the cat twice a day", "Feed the cat twice today", "SAFE"],
    ["MUST", "Feed the cat twice a day", "Feed the cat once today", "CONFLICT"],
    ["MUST", "Feed the cat twice a day", "Feed the dog five times today", "SAFE"],
    ["MUST", "Water the ferns once a week", "Water the ferns three times this week", "WARNING"],
    ["MUST", "Water the ferns once a week", "Water the ferns every day", "WARNING"],
    ["MUST", "Clean the filter twice a month", "Clean the filter ten times this month", "WARNING"],
    ["PREFER", "Walk the dog three times a day", "Walk the dog six times today", "WARNING"],
    ["MUST", "Run the backup at least twice a day", "Run the backup five times today", "SAFE"],
  ],
  "one of a few, where another is taken": [
    ["MUST", "Use https", "Use http", "CONFLICT"],
    ["MUST", "Use https for all links", "Use http for the link to the docs", "CONFLICT"],
    ["MUST", "Use https", "Use https", "SAFE"],
    ["NEVER", "Use http", "Use https", "SAFE"],
    ["NEVER", "Use http", "Use http", "CONFLICT"],
    ["MUST", "Use sftp", "Use ftp", "CONFLICT"],
    ["MUST", "Use ssh", "Use telnet", "CONFLICT"],
    ["MUST", "Use IPv6", "Use IPv4", "CONFLICT"],
    ["MUST", "Use Celsius", "Use Fahrenheit", "CONFLICT"],
  ],
  "a duty that is denied": [
    ["MUST", "A quote names the carrier.", "Send the quote without naming the carrier.", "CONFLICT"],
    ["MUST", "A quote names the carrier.", "Send the quote and name the carrier, without delay.", "SAFE"],
    [
      "MUST",
      "Guests on the roof terrace wear a wristband.",
      "Let the guests onto the roof terrace without a wristband.",
      "CONFLICT",
    ],
    [
      "MUST",
      "Guests on the roof terrace wear a wristband.",
      "Give the guests on the roof terrace a wristband, not a badge.",
      "SAFE",
    ],
    [
      "NEVER",
      "Never repair a customer's watch without asking our watchmaker Mr Senn.",
      "Repair the customer's clock without asking Mr Senn.",
      "CONFLICT",
    ],
    [
      "NEVER",
      "Never repair a customer's watch without asking our watchmaker Mr Senn.",
      "Repair the customer's watch after asking Mr Senn.",
      "SAFE",
    ],
    ["MUST", "Every boat on the lake carries a light.", "Take the boat onto the lake with no light.", "CONFLICT"],
    [
      "MUST",
      "Every boat on the lake carries a light.",
      "Take the boat onto the lake with not only a light but a horn.",
      "SAFE",
    ],
    [
      "MUST",
      "Shops in the arcade need a permit for a sign.",
      "Put the sign of the shop up in the arcade without a permit.",
      "CONFLICT",
    ],
    [
      "MUST",
      "Ask the tenant about a visit by mail.",
      "Ask the tenant by mail about the visit, without asking twice.",
      "SAFE",
    ],
  ],
  "the other way round": [
    ["MUST", "Keep the boat on the rope.", "Let the boat off the rope.", "CONFLICT"],
    ["MUST", "Keep the boat on the rope.", "Keep the boat on the rope.", "SAFE"],
    ["MUST", "Bikes are parked inside the yellow lines.", "Park the bike outside the yellow lines.", "CONFLICT"],
    ["MUST", "Bikes are parked inside the yellow lines.", "Park the bike inside the yellow lines.", "SAFE"],
    ["MUST", "Keep the horse on the lunge in the arena.", "Let the horse off the lunge in the paddock.", "SAFE"],
    ["NEVER", "Never feed the deer except during the tour.", "Feed the deer outside the tour.", "CONFLICT"],
    ["NEVER", "Never feed the deer except during the tour.", "Feed the deer during the tour.", "SAFE"],
    ["MUST", "Every caller gets a date offered.", "Offer the caller nothing.", "CONFLICT"],
    ["MUST", "Every caller gets a date offered.", "Offer the caller a date and nothing else.", "SAFE"],
    ["NEVER", "Never run a DELETE without a WHERE clause.", "Run the DELETE without a WHERE clause.", "CONFLICT"],
    ["NEVER", "Never run a DELETE without a WHERE clause.", "Run the DELETE with a WHERE clause.", "SAFE"],
  ],
  opposites: [
    ["MUST", "Backups are taken from the replica.", "Take the backup from the primary.", "CONFLICT"],
    ["MUST", "Backups are taken from the replica.", "Take the backup from the replica.", "SAFE"],
  ],
  ages: [
    ["NEVER", "No tattoos for anyone under 18.", "Give the 16-year-old a tattoo.", "CONFLICT"],
    ["NEVER", "No tattoos for anyone under 18.", "Give the 20-year-old a tattoo.", "SAFE"],
    ["NEVER", "Nobody under fourteen steers the kart.", "Let the nine-year-old steer the kart.", "CONFLICT"],
    ["NEVER", "Nobody under fourteen steers the kart.", "Let the fifteen-year-old steer the kart.", "SAFE"],
    ["NEVER", "Serve beer to guests who are under 16.", "Serve the 14-year-old a beer.", "CONFLICT"],
    ["NEVER", "Sell below 100.", "Sell the 30-year-old whisky at 150.", "SAFE"],
    ["NEVER", "Set the thermostat above 22.", "Set it to 20 in the room of the 80-year-old patient.", "SAFE"],
    ["NEVER", "Serve guests above 40.", "Serve 20 guests the 50-year-old whisky.", "SAFE"],
    ["NEVER", "Never order more than two pizzas.", "Order the ten-year-olds two pizzas.", "SAFE"],
  ],
  "a bound and how often": [
    ["MUST", "Stay within 60 euros for the weekly fuel.", "Spend 90 euros on the weekly fuel.", "CONFLICT"],
    ["MUST", "Stay within 60 euros for the weekly fuel.", "Spend 50 euros on the weekly fuel.", "SAFE"],
    [
      "NEVER",
      "Never talk for longer than ten minutes in the monthly assembly.",
      "Talk for half an hour in the monthly assembly.",
      "CONFLICT",
    ],
    [
      "NEVER",
      "Never talk for longer than ten minutes in the monthly assembly.",
      "Talk for five minutes in the monthly assembly.",
      "SAFE",
    ],
    ["NEVER", "Don't send a customer a reminder twice.", "Send the customer a second reminder.", "CONFLICT"],
    ["NEVER", "Don't send a customer a reminder twice.", "Send the customer a reminder.", "SAFE"],
  ],
  "bans between two times": [
    ["NEVER", "No drilling between 12 and 14.", "Drill at 13:00.", "CONFLICT"],
    ["NEVER", "No drilling between 12 and 14.", "Drill at 16:00.", "SAFE"],
    ["NEVER", "Never move the crane between 4 and 6 pm.", "Move the crane at 5 pm.", "CONFLICT"],
    ["NEVER", "Never move the crane between 4 and 6 pm.", "Move the crane at noon.", "SAFE"],
    ["NEVER", "No restart of the till between 8 and 17.", "Restart the till at 10.", "WARNING"],
  ],
  "has to be done before": [
    [
      "MUST",
      "A second nurse has to check the dose before the drip starts.",
      "Start the drip, and have a second nurse check the dose later.",
      "CONFLICT",
    ],
    [
      "MUST",
      "A second nurse has to check the dose before the drip starts.",
      "Have a second nurse check the dose, then start the drip.",
      "SAFE",
    ],
    [
      "MUST",
      "The stretcher has to be cleaned before the next call.",
      "Take the next call, and clean the stretcher in the evening.",
      "CONFLICT",
    ],
    [
      "MUST",
      "The stretcher has to be cleaned before the next call.",
      "Clean the stretcher, then take the next call.",
      "SAFE",
    ],
  ],
  "a ban that negates": [
    ["NEVER", "No unsigned plugin on a till.", "Install the unsigned plugin on a till.", "CONFLICT"],
    ["NEVER", "No unsigned plugin on a till.", "Install the signed plugin on a till.", "SAFE"],
    ["NEVER", "No unsigned plugin on a till.", "Remove the unsigned plugin from the till.", "SAFE"],
    [
      "NEVER",
      "No new orders for members whose card has expired.",
      "Take a new order for the member whose card has expired.",
      "CONFLICT",
    ],
    [
      "NEVER",
      "No new orders for members whose card has expired.",
      "Take no new order for the member whose card has expired.",
      "SAFE",
    ],
    ["NEVER", "Never use yarn.", "Never use yarn.", "SAFE"],
  ],
  "a ban that negates what is within a bound": [
    [
      "NEVER",
      "Accept an order we cannot deliver within 3 days",
      "Accept an order that we can deliver within 2 days",
      "SAFE",
    ],
    [
      "NEVER",
      "Accept an order that cannot be delivered within 3 days",
      "Accept an order that can be delivered within 2 days",
      "SAFE",
    ],
    [
      "NEVER",
      "Accept an order we cannot deliver within 3 days",
      "Accept an order that we deliver after 5 days",
      "CONFLICT",
    ],
    ["NEVER", "Book hotels not within 1 km of the venue", "Book the hotel 500 m from the venue", "SAFE"],
    ["NEVER", "Fail to refund within 14 days", "Refund within 7 days", "SAFE"],
    ["NEVER", "Fail to answer within 2 days", "Answer after 5 days", "CONFLICT"],
    ["NEVER", "Miss replying within 24 hours", "Reply within 3 hours", "SAFE"],
    ["NEVER", "Reply later than within 3 days", "Reply within 2 days", "SAFE"],
  ],
  passives: [
    [
      "MUST",
      "The windows are cleaned before the shutters are painted.",
      "Paint the shutters, then clean the windows.",
      "CONFLICT",
    ],
    [
      "MUST",
      "The windows are cleaned before the shutters are painted.",
      "Clean the windows, then paint the shutters.",
      "SAFE",
    ],
    ["MUST", "The bees are fed in October.", "Do not feed the bees in October.", "CONFLICT"],
    ["MUST", "The bees are fed in October.", "Feed the bees in October.", "SAFE"],
    ["MUST", "Spare keys are numbered.", "Leave the spare keys without a number.", "CONFLICT"],
    ["MUST", "Spare keys are numbered.", "Number the spare keys.", "SAFE"],
    ["MUST", "Visitors are announced by phone.", "Skip announcing the visitors by phone.", "CONFLICT"],
    ["MUST", "Visitors are announced by phone.", "Announce the visitors by phone.", "SAFE"],
    ["MUST", "Old tickets are archived.", "Keep the old tickets where they are.", "CONFLICT"],
    ["MUST", "Old tickets are archived.", "Archive the old tickets without delay.", "SAFE"],
  ],
};

describe.each(Object.entries(cases))("%s", (_, rows) => {
  test.each(rows)("%s %s | %s is %s", (type, rule, action, status) => {
    expect(checkAction(action, [{ type, rule }]).status).toBe(status);
  });
});
