/*
 * Every id that Slack sends back, in one place. A test compares them with manifest.yml, both ways. Messages and open
 * modals of the last weeks carry these ids: if you rename one, their buttons stop working.
 */

export const COMMAND = '/sms';
/** What somebody may type to see something again. */
export type TypedCommand = `${typeof COMMAND} ${string}`;

/** The step that workflows may use, and the names of its inputs and outputs. */
export const STEP = {
  sendSms: 'send_sms',
  findGroups: 'find_groups',
  findTemplates: 'find_templates',
} as const;
export const STEP_OUTPUTS = [
  'state',
  'log_id',
  'cost',
  'balance',
  'parts',
  'problem',
  'summary',
  'recipient_count',
  'sent_count',
  'failed_count',
  'uncertain_count',
  'waiting_count',
] as const;

export const VIEW = {
  link: 'link_key',
  /** The form of pasted contacts. */
  importPeople: 'import_people',
  /** Modals that only show a message. */
  notice: 'notice',
  /** The form that makes a text. */
  compose: 'compose_text',
  /** The form that makes a broadcast. */
  broadcastForm: 'broadcast_form',
  /** What one comes to, before it starts. */
  broadcastReview: 'broadcast_review',
} as const;

export const ACTION = {
  /** Takes a waiting text back. Value: the text's id. */
  cancel: 'cancel_text',
  /** Takes back what waits for facts and isn't a text yet. Value: the intent's id. */
  cancelIntent: 'cancel_intent',
  /** Sends an uncertain text again. Value: the text's id. */
  sendAgain: 'send_again',
  /** The same in a broadcast’s rows. Value: the text's id, and which rows are shown. */
  sendRowAgain: 'send_row_again',
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
  /** Of a broadcast under way. Value: its id. */
  pauseBroadcast: 'pause_broadcast',
  resumeBroadcast: 'resume_broadcast',
  cancelBroadcast: 'cancel_broadcast',
  /** Shows other rows of it, or the next ones. Value: its id, which ones, and from where. */
  filterBroadcast: 'filter_broadcast',
  /** A link to the page with all its rows. Value: its id. */
  downloadBroadcast: 'download_broadcast',
  /** Releases a held key. */
  tryAgain: 'try_again',
  /** Opens the modal that links a key. */
  openLink: 'open_link',
  /** In that form. Value: the group as it was shown. */
  deleteGroup: 'delete_group',
  /** Opens the form that leads to an import. Value: the name of the group it is for; empty: none. */
  openImport: 'open_import',
  openExport: 'open_export',
  /** A link to a page of ours. */
  openPage: 'open_page',
  /** Value: the hook's id. */
  revokeHook: 'revoke_hook',
  /** Value: the hook's id, and the topic's. */
  confirmSubscription: 'confirm_subscription',
  deleteRota: 'delete_rota',
  /** Value: the rota's id, and the override's. */
  endStandIn: 'end_stand_in',
  /** Value: the template's id. */
  deleteTemplate: 'delete_template',
  /** A person's own language. */
  chooseLanguage: 'choose_language',
  /** Value: the schedule's id. */
  changeSchedule: 'change_schedule',
  /** A scheduled broadcast: the form, with everything as it is there. */
  copySchedule: 'copy_schedule',
  cancelSchedule: 'cancel_schedule',
  /** Value: the schedule's id, and the run that is meant. */
  skipRun: 'skip_run',
  sendLate: 'send_late_run',
  skipLate: 'skip_late_run',
  /** Opens the form that makes a text. Value: what was typed, with a number in it; empty: nothing. */
  compose: 'compose',
  /** In that form: plain quotes in place of curly ones. */
  plainQuotes: 'plain_quotes',
  /** In that form: opens the form that makes a broadcast, with what was typed. */
  textMany: 'text_many',
  newBroadcast: 'new_broadcast',
  /** The same with what was asked for where too many were named for one message. Value: the intent's id. */
  asBroadcast: 'as_broadcast',
  /** Opens a review. Value: the broadcast's id, as with those in the review. */
  reviewBroadcast: 'review_broadcast',
  sendBroadcast: 'send_broadcast',
  changeBroadcast: 'change_broadcast',
  discardBroadcast: 'discard_broadcast',
  /** A second person lets a broadcast start. Value: its id. */
  approveBroadcast: 'approve_broadcast',
  /** Of a post about alerts. Value: its hook, and which post. */
  takeAlerts: 'take_alerts',
  giveBackAlerts: 'give_back_alerts',
  resolveAlerts: 'resolve_alerts',
} as const;

export const INPUT = {
  apiKey: { block: 'api_key', action: 'api_key_input' },
  /** What people are searched by. */
  people: { block: 'people_search', action: 'people_search_input' },
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

/** The block ids of the form of pasted contacts. */
export const PASTE = { text: 'paste_text', group: 'paste_group' } as const;
