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
    ["User hopes for short mails to the user.", "I hope for short mails to me."],
  ])("%s", (text, told) => {
    expect(inFirstPerson(text)).toBe(told);
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
  ])("what they asked for: %s", (text, told) => {
    expect(inFirstPerson(text)).toBe(told);
  });

  test.each([
    ["User has a sister and her cat is Miso.", "I have a sister and her cat is Miso."],
    ["User wants customers to be called by their names.", "I want customers to be called by their names."],
    ["User likes Nora because she listens.", "I like Nora because she listens."],
  ])("pronouns may mean others: %s", (text, told) => {
    expect(inFirstPerson(text)).toBe(told);
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
  ])("%s", (text) => {
    expect(inFirstPerson(text)).toBe(text);
  });
});

test("a long note is read in time that grows with it, and a longer text is none", () => {
  const note = "User likes their boss and they want the assistant to call them, and prefers tea. ";
  expect(cpuMsOf(() => inFirstPerson(note.repeat(95)))).toBeLessThan(200);
  expect(inFirstPerson(note.repeat(200))).toBe(note.repeat(200));
});
