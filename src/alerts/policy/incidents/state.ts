import type { AlertFacts, AlertMatch, Responder, Severity } from '../../alert.ts';
import { NO_WATCH, type Watch } from '../calls/heartbeat.ts';

/*
 * Everything that deciding needs to know about a workspace's alerts. Plain data; `../stored-state.ts` writes and reads it.
 *
 * Change numbers carry the model. A workspace has one count; whatever people may be told gets the next number, once no mute covers
 * it. Four rules follow from it.
 *
 * - Somebody still has to hear of an alert whose number is higher than the one up to which they were notified.
 * - An alert is open if its number is higher than the one up to which its incident is acknowledged.
 * - Recipients stay unresolved (a rota, a group, a person) until a text may go, so the person on call at that time is texted.
 * - A step's time counts from when its texts may go.
 */

/** An alert of an incident. Change numbers are 0 as long as nobody is to be told. */
export type TrackedAlert = Readonly<{
  fingerprint: string;
  /** Which calls mean it that have another fingerprint; null if none do. */
  match: AlertMatch | null;
  /** What people call it and others like it, and where it is; the place may be empty. */
  name: string;
  place: string;
  /** What mutes match; empty if the state was too full for them. */
  labels: Readonly<Record<string, string>>;
  /** What texts and posts say about it; null if the state was too full, or nothing needs them any more. */
  facts: AlertFacts | null;
  severity: Severity;
  /** By the sender's clock; null if the sender gives none. */
  startsAt: number | null;
  heardAt: number;
  endedAt: number | null;
  /** Its sender said that it ended, rather than a responder or a start that shows it. */
  isEndHeard: boolean;
  /** How many alerts it stands for: more than one only where they exceed the capacity. */
  count: number;
  /** The mute that keeps it from texting anybody. */
  mutedBy: string | null;
  /** When it first fired in this incident, and when it last became worse. */
  firstChange: number;
  change: number;
  /** When it ended. */
  endChange: number;
}>;

/**
 * `single`: its sender gave no key, so it can't end by itself. `test`: somebody tries whether texts arrive. `overflow`: counts a hook's
 * critical alerts that exceed the capacity. `unseen`: only its end was heard, so it is shown nowhere.
 */
