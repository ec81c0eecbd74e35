/** How much of a provider's answer is held here: each is far more than any model says. */

/** An answer that has to be read whole, to be translated or understood: a longer one is an error. */
export const wholeBytesMax = 32 * 2 ** 20;

/** An answer that passes as it is and comes whole: up to here it is read before it is sent on, in one piece or not at all. */
export const onePieceBytesMax = 4 * 2 ** 20;

/** What is read, for memory and usage, of an answer that passes and comes whole: of a longer one nothing but its length. */
export const understoodBytesMax = 16 * 2 ** 20;

/** The answer to a question of the server's own: a longer one is an error. */
export const inquiryBytesMax = 2 ** 20;

/** One event of a stream: a longer one is an error where it is translated, and passes unread where it is not. */
export const eventCharsMax = 16 * 2 ** 20;

/** Of all events that went by, what is kept to be stored: beyond it only the usage and how the answer ends. */
export const recordedCharsMax = 4 * 2 ** 20;

/** Calls of OpenAI's dialect that wait for one before them to be whole: more is an error. */
export const heldCallCharsMax = 16 * 2 ** 20;

/** Thoughts that are sent once more at the end of a stream of OpenAI's dialect: more is an error. */
export const heldThoughtCharsMax = 16 * 2 ** 20;
