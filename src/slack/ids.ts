/*
 * Every id that Slack sends back, in one place. A test compares them with manifest.yml, both ways. Messages and open
 * modals of the last weeks carry these ids: if you rename one, their buttons stop working.
 */

export const COMMAND = '/sms';

/** Events that the app subscribes to. */
export const EVENT = {
  homeOpened: 'app_home_opened',
  appUninstalled: 'app_uninstalled',
  tokensRevoked: 'tokens_revoked',
} as const;

/** The step that workflows may use, and the names of its inputs and outputs. */
export const STEP = {
  sendSms: 'send_sms',
  findGroups: 'find_groups',
  findTemplates: 'find_templates',
} as const;
export const STEP_INPUTS = ['recipients', 'groups', 'message', 'template', 'dedup_key', 'urgent'] as const;
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
  unlink: 'unlink_key',
  /** All settings as they stand. */
  settings: 'settings',
  /** The form of one group of settings. */
  settingsGroup: 'settings_group',
  /** The form of a group. */
  group: 'group',
  /** The form of a group with more people than it can show. */
  largeGroup: 'large_group',
  /** The form of pasted contacts. */
  importPeople: 'import_people',
  audit: 'audit_log',
  /** All hooks of the workspace. */
  hooks: 'hooks',
  /** The workspace's contacts and groups. */
  people: 'people',
  /** The form of a contact. */
  contact: 'contact',
  /** Asks whether somebody is to be forgotten. */
  forget: 'forget_contact',
  /** The form that makes or changes a hook. */
  hookForm: 'hook_form',
  /** Who is on call when. */
  rotas: 'rotas',
  /** The form that makes or changes a rota. */
  rotaForm: 'rota_form',
  /** Who stands in, in one rota, and the form for another one. */
  standIns: 'rota_stand_ins',
  /** The workspace's templates and one's own. */
  templates: 'templates',
  /** The form that makes or changes one. */
  templateForm: 'template_form',
  /** The rows of a broadcast. */
  broadcastRows: 'broadcast_rows',
  /** Asks whom a broadcast is to be sent to once more. */
  broadcastAgain: 'broadcast_again',
  /** Modals that only show a message. */
  notice: 'notice',
  /** The form that makes a text. */
  compose: 'compose_text',
  /** The form that makes a broadcast. */
  broadcastForm: 'broadcast_form',
  /** What one comes to, before it starts. */
  broadcastReview: 'broadcast_review',
  /** Asks where to text one of its samples. */
  broadcastSample: 'broadcast_sample',
  /** What is to be sent later. */
  schedules: 'schedules',
  /** Asks why a broadcast is rejected. */
  rejectBroadcast: 'reject_broadcast',
  /** When a broadcast goes out. */
  scheduleForm: 'schedule_form',
  /** All alerts of a post. */
  alerts: 'alerts',
  /** The form that texts somebody else about alerts. */
  textAboutAlerts: 'text_about_alerts',
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
  /** Opens its rows. Value: its id. */
  openBroadcast: 'open_broadcast',
  /** Shows other rows of it, or the next ones. Value: its id, which ones, and from where. */
  filterBroadcast: 'filter_broadcast',
  turnBroadcast: 'turn_broadcast',
  /** A link to the page with all its rows. Value: its id. */
  downloadBroadcast: 'download_broadcast',
  /** A new one for those whom it didn't reach. Value: its id. */
  broadcastAgain: 'broadcast_again',
  /** Releases a held key. */
  tryAgain: 'try_again',
  /** Opens the modal that links a key. */
  openLink: 'open_link',
  openUnlink: 'open_unlink',
  openSettings: 'open_settings',
  /** Opens the form of a group of settings. Value: the group's name. */
  changeSettings: 'change_settings',
  addGroup: 'add_group',
  /** Turns a page of the groups. Value: how many come before it. */
  turnGroups: 'turn_groups',
  /** Opens the form of a group. Value: its name. */
  changeGroup: 'change_group',
  /** In that form. Value: the group as it was shown. */
  deleteGroup: 'delete_group',
  /** The same of a large one. Value: the group. */
  deleteLargeGroup: 'delete_large_group',
  openPeople: 'open_people',
  /** Opens the form that leads to an import. Value: the name of the group it is for; empty: none. */
  openImport: 'open_import',
  openExport: 'open_export',
  /** A link to a page of ours. */
  openPage: 'open_page',
  /** Turns a page of them. Value: what was typed, and how many come before it. */
  turnPeople: 'turn_people',
  /** Value: what was typed, and the page. */
  /** Shows the form once more. Value: the list below it, to update. */
  anotherContact: 'another_contact',
  addContact: 'add_contact',
  /** Value: the contact's id. */
  changeContact: 'change_contact',
  /** In its form. Value: the contact's id, and the list below. */
  forgetContact: 'forget_contact_ask',
  openAudit: 'open_audit',
  /** Turns a page of the audit log. Value: how many newer entries there are. */
  turnAudit: 'turn_audit',
  openHooks: 'open_hooks',
  /** Turns a page of the hooks. Value: how many come before it. */
  turnHooks: 'turn_hooks',
  newHook: 'new_hook',
  /** Value: the hook's id. */
  changeHook: 'change_hook',
  /** Value: the hook's id. */
  revokeHook: 'revoke_hook',
  /** Value: the hook's id, and the topic's. */
  confirmSubscription: 'confirm_subscription',
  openRotas: 'open_rotas',
  /** Turns a page of them. Value: how many come before it. */
  turnRotas: 'turn_rotas',
  newRota: 'new_rota',
  /** Value: the rota's id, as with the next two. */
  changeRota: 'change_rota',
  deleteRota: 'delete_rota',
  openStandIns: 'open_stand_ins',
  /** Value: the rota's id, and the override's. */
  endStandIn: 'end_stand_in',
  openTemplates: 'open_templates',
  /** Turns a page of them. Value: how many stand before it. */
  turnTemplates: 'turn_templates',
  newTemplate: 'new_template',
  /** Value: the template's id. */
  changeTemplate: 'change_template',
  /** Value: the template's id. */
  deleteTemplate: 'delete_template',
  /** A person's own language. */
  chooseLanguage: 'choose_language',
  openSchedules: 'open_schedules',
  /** Turns a page of them. Value: how many come before it. */
  turnSchedules: 'turn_schedules',
  /** Value: the schedule's id. */
  changeSchedule: 'change_schedule',
  /** A scheduled broadcast: the form, with everything as it is there. */
  copySchedule: 'copy_schedule',
  cancelSchedule: 'cancel_schedule',
  /** In a review: it goes out later. Value: the broadcast's id. */
  scheduleBroadcast: 'schedule_broadcast',
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
  sampleBroadcast: 'sample_broadcast',
  changeBroadcast: 'change_broadcast',
  discardBroadcast: 'discard_broadcast',
  /** A second person lets a broadcast start. Value: its id. */
  approveBroadcast: 'approve_broadcast',
  /** Opens the form in which they may say why not. Value: its id. */
  rejectBroadcast: 'reject_broadcast_ask',
  /** Of a post about alerts. Value: its hook, and which post. */
  takeAlerts: 'take_alerts',
  giveBackAlerts: 'give_back_alerts',
  resolveAlerts: 'resolve_alerts',
  /** Opens the form that texts somebody else about them. */
  textAboutAlerts: 'text_about_alerts',
  openAlerts: 'open_alerts',
  /** Turns a page of them. Value: the same, and how many come before it. */
  turnAlerts: 'turn_alerts',
} as const;

