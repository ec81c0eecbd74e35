import { describe, expect, test } from "vitest";
import { inFirstPerson } from "../../src/memory/language/note/in-first-person.ts";
import { cpuMsOf } from "../support/cpu-time.ts";

describe("a note about its user is told as they would say it", () => {
  test.each([
    ["User prefers concise answers", "I prefer concise answers"],
    ["The user moved to Bergen in October", "I moved to Bergen in October"],
    ["User does not want to be contacted on Sundays", "I do not want to be contacted on Sundays"],
    ["User doesn't watch TV and isn't on Facebook.", "I do not watch TV and I am not on Facebook."],
    ["User's manager is Tom", "My manager is Tom"],
    ["The user no longer works at IBM, and hates calls.", "I no longer work at IBM, and I hate calls."],
    ["User is a nurse who wants their mails to be short.", "I am a nurse and I want my mails to be short."],
    ["User lives in Lisbon with his wife. She is a vet.", "I live in Lisbon with my wife. She is a vet."],
    ["User likes tea. They also want to be asked first.", "I like tea. I also want to be asked first."],
    ["User hates it when I apologize.", "I hate it when you apologize."],
    ["User wants me to be brief.", "I want you to be brief."],
    ["User dislikes it when the assistant apologizes.", "I dislike it when you apologize."],
    ["User wants the assistant to call her Annie.", "I want you to call me Annie."],
    ["- User studies law\n- User's cat is Miso", "- I study law\n- My cat is Miso"],
    ["The user wants notes to be in German.", "I want notes to be in German."],
    ["User has a key. Tom has one.", "I have a key. Tom has one."],
    ["User hopes for short mails to the user.", "I hope for short mails to me."],
  ])("%s", (text, told) => {
    expect(inFirstPerson(text).text).toBe(told);
  });

  test.each([
    ["User asked never to use yarn", "Never use yarn"],
    ["The user has asked the assistant not to apologize.", "I ask you not to apologize."],
    ["User told me always to sign mails", "Always sign mails"],
    ["User asked to be called Annie", "I want to be called Annie"],
    ["User asked not to be called at night", "I do not want to be called at night"],
    ["User asked for mails to be short", "I want mails to be short"],
    ["User asked for a refund", "I asked for a refund"],
    ["User asked that all replies be short", "I ask that all replies be short"],
    ["User has requested shorter answers", "I want shorter answers"],
    ["User requested a refund", "I requested a refund"],
    ["User never asked to be called Ana", "I never asked to be called Ana"],
    ["User asked whether calls are allowed", "I asked whether calls are allowed"],
    ["User said the boss never approves", "I said the boss never approves"],
    ["User asked his mother not to call", "I asked my mother not to call"],
    ["User has asked their boss to never call", "I have asked my boss to never call"],
    ["User has asked several times for short answers", "I have asked several times for short answers"],
    ["User said to Tom to always use tabs", "I said to Tom to always use tabs"],
  ])("what they asked for: %s", (text, told) => {
    expect(inFirstPerson(text).text).toBe(told);
  });

  test.each([
    ["User has a sister and her cat is Miso.", "I have a sister and her cat is Miso."],
    ["User wants customers to be called by their names.", "I want customers to be called by their names."],
    ["User likes Nora because she listens.", "I like Nora because she listens."],
  ])("pronouns may mean others: %s", (text, told) => {
    expect(inFirstPerson(text).text).toBe(told);
  });
});

describe("what is said of a program's users, or to somebody, stays", () => {
  test.each([
    "The user never sees the error because the toast is hidden.",
    "User stories must have an owner.",
    "Users should not be able to delete invoices.",
    "The user must not be able to submit twice.",
    "The user wants to be notified when an order ships.",
    "The user wants to always see the total.",
    "The user prefers dark mode, so default to it.",
    "The user wants all tests in vitest. Explore the code and report what uses jest.",
    "User clicks Save, then the list must reload.",
    "User requests must be logged.",
    "User's passwords must be hashed.",
    "User's passwords need to be hashed.",
    "User wants a refund, what should I do?",
    "User prefers JSON, please implement it.",
    "User: never call me on Sundays.",
    "If the user wants a refund, show the form.",
    "As a user, I want to filter the list.",
    "A user wants to reset their password.",
    "The user wants to be notified when the build fails",
    "The user expects results to be sorted",
    "The user is offline. Their changes must be kept.",
    "User has many posts. Always eager load them.",
    "User has a profile picture. Do not load it twice.",
    "User is an enum, never compare it with ==",
    "User is a struct with name and age. Always pass it by reference.",
    "User wants a landing page. No animations, use Tailwind.",
    "User asked for a poem about rain. No rhymes.",
    "User wants an answer to the ticket below. Do not promise a date.",
    "User is working on a React app. Do not use class components.",
    "User wants to be called by their first name in mails, add a field for it",
    "User likes to be greeted by name on the home page",
    "User does not want to be logged out after 5 minutes",
    "User doesn't want to see deleted items",
    "User likes walks. Never set a timer.",
    "User can edit posts but never delete them",
    "User has not confirmed. Don't send mails to them.",
  ])("%s", (text) => {
    expect(inFirstPerson(text).text).toBe(text);
  });
});

