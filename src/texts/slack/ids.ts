/*
 * Ids that Slack sends back. Messages and open modals of the last weeks contain them, so renaming one breaks their buttons.
 */

export const ACTION = {
  /** Cancels a waiting text. Value: the text's id. */
  cancel: 'cancel_text',
  /** Takes back a text that has just been sent. Value: the text's id. */
  undo: 'undo_text',
  /** Cancels an intent that isn't planned yet. Value: the intent's id. */
  cancelIntent: 'cancel_intent',
  /** Sends an uncertain text again. Value: the text's id. */
  sendAgain: 'send_again',
  /** Marks an uncertain text as sent. Value: the text's id. */
  arrived: 'text_arrived',
  /** Opens a text's story. Value: the text's id. */
  story: 'text_story',
  /** Sends what waited too long. Value: the intent's id. */
  sendNow: 'send_now',
  /** Answers a question with yes: a duplicate, or several texts. Value: the intent's id. */
  sendAnyway: 'send_anyway',
  /** Sends to all typed numbers. Value: the intent's id. */
  sendToAll: 'send_to_all',
  /** Answers a question with no. Value: the intent's id. */
  dontSend: 'dont_send',
  /** Chooses one of several recipients with the same name. Value: the intent's id, and the recipient. */
  chooseRecipient: 'choose_recipient',
  /** Runs the command that was probably meant. Value: the command. */
  answerCommand: 'answer_command',
  /** Cancels the waiting texts of an intent. Value: the intent's id. */
  cancelTexts: 'cancel_texts',
  /** Releases a held key. */
  tryAgain: 'try_again',
  /** Opens the compose form. Value: the typed text with a number in it, or empty. */
  compose: 'compose',
  /** In the compose form: replaces curly quotes by plain ones. */
  plainQuotes: 'plain_quotes',
} as const;

export const COMPOSE_VIEW = 'compose_text';

export const INPUT = {
  recipient: { block: 'compose_recipient', action: 'compose_recipient_input' },
  /** After the app has replaced the text, the block's id ends in a count: `compose_message.1`. */
  message: { block: 'compose_message', action: 'compose_message_input' },
} as const;

/** Callback ids in Slack's manifest. */
export const SHORTCUT = {
  /** From anywhere in Slack: opens the compose form. */
  compose: 'compose',
  /** On a message: opens the compose form with the message's text. */
  textThis: 'text_this',
} as const;