export const INCIDENT_KINDS = ['group', 'single', 'test', 'overflow', 'unseen'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

export type Acknowledgement = Readonly<{
  by: Responder;
  at: number;
  /** When it ends; null if it lasts until all is over. */
  until: number | null;
  /** The last change it was given for, and the last one it holds for now: what joins later may be covered, too. */
  givenFor: number;
  upTo: number;
  /** Rotas whose turn the responder had. */
  rotas: readonly string[];
  /** One of these rotas was handed over since. */
  handedOver: boolean;
  /** The responder's numbers, once a text had to go to them. */
  numbers: readonly string[];
}>;

/**
 * `turn` counts the steps of all rounds, from 0; -1: a first step is still to come. `dueAt`: when the next step begins; null if this
 * step's texts haven't gone yet, or no further step follows. `texts`: those of this step.
 */
export type EscalationStatus = Readonly<{ turn: number; dueAt: number | null; texts: readonly number[] }>;

/** Why recipients are to be texted; it decides what follows if none of them can be. */
export const REASONS = ['step', 'named', 'acknowledger', 'someone_else', 'renewal', 'reminder'] as const;
export type Reason = (typeof REASONS)[number];

/** Why a text waits. `together`: it joins what else is critical within some seconds; `daily`: the hook reached its day's limit. */
export const HOLD_REASONS = ['pace', 'together', 'quiet', 'daily'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
/** Until when something waits. `why` null: Slack didn't say whom a recipient stands for. */
export type Hold = Readonly<{ until: number; why: HoldReason | null }>;

/** Recipients that are still to be texted, by their keys. */
export type UnresolvedRecipients = Readonly<{
  reason: Reason;
  to: readonly string[];
  /** Recipients who know already are reminded. */
  remind: boolean;
  since: number;
  /** What holds their texts back; null as long as nothing is known to. */
  held: Hold | null;
}>;

/**
 * What these numbers were told of an incident: what fires, up to a change, and what ended, up to a change. `before`: the same
 * before their last text, which may fail. `text`: that text; 0 if it failed.
 */
export type Notified = Readonly<{
  numbers: readonly string[];
  firingUpTo: number;
  endedUpTo: number;
  before: readonly [firingUpTo: number, endedUpTo: number];
  at: number;
  text: number;
}>;

/** What the channel was told: none of the recipients can be texted, or no text of the workspace can go. */
export const TROUBLES = ['unreached', 'blocked'] as const;

/** One occurrence of a group, from its first firing alert until all of it is over. Lists are replaced, never changed. */
export type Incident = {
  readonly id: number;
  readonly hook: string;
  readonly group: string;
  readonly kind: IncidentKind;
  /** The post that shows it: its own, of the same number, or one that it shares. */
  readonly post: number;
  readonly since: number;
  endedAt: number | null;
  resolvedBy: Responder | null;
  alerts: readonly TrackedAlert[];
  acknowledged: Acknowledgement | null;
  /** Whose acknowledgement ended by itself, and when; null once somebody acknowledged again. */
  overdue: Readonly<{ by: Responder; since: number }> | null;
  escalation: EscalationStatus | null;
  unresolved: readonly UnresolvedRecipients[];
  /** Recipients that people added to those of the steps. */
  added: readonly string[];
  /** Recipients named by the sender, instead of the hook's own. */
  named: readonly string[] | null;
  notified: readonly Notified[];
  /** What holds texts about its end back. */
  endsHeld: Hold | null;
  trouble: (typeof TROUBLES)[number] | null;
};

/** `name = value`, or `name != value`; a label that is missing counts as empty. */
export type LabelMatcher = Readonly<{ name: string; isEqual: boolean; value: string }>;

/** Keeps what it matches from texting anybody. */
export type Mute = Readonly<{
  id: string;
  /** Null: all hooks, and all groups of the hook. */
  hook: string | null;
  groups: readonly string[] | null;
  /** What people call these groups. */
  called: string;
  /** All of them have to match. */
  labels: readonly LabelMatcher[];
  by: Responder;
  reason: string;
  since: number;
  until: number;
  /** How many alerts of each hook it has covered. */
  covered: Readonly<Record<string, number>>;
}>;

/** A text on its way. */
export type TextInFlight = Readonly<{
  at: number;
  incidents: readonly number[];
  /** The intents that carry it, once they are planned. */
  intents: readonly string[];
  /** It tells of nothing that ended. */
  isOnlyFiring: boolean;
  /** It is for somebody who hears also of what a responder is on. */
  isForAll: boolean;
  isCancelled: boolean;
  /** Numbers whose delivery status isn't known yet, and how many have it. */
  pending: readonly string[];
  sent: number;
}>;

/** `sent`: when texts went to a number, oldest first. `urgentAt`: when the last one went that couldn't wait. */
export type NumberUse = Readonly<{ sent: readonly number[]; urgentAt: number | null }>;

/** How many alerts of a hook wait to be texted, when the first of them goes, and why that one waits. */
type HeldAlerts = Readonly<{ alerts: number; until: number; why: HoldReason }>;

/** Texts and parts of a hook on a day. `isSaid`: its channel knows that this was the limit. */
export type DayUse = Readonly<{ day: number; texts: number; parts: number; isSaid: boolean }>;

export const BLOCKS = ['no_key', 'key_held', 'no_credits'] as const;
/** Why no text can go. */
export type Block = (typeof BLOCKS)[number];

export type AlertState = Readonly<{
  /** The last change number. Incidents, posts and texts take their ids from it, too. */
  lastChange: number;
  /** The latest incident of each group, by `groupKeyOf`. */
  incidents: ReadonlyMap<string, Incident>;
  numbers: ReadonlyMap<string, NumberUse>;
  texts: ReadonlyMap<number, TextInFlight>;
  mutes: readonly Mute[];
  /** By hook. */
  used: ReadonlyMap<string, DayUse>;
  /** By hook, as last posted to its channel. */
  held: ReadonlyMap<string, HeldAlerts>;
  /** `saidAt`: when each hook's people last heard of it. */
  blocked: { why: Block; since: number; saidAt: Readonly<Record<string, number>> } | null;
  /** When admins last heard that the state is full. */
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

/** JSON, because senders choose both and may use any separator. */
export const groupKeyOf = ({ hook, group }: { hook: string; group: string }): string =>
  JSON.stringify([hook, group]);

/** Other incidents have the same post, or may. */
export const isShared = ({ id, post }: Incident): boolean => post !== id;

export const isFiring = ({ endedAt }: TrackedAlert): boolean => endedAt === null;

/** It fires, and people have been told or may be. */
export const isAnnounced = ({ endedAt, change }: TrackedAlert): boolean => endedAt === null && change > 0;

/** People may be told, and no responder is on it. */
export const isOpen = ({ acknowledged }: Incident, { endedAt, change }: TrackedAlert): boolean =>
  endedAt === null && change > (acknowledged?.upTo ?? 0);

export const hasOpen = (incident: Incident): boolean =>
  incident.alerts.some(alert => isOpen(incident, alert));

/** Both lists joined; one of them itself, where it has all of the other. */
export function union(one: readonly string[], other: readonly string[]): readonly string[] {
  if (one.length === 0) return other;
  return other.every(recipient => one.includes(recipient)) ? one : [...new Set([...one, ...other])];
}