export const INPUT = {
  apiKey: { block: 'api_key', action: 'api_key_input' },
  template: { block: 'compose_template', action: 'compose_template_input' },
  /** What people are searched by. */
  people: { block: 'people_search', action: 'people_search_input' },
  recipient: { block: 'compose_recipient', action: 'compose_recipient_input' },
  /** The block's id has a count after a dot once we replaced its text: `compose_message.1`. */
  message: { block: 'compose_message', action: 'compose_message_input' },
  /** Whether it goes now or later; when, and how it repeats. */
  when: { block: 'compose_when', action: 'compose_when_input' },
  at: { block: 'compose_at', action: 'compose_at_input' },
  repeat: { block: 'compose_repeat', action: 'compose_repeat_input' },
  until: { block: 'compose_until', action: 'compose_until_input' },
  times: { block: 'compose_times', action: 'compose_times_input' },
} as const;

/** The block ids of the form that sends a broadcast to those not reached. */
export const AGAIN = { uncertain: 'again_uncertain' } as const;

/** Callback ids, as Slack's manifest calls them. */
export const SHORTCUT = {
  /** Anywhere: the form that makes a text. */
  compose: 'compose',
  /** On a message: the same form, with the message's text. */
  textThis: 'text_this',
} as const;

/** The block ids of settings in their forms; errors are keyed by them. */
export const SETTING = {
  who: 'who',
  people: 'people',
  groups: 'groups',
  others: 'others',
  adders: 'adders',
  where: 'where',
  channels: 'channels',
  receipts: 'receipts',
  nameContacts: 'name_contacts',
  alertsDespiteNever: 'alerts_despite_never',
  alertsMention: 'alerts_mention',
  personTexts: 'person_texts',
  personCredits: 'person_credits',
  workflowTexts: 'workflow_texts',
  workflowCredits: 'workflow_credits',
  workspaceTexts: 'workspace_texts',
  workspaceCredits: 'workspace_credits',
  lowBalance: 'low_balance',
  lateMinutes: 'late_minutes',
  broadcastTexts: 'broadcast_texts',
  broadcastCredits: 'broadcast_credits',
  approvalAbove: 'approval_above',
  approvalChannel: 'approval_channel',
  promotionalFrom: 'promotional_from',
  promotionalTo: 'promotional_to',
  mask: 'mask',
  retention: 'retention',
  language: 'language',
  /** The first of several fields, which are numbered. */
  blocked: 'blocked_',
  managers: 'managers',
  groupName: 'group_name',
  /** The first of several fields, which are numbered. */
  groupNumbers: 'group_numbers_',
  /** Of a large group: who comes, and who leaves. */
  groupCome: 'group_come',
  groupLeave: 'group_leave',
} as const;