describe("a pronoun that may mean somebody or something else stays", () => {
  test.each([
    ["User's mom is a nurse. She hates phones.", "My mom is a nurse. She hates phones."],
    ["User's coworkers use Slack. They hate mail.", "My coworkers use Slack. They hate mail."],
    ["User has two cats. They hate dry food.", "I have two cats. They hate dry food."],
    ["User has a dog. He hates baths.", "I have a dog. He hates baths."],
    ["User has a roommate. She hates noise.", "I have a roommate. She hates noise."],
    ["User adopted twins. They like music.", "I adopted twins. They like music."],
    ["User manages the servers. They need to be patched.", "I manage the servers. They need to be patched."],
    ["User is married to Tom. He works at Google.", "I am married to Tom. He works at Google."],
    ["User works at Siemens. They require badges.", "I work at Siemens. They require badges."],
    ["User has a fiancée. She works at Google.", "I have a fiancée. She works at Google."],
    ["User has a corgi. His name is Max.", "I have a corgi. His name is Max."],
    ["User is dating AJ. They live in Oslo.", "I am dating AJ. They live in Oslo."],
    ["User has an ex-wife. They want mediation.", "I have an ex-wife. They want mediation."],
    ["User broke up with him. He lives in Oslo.", "I broke up with him. He lives in Oslo."],
    ["User hates working with her.", "I hate working with her."],
    ["User loves her.", "I love her."],
    [
      "User has an unheard-of grandparent thing. He never wants kids.",
      "I have an unheard-of grandparent thing. He never wants kids.",
    ],
  ])("%s", (text, told) => {
    expect(inFirstPerson(text).text).toBe(told);
  });
});

describe("a verb is the user's only where nobody else can be its subject", () => {
  test.each([
    ["User is married to Tom, who works at Google.", "I am married to Tom, who works at Google."],
    ["User met Tom, who works at Google.", "I met Tom, who works at Google."],
    ["User likes Messi, who lives in Miami.", "I like Messi, who lives in Miami."],
    ["User likes a vet who drinks and hates cats.", "I like a vet who drinks and hates cats."],
    ["User lives with their wife, Eva, hates seafood.", "I live with my wife, Eva, hates seafood."],
    ["User likes tea, and Tom loves milk and hates tea.", "I like tea, and Tom loves milk and hates tea."],
    ["User says Tom never calls and hates mails.", "I say Tom never calls and hates mails."],
    ["User lives in Oslo, works at IBM, and has a car.", "I live in Oslo, I work at IBM, and I have a car."],
    ["User lives with Clara and works as a vet.", "I live with Clara and I work as a vet."],
  ])("%s", (text, told) => {
    expect(inFirstPerson(text).text).toBe(told);
  });
});

test("a sentence of a program's user stays, and so does a quotation", () => {
  const told = (text: string) => inFirstPerson(text).text;
  expect(told("User lives in Oslo. User wants to learn Rust.")).toBe("I live in Oslo. User wants to learn Rust.");
  expect(told("User lives in Oslo. Their data must stay.")).toBe("I live in Oslo. Their data must stay.");
  expect(told("User is off. User's mails must wait.")).toBe("I am off. User's mails must wait.");
  expect(told('User wants "their" logo on mugs.')).toBe('I want "their" logo on mugs.');
  expect(told("User said 'their mugs' are blue.")).toBe("I said 'their mugs' are blue.");
});

test("what a note wishes is told apart from what it tells", () => {
  const text = "User lives in Oslo and wants tea. They have a car but would rather walk.";
  const { text: told, wishes } = inFirstPerson(text);
  expect(wishes.map(({ start, end }) => told.slice(start, end))).toEqual(["and I want", "but I would"]);
});

test("a long note is read in time that grows with it, and a longer text is none", () => {
  const note = "User likes their boss and they want the assistant to call them, and prefers tea. ";
  expect(cpuMsOf(() => inFirstPerson(note.repeat(95)))).toBeLessThan(200);
  expect(inFirstPerson(note.repeat(200)).text).toBe(note.repeat(200));
  const others = `User likes tea ${"by the sea ".repeat(300)} with Tom${", hates it".repeat(450)}`;
  expect(cpuMsOf(() => inFirstPerson(others))).toBeLessThan(200);
});
