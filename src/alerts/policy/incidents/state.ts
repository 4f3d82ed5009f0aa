import type { AlertFacts, AlertMatch, Responder, Severity } from '../../alert.ts';
import { NO_WATCH, type Watch } from '../calls/heartbeat.ts';

/*
 * The state of a workspace's alerts, from which the policy decides. It is plain data; `../stored-state.ts` writes and reads it.
 *
 * Change numbers carry the model. A workspace has one counter. Each change that people may be told gets its next number, once no mute
 * covers it. Four rules follow:
 *
 * - A person still has to hear of an alert whose change number is higher than the one up to which they were notified.
 * - An alert is open if its change number is higher than the one up to which its incident is acknowledged.
 * - Recipients (a rota, a group, a person) are looked up only when a text may go, so the person on call at that time is texted.
 * - A step's time counts from when its texts may go.
 */

/** An alert of an incident. Its change numbers are 0 until people may be told. */
export type TrackedAlert = Readonly<{
  fingerprint: string;
  /** Matches calls that mean this alert under another fingerprint; null if none do. */
  match: AlertMatch | null;
  /** Its name, which similar alerts share, and its place, which may be empty. */
  name: string;
  place: string;
  /** Mutes match these. Empty if the state was too full. */
  labels: Readonly<Record<string, string>>;
  /** Details for texts and posts; null if the state was too full, or nothing needs them any more. */
  facts: AlertFacts | null;
  severity: Severity;
  /** By the sender's clock; null if the sender gives none. */
  startsAt: number | null;
  heardAt: number;
  endedAt: number | null;
  /** Its sender said that it ended. False if a responder resolved it, or a later start shows that its end was missed. */
  isEndHeard: boolean;
  /** The number of alerts it stands for: more than one only beyond the capacity. */
  count: number;
  /** The mute that keeps it from being texted; null if none does. */
  mutedBy: string | null;
  /** The changes with which it first fired in this incident, and last fired or became worse. */
  firstChange: number;
  change: number;
  /** The change with which it ended. */
  endChange: number;
}>;

/**
 * `single`: its sender gave no key, so only a responder or time ends it. `test`: a sender's test, to see that texts arrive.
 * `overflow`: counts a hook's critical alerts beyond the capacity. `unseen`: only its end was heard, so no post shows it.
 */
