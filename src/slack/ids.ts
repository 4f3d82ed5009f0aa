/*
 * Every id that Slack sends back, in one place. A test compares them with manifest.yml, both ways. Messages
 * and open modals of the last weeks carry these ids: rename one and their buttons are dead.
 */

export const COMMAND = '/sms';

export const VIEW = {
  link: 'link_key',
  unlink: 'unlink_key',
  /** All settings as they stand. */
  settings: 'settings',
  /** The form of one group of settings. */
  settingsGroup: 'settings_group',
  audit: 'audit_log',
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
  openUnlink: 'open_unlink',
  openSettings: 'open_settings',
  /** Opens the form of a group of settings. Value: the group's name. */
  changeSettings: 'change_settings',
  openAudit: 'open_audit',
  /** Turns a page of the audit log. Value: how many newer entries there are. */
  turnAudit: 'turn_audit',
  /** A person's own language. */
  chooseLanguage: 'choose_language',
} as const;

export const INPUT = {
  apiKey: { block: 'api_key', action: 'api_key_input' },
} as const;

/** The block ids of settings in their forms; errors are keyed by them. */
export const SETTING = {
  who: 'who',
  people: 'people',
  groups: 'groups',
  others: 'others',
  where: 'where',
  channels: 'channels',
  receipts: 'receipts',
  personTexts: 'person_texts',
  personCredits: 'person_credits',
  workspaceTexts: 'workspace_texts',
  workspaceCredits: 'workspace_credits',
  lowBalance: 'low_balance',
  mask: 'mask',
  retention: 'retention',
  language: 'language',
  /** The first of several fields, which are numbered. */
  blocked: 'blocked_',
  managers: 'managers',
} as const;
