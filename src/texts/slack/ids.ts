/*
 * Ids that Slack sends back. Messages and open modals of the last weeks carry them: if you rename one, their buttons stop
 * working.
 */

export const ACTION = {
  /** Takes a waiting text back. Value: the text's id. */
  cancel: 'cancel_text',
  /** Takes back what waits for facts and isn't a text yet. Value: the intent's id. */
  cancelIntent: 'cancel_intent',
  /** Sends an uncertain text again. Value: the text's id. */
  sendAgain: 'send_again',
  /** On a text that waited too long. */
  sendNow: 'send_now',
  /** Answers the question whether to send with yes: the same text again, or several at once. Value: the intent's id. */
  sendAnyway: 'send_anyway',
  /** A text to all the numbers that were typed before it. */
  sendToAll: 'send_to_all',
  /** Answers such a question, or what several texts cost, with no. */
  dontSend: 'dont_send',
  /** Of several who are called the same. Value: the intent's id, and the chosen one's kind and id. */
  chooseRecipient: 'choose_recipient',
  /** Answers as a command does that was nearly typed. Value: the command. */
  answerCommand: 'answer_command',
  /** Takes back what waits of texts to several people. Value: the intent's id. */
  cancelTexts: 'cancel_texts',
  /** Releases a held key. */
  tryAgain: 'try_again',
  /** Opens the form that makes a text. Value: what was typed, with a number in it; empty: nothing. */
  compose: 'compose',
  /** In that form: plain quotes in place of curly ones. */
  plainQuotes: 'plain_quotes',
} as const;

/** The form that makes a text. */
export const COMPOSE_VIEW = 'compose_text';

export const INPUT = {
  recipient: { block: 'compose_recipient', action: 'compose_recipient_input' },
  /** The block's id has a count after a dot once we replaced its text: `compose_message.1`. */
  message: { block: 'compose_message', action: 'compose_message_input' },
} as const;

/** Callback ids, as Slack's manifest calls them. */
export const SHORTCUT = {
  /** Anywhere: the form that makes a text. */
  compose: 'compose',
  /** On a message: the same form, with the message's text. */
  textThis: 'text_this',
} as const;