export const INCIDENT_KINDS = ['group', 'single', 'test', 'overflow', 'unseen'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** True if a post shows incidents of this kind. */
export const isShown = (kind: IncidentKind): boolean => kind !== 'unseen' && kind !== 'test';

export type Acknowledgement = Readonly<{
  by: Responder;
  at: number;
  /** When it ends; null if it lasts until the incident is over. */
  until: number | null;
  /** The last change it was given for, and the last change it covers now: alerts that join later may be covered, too. */
  givenFor: number;
  upTo: number;
  /** Rotas that the responder was on call for. */
  rotas: readonly string[];
  /** One of these rotas has been handed over since. */
  handedOver: boolean;
  /** The responder's numbers, once a text to them was due. */
  numbers: readonly string[];
}>;

/**
 * `turn` counts the steps of all rounds, from 0; -1 before the first step. `dueAt`: when the next step begins; null until this step's
 * texts may go, and if no further step follows. `texts`: the ids of this step's texts.
 */
export type EscalationStatus = Readonly<{ turn: number; dueAt: number | null; texts: readonly number[] }>;

/** Why recipients are to be texted. The reason decides what follows if none can be texted. */
export const REASONS = [
  'step',
  'named',
  'acknowledger',
  'someone_else',
  'renewal',
  'reminder',
  'further_call',
] as const;
export type Reason = (typeof REASONS)[number];

/** Why a text waits. `together`: it gathers critical alerts for some seconds; `daily`: the hook reached its daily limit. */
export const HOLD_REASONS = ['pace', 'together', 'quiet', 'daily'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
/** Until when something waits. `why`: null if Slack didn't say who a recipient stands for. */
export type Hold = Readonly<{ until: number; why: HoldReason | null }>;

/** Recipients still to be texted, by their keys. */
export type UnresolvedRecipients = Readonly<{
  reason: Reason;
  to: readonly string[];
  /** Recipients who were last texted before `since` are reminded. */
  remind: boolean;
  since: number;
  /** Since when recipients of whom Slack says nothing may be waited for. */
  waitsSince: number;
  /** The hold of their texts; null if none is known. */
  held: Hold | null;
}>;

/** A further call of a person who chose to be called again, by its place among their calls. */
export type PendingCall = Readonly<{ userId: string; place: number; dueAt: number }>;

/**
 * Addresses that were told the same about an incident: firing alerts up to one change, ends up to another. `before`: the same before
 * their last text, in case it fails. `text`: the id of that text; 0 once it failed.
 */
export type Notified = Readonly<{
  numbers: readonly string[];
  firingUpTo: number;
  endedUpTo: number;
  before: readonly [firingUpTo: number, endedUpTo: number];
  at: number;
  text: number;
}>;

/** A trouble that the channel was told of: none of the recipients can be texted, or no text of the workspace can go. */
export const TROUBLES = ['unreached', 'blocked'] as const;

/** One occurrence of a group, from its first firing alert until all its alerts are over. Its lists are replaced, never changed. */
export type Incident = {
  readonly id: number;
  readonly hook: string;
  readonly group: string;
  /** The policy that a route by label chose for its alerts; null if the hook's own people are called. */
  readonly policy: string | null;
  readonly kind: IncidentKind;
  /** The id of the post that shows it: its own id, or the id of a shared post. */
  readonly post: number;
  readonly since: number;
  endedAt: number | null;
  resolvedBy: Responder | null;
  alerts: readonly TrackedAlert[];
  acknowledged: Acknowledgement | null;
  /** The responder whose acknowledgement ended by itself, and when; null once it is acknowledged again. */
  overdue: Readonly<{ by: Responder; since: number }> | null;
  escalation: EscalationStatus | null;
  unresolved: readonly UnresolvedRecipients[];
  /** Recipients that responders added to those of the steps. */
  added: readonly string[];
  /** Recipients that the sender named instead of the hook's own. */
  named: readonly string[] | null;
  notified: readonly Notified[];
  /** Further calls of people, made while the incident needs a responder. */
  calls: readonly PendingCall[];
  /** The hold of texts about its ended alerts. */
  endsHeld: Hold | null;
  trouble: (typeof TROUBLES)[number] | null;
};

/** `name = value` or `name != value`. A missing label counts as empty. */
export type LabelMatcher = Readonly<{ name: string; isEqual: boolean; value: string }>;

/** Keeps the alerts that it matches from being texted. */
export type Mute = Readonly<{
  id: string;
  /** Null if it covers all hooks, or all groups. */
  hook: string | null;
  groups: readonly string[] | null;
  /** The groups' names in short, for people. */
  called: string;
  /** An alert must match all of them. */
  labels: readonly LabelMatcher[];
  by: Responder;
  reason: string;
  since: number;
  until: number;
  /** The number of alerts it has covered, by hook. */
  covered: Readonly<Record<string, number>>;
}>;

/** A text that was recently handed over for sending. */
export type TextInFlight = Readonly<{
  at: number;
  incidents: readonly number[];
  /** The ids of the intents that carry it, once they are planned. */
  intents: readonly string[];
  /** It tells of no ends. */
  isOnlyFiring: boolean;
  /** One of its readers hears of acknowledged alerts, too. */
  isForAll: boolean;
  isCancelled: boolean;
  /** Numbers whose delivery status isn't known yet, and how many texts were sent. */
  pending: readonly string[];
  sent: number;
}>;

/** `sent`: when texts went to a number, oldest first. `urgentAt`: when the last text went that didn't wait for the usual limits. */
export type NumberUse = Readonly<{ sent: readonly number[]; urgentAt: number | null }>;

/** The number of a hook's alerts that wait to be texted, when the first of them goes, and why the first waits. */
type HeldAlerts = Readonly<{ alerts: number; until: number; why: HoldReason }>;

/** Texts and parts of a hook on a day. `isSaid`: its channel was told that the limit is reached. */
export type DayUse = Readonly<{ day: number; texts: number; parts: number; isSaid: boolean }>;

export const BLOCKS = ['no_key', 'key_held', 'no_credits'] as const;
/** Why no text of a workspace can go. */
export type Block = (typeof BLOCKS)[number];

export type AlertState = Readonly<{
  /** The last change number. Incidents, posts and texts get their ids from the same counter. */
  lastChange: number;
  /** The latest incident of each group, by `groupKeyOf`. */
  incidents: ReadonlyMap<string, Incident>;
  numbers: ReadonlyMap<string, NumberUse>;
  texts: ReadonlyMap<number, TextInFlight>;
  mutes: readonly Mute[];
  /** What each hook texted today, by hook. */
  used: ReadonlyMap<string, DayUse>;
  /** The alerts that wait, by hook, as its channel was last told. */
  held: ReadonlyMap<string, HeldAlerts>;
  /** `saidAt`: when each hook's people last heard of it, by hook. */
  blocked: { why: Block; since: number; saidAt: Readonly<Record<string, number>> } | null;
  /** When admins last heard that the state is full; null if never. */
  fullSaidAt: number | null;
  watch: Watch;
}>;

export const EMPTY_STATE: AlertState = {
  lastChange: 0,
  incidents: new Map(),
  numbers: new Map(),
  texts: new Map(),
  mutes: [],
  used: new Map(),
  held: new Map(),
  blocked: null,
  fullSaidAt: null,
  watch: NO_WATCH,
};

/** A new alert that no recipient was told of. */
export const newAlert = (
  fields: Pick<TrackedAlert, 'fingerprint' | 'severity' | 'heardAt'> & Partial<TrackedAlert>,
): TrackedAlert => ({
  match: null,
  name: '',
  place: '',
  labels: {},
  facts: null,
  startsAt: null,
  endedAt: null,
  isEndHeard: false,
  count: 1,
  mutedBy: null,
  firstChange: 0,
  change: 0,
  endChange: 0,
  ...fields,
});

/** Resets an alert's change numbers, as if no recipient had been told of it. */
export const withoutChanges = (alert: TrackedAlert): TrackedAlert => ({
  ...alert,
  firstChange: 0,
  change: 0,
  endChange: 0,
});

/** JSON, because senders choose the group and may use any separator. */
export const groupKeyOf = ({ hook, group, policy = null }: GroupOf): string =>
  JSON.stringify(policy === null ? [hook, group] : [hook, group, policy]);

/** Alerts of a group that go by different policies are different incidents. */
type GroupOf = { hook: string; group: string; policy?: string | null };

/** True if its post shows other incidents, too, or may. */
export const isShared = ({ id, post }: Incident): boolean => post !== id;

export const isFiring = ({ endedAt }: TrackedAlert): boolean => endedAt === null;

/** True if it fires, and people were told or may be. */
export const isAnnounced = ({ endedAt, change }: TrackedAlert): boolean => endedAt === null && change > 0;

/** True if it fires, people may be told, and no responder is on it. */
export const isOpen = ({ acknowledged }: Incident, { endedAt, change }: TrackedAlert): boolean =>
  endedAt === null && change > (acknowledged?.upTo ?? 0);

export const hasOpen = (incident: Incident): boolean =>
  incident.alerts.some(alert => isOpen(incident, alert));

/** True if a critical alert of it fires that people may be told of. */
export const isCritical = ({ alerts }: Incident): boolean =>
  alerts.some(alert => alert.severity === 'critical' && isAnnounced(alert));

/** Joins two lists without duplicates. Returns the first list itself if it has all of the second, because equal lists are shared. */
export function union(one: readonly string[], other: readonly string[]): readonly string[] {
  if (one.length === 0) return other;
  return other.every(recipient => one.includes(recipient)) ? one : [...new Set([...one, ...other])];
}