/** The block ids of the form that rejects a broadcast. */
export const APPROVAL = { reason: 'approval_reason' } as const;

/** The block ids of a contact's form; errors are keyed by them. */
export const CONTACT = {
  name: 'contact_name',
  number: 'contact_number',
  language: 'contact_language',
  note: 'contact_note',
  columns: 'contact_columns',
  groups: 'contact_groups',
  never: 'contact_never',
} as const;
/** The block ids of the form of pasted contacts. */
export const PASTE = { text: 'paste_text', group: 'paste_group' } as const;

/** The block ids of a hook's form; errors are keyed by them. */
export const HOOK = {
  name: 'hook_name',
  recipients: 'hook_recipients',
  channel: 'hook_channel',
  severities: 'hook_severities',
  quietFrom: 'hook_quiet_from',
  quietTo: 'hook_quiet_to',
  also: 'hook_also',
  language: 'hook_language',
  template: 'hook_template',
  firing: 'hook_firing',
  resolved: 'hook_resolved',
  /** What happens if nobody acknowledges an alert. */
  unanswered: 'hook_unanswered',
  firstMinutes: 'hook_first_minutes',
  /** The first of several fields, which are numbered from 1: whom a step texts, and how long they have. */
  stepTo: 'hook_step_to_',
  stepMinutes: 'hook_step_minutes_',
  rounds: 'hook_rounds',
  climbing: 'hook_climbing',
  mention: 'hook_mention',
  link: 'hook_link',
  dailyTexts: 'hook_daily_texts',
  dailyCredits: 'hook_daily_credits',
  heartbeat: 'hook_heartbeat',
} as const;

/** The block ids of a rota's form; errors are keyed by them. */
export const ROTA = {
  name: 'rota_name',
  people: 'rota_people',
  hours: 'rota_hours',
  weekday: 'rota_weekday',
  time: 'rota_time',
  channel: 'rota_channel',
  texts: 'rota_texts',
} as const;

/** The block ids of the form that puts somebody in for somebody else; errors are keyed by them. */
export const STAND_IN = {
  who: 'stand_in_who',
  nobody: 'stand_in_nobody',
  fromDate: 'stand_in_from_date',
  fromTime: 'stand_in_from_time',
  toDate: 'stand_in_to_date',
  toTime: 'stand_in_to_time',
} as const;

/** The block ids of the form that texts somebody else about alerts. */
export const ALERTS = { to: 'alerts_to' } as const;

/** The block ids of a template's form; errors are keyed by them. */
export const TEMPLATE = { name: 'template_name', text: 'template_text', whose: 'template_whose' } as const;

/** The block ids of a broadcast's form, and of its review; errors are keyed by them. */
export const BROADCAST = {
  to: 'broadcast_to',
  pasted: 'broadcast_pasted',
  template: 'broadcast_template',
  /** Has a count after a dot once we replaced its text: `broadcast_message.1`. */
  message: 'broadcast_message',
  kind: 'broadcast_kind',
  channel: 'broadcast_channel',
  sampleTo: 'broadcast_sample_to',
} as const;
