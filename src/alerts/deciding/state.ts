import { z } from 'zod';
import { factsSchema, matchSchema, responderSchema, SEVERITIES } from '../alert.ts';
import { type Crowd, type Crowds, NOBODY } from './crowds.ts';
import { NO_WATCH, type Watch } from './heartbeat.ts';
import { GATHER_MS, LONGEST_MS } from './pace.ts';

/** Why an alert is in a text. */
export const OCCASIONS = ['firing', 'reminder', 'resolved'] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** An alert that we follow individually, as it is stored: many alerts share a crowd, so that each stands for one by its number. */
export const rowSchema = z.object({
  id: z.int(),
  hook: z.string(),
  group: z.string(),
  fingerprint: z.string(),
  status: z.enum(['firing', 'resolved']),
  severity: z.enum(SEVERITIES),
  /** What people call it and others like it. */
  name: z.string(),
  /** Where it is; empty: not said. */
  place: z.string(),
  startsAt: z.number().nullable(),
  match: matchSchema.nullable().default(null),
  seenAt: z.number(),
  /** When a text last said that it is firing; null: no text has. */
  toldAt: z.number().nullable(),
  /** Numbers that were told it is firing, but not yet that it is over. */
  told: z.int(),
  /** Numbers waiting to be told about it. */
  waits: z.object({ firing: z.int(), reminder: z.int(), resolved: z.int() }),
  /** Recipients, by their keys, whose numbers we don't know yet, and since when they have been waiting. */
  asked: z.int(),
  askedAt: z.number(),
  /** Kept while a text may need them. */
  facts: factsSchema.nullable(),
  single: z.boolean(),
  /** Somebody tries whether the sender reaches us: it is texted and then forgotten. */
  test: z.boolean(),
});
export type Followed = Omit<z.infer<typeof rowSchema>, 'told' | 'waits' | 'asked'> & {
  told: Crowd;
  waits: Readonly<Record<Occasion, Crowd>>;
  asked: Crowd;
};

const incidentTextSchema = z.object({
  intent: z.string(),
  /** The step that it was for. */
  turn: z.int(),
  /** It tells of nothing that is over. */
  alone: z.boolean(),
  /** When it was planned. */
  at: z.number(),
  /** Whoever didn't get it because it waited too long has been seen to. */
  renewed: z.boolean().optional(),
});
export type IncidentText = z.infer<typeof incidentTextSchema>;

/** One occurrence of a group, from its first firing alert until all of it is over. */
export const incidentSchema = z.object({
  id: z.int(),
  hook: z.string(),
  group: z.string(),
  /** The post that shows it; incidents of a hook that begin at about the same time share one. */
  post: z.int(),
  /** It is about an alert without a key. */
  alone: z.boolean(),
  since: z.number(),
  taken: z.object({ by: responderSchema, at: z.number() }).nullable(),
  /** When all of it was over; null: something fires. */
  endedAt: z.number().nullable(),
  /** Who said here that it is over; null: nobody, the sender does. */
  resolvedBy: responderSchema.nullable(),
  /**
   * Whose turn it is. `turn`: counts the steps of all rounds, from 0. `dueAt`: when the next step is due; null: it isn't, since
   * somebody took it, it is over, or nobody is left to text.
   */
  escalation: z.object({ turn: z.int(), dueAt: z.number().nullable() }).nullable(),
  /** The texts that say it is firing, the newest last. */
  texts: z.array(incidentTextSchema).readonly(),
});
export type Incident = z.infer<typeof incidentSchema>;

/** What a hook has texted on a day (see `dayOf`). `said`: its channel knows that this is all it may. */
export const spentSchema = z.object({ day: z.int(), texts: z.int(), parts: z.int(), said: z.boolean() });
export type Spent = z.infer<typeof spentSchema>;

/** Everything that deciding needs to know about a workspace's alerts. */
export type AlertState = {
  nextId: number;
  alerts: Followed[];
  /** At most one for each group: the latest. */
  incidents: Incident[];
  /** For each number, when texts went to it, oldest first, as far back as a bucket looks. */
  sent: Record<string, readonly number[]>;
  /** For each number, when a text last went to it that couldn't wait for the usual limits, if that was just now. */
  urgent: Record<string, number>;
  watch: Watch;
  /** What each hook has texted today. */
  spent: Record<string, Spent>;
};

export const EMPTY_STATE: AlertState = {
  nextId: 1,
  alerts: [],
  incidents: [],
  sent: {},
  urgent: {},
  watch: NO_WATCH,
  spent: {},
};
export const NOBODY_WAITS: Followed['waits'] = { firing: NOBODY, reminder: NOBODY, resolved: NOBODY };

