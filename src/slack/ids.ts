/*
 * Every id that Slack sends back, in one place. A test compares them with manifest.yml, both ways. Messages
 * and open modals of the last weeks carry these ids: rename one and their buttons are dead.
 */

export const COMMAND = '/sms';

export const VIEW = {
  link: 'link_key',
  unlink: 'unlink_key',
  /** Modals that only say something. */
  notice: 'notice',
} as const;

export const ACTION = {
  /** Takes a waiting text back. Value: the text's id. */
  cancel: 'cancel_text',
  /** Takes back what waits for facts and is no text yet. Value: the intent's id. */
  cancelIntent: 'cancel_intent',
  /** Sends an uncertain text once more. Value: the text's id. */
  sendAgain: 'send_again',
  /** Answers the same-text question with yes. Value: the intent's id. */
  sendAnyway: 'send_anyway',
  /** Lets a held key send again. */
  tryAgain: 'try_again',
  /** Opens the modal that links a key. */
  openLink: 'open_link',
} as const;

export const INPUT = {
  apiKey: { block: 'api_key', action: 'api_key_input' },
} as const;