/** A resolved alert is remembered in case its firing is delivered late. */
const RESOLVED_MS = 3_600_000;
/** How long after an alert without a key came, was texted last or was taken, people may do something about it. */
const SINGLE_MS = 3_600_000;
/** Incidents without alerts: they are over. */
const MAX_IDLE_INCIDENTS = 1000;
/** An alert that hasn't been mentioned for this long is forgotten. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;

/** A copy you can change. What an alert holds is replaced, never changed. */
export function copyOf({ nextId, alerts, incidents, sent, urgent, watch, spent }: AlertState): AlertState {
  return {
    nextId,
    alerts: alerts.map(alert => ({ ...alert })),
    incidents: incidents.map(incident => ({ ...incident })),
    sent: { ...sent },
    urgent: { ...urgent },
    watch,
    spent: { ...spent },
  };
}

/** The key that calls give an alert. */
export const keyOf = (alert: Pick<Followed, 'hook' | 'group' | 'fingerprint'>): string =>
  `${alert.hook} ${alert.group} ${alert.fingerprint}`;

export const groupOf = ({ hook, group }: { hook: string; group: string }): string => `${hook} ${group}`;

/** The alerts that fire, by their groups. */
export const firingByGroup = (alerts: readonly Followed[]): Map<string, Followed[]> =>
  Map.groupBy(
    alerts.filter(({ status }) => status === 'firing'),
    groupOf,
  );

/** How many alerts of each group fire. */
export const countFiring = (alerts: readonly Followed[]): Map<string, number> =>
  new Map([...firingByGroup(alerts)].map(([group, its]) => [group, its.length]));

/** The first of these times; null: there is none. */
export const earliest = (times: readonly (number | null)[]): number | null =>
  times.reduce((first, one) => (first === null || (one !== null && one < first) ? one : first), null);

/** Whether somebody still has to be texted about it. */
export function isAwaited({ waits, asked }: Followed): boolean {
  return asked.length > 0 || OCCASIONS.some(occasion => waits[occasion].length > 0);
}

/** The crowds in a state, each once. */
export function crowdsIn({ alerts }: AlertState): Set<Crowd> {
  const all = new Set([NOBODY]);
  for (const { told, waits, asked } of alerts) {
    for (const crowd of [told, asked, waits.firing, waits.reminder, waits.resolved]) all.add(crowd);
  }
  return all;
}

/** Makes numbers wait to be told about an alert. */
export function wait(crowds: Crowds, alert: Followed, occasion: Occasion, numbers: Crowd): void {
  alert.waits = { ...alert.waits, [occasion]: crowds.union(alert.waits[occasion], numbers) };
}

/** Nobody waits for this any more. */
export function letGo(alert: Followed, occasion: Occasion): void {
  if (alert.waits[occasion].length > 0) alert.waits = { ...alert.waits, [occasion]: NOBODY };
}

/** Whether something may still come of an alert: somebody is to be texted about it, its sender may say more, or somebody here may. */
export function isKept(alert: Followed, incident: Incident | undefined, now: number): boolean {
  if (isAwaited(alert)) return true;
  if (!alert.single) return now - alert.seenAt < keptFor(alert, incident);
  return isEscalating(incident) || (incident?.endedAt === null && now < singleUntil(alert, incident));
}

/** Until when people may do something about an alert that can't resolve. */
export const singleUntil = ({ seenAt, toldAt }: Followed, { taken }: Incident): number =>
  Math.max(seenAt, toldAt ?? seenAt, taken?.at ?? seenAt) + SINGLE_MS;

/** Removes what no decision will need again. Changes `state`. */
export function prune(state: AlertState, now: number): void {
  for (const [number, times] of Object.entries(state.sent)) {
    const recent = times.filter(at => at > now - LONGEST_MS);
    if (recent.length === 0) delete state.sent[number];
    else if (recent.length < times.length) state.sent[number] = recent;
  }
  for (const [number, at] of Object.entries(state.urgent)) {
    if (at <= now - GATHER_MS) delete state.urgent[number];
  }
  const incidents = new Map(state.incidents.map(incident => [groupOf(incident), incident]));
  const groups = new Set<string>();
  state.alerts = state.alerts.filter(alert => {
    const stays = isKept(alert, incidents.get(groupOf(alert)), now);
    if (stays) groups.add(groupOf(alert));
    return stays;
  });
  const left = state.incidents.filter(
    incident => groups.has(groupOf(incident)) || now - incident.since < RESOLVED_MS,
  );
  const idle = left.filter(incident => !groups.has(groupOf(incident)));
  const tooMany = new Set(idle.slice(0, Math.max(0, idle.length - MAX_IDLE_INCIDENTS)));
  state.incidents = left.filter(incident => !tooMany.has(incident));
}

/** Whether somebody has still to do something about it: it isn't over, and nobody has taken it. */
export const isOpen = ({ taken, endedAt }: Incident): boolean => taken === null && endedAt === null;

export const isEscalating = (incident: Incident | undefined): boolean =>
  incident?.escalation != null && incident.escalation.dueAt !== null;

/** The sender may go on repeating for days what somebody resolved here. */
function keptFor({ status }: Followed, incident: Incident | undefined): number {
  return status === 'resolved' && !incident?.resolvedBy ? RESOLVED_MS : FORGOTTEN_MS;
}
