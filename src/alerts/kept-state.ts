import { z } from 'zod';
import type { InboxContents } from '../contacts/store/erasure-model.ts';
import type { Clock } from '../kit/clock.ts';
import type { CooperativeTask, FairScheduler } from '../kit/fair-scheduler.ts';
import type { DedupeKey, InboxAddress } from '../kit/inbox/model.ts';
import { pack, unpack } from '../kit/inbox/reading.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { abridged } from '../kit/slack-text.ts';
import { type Act, type Beat, compact, placed, type Unsent } from './alert.ts';
import { type Crowd, createCrowds } from './deciding/crowds.ts';
import { watchBoth, watchSchema } from './deciding/heartbeat.ts';
import { MAX_NAME } from './deciding/shown.ts';
import {
  type AlertState,
  copyOf,
  crowdsIn,
  EMPTY_STATE,
  type Followed,
  groupOf,
  incidentSchema,
  keyOf,
  rowSchema,
  spentSchema,
} from './deciding/state.ts';

/* A state as JSON in the store. Crowds, and the times of texts, are written once: thousands may share one of hundreds. */
const storedSchema = z.object({
  nextId: z.int(),
  crowds: z.array(z.array(z.string())),
  alerts: z.array(rowSchema),
  incidents: z.array(incidentSchema),
  /** Numbers, and when they were texted. */
  sent: z.array(z.tuple([z.array(z.string()), z.array(z.number())])),
  urgent: z.record(z.string(), z.number()),
  watch: watchSchema,
  spent: z.record(z.string(), spentSchema),
});

/** Reads what `toStored` wrote. */
export const stateSchema: z.ZodType<AlertState> = storedSchema.transform(({ crowds, ...stored }) => {
  const crowd = (at: number): Crowd => {
    const found = crowds[at];
    if (!found) throw new RangeError('A stored state of alerts names a crowd that is not in it');
    return found;
  };
  const alerts = stored.alerts.map(
    ({ told, waits: { firing, reminder, resolved }, asked, ...alert }): Followed => ({
      ...alert,
      told: crowd(told),
      waits: { firing: crowd(firing), reminder: crowd(reminder), resolved: crowd(resolved) },
      asked: crowd(asked),
    }),
  );
  const sent = stored.sent.flatMap(([numbers, times]) => numbers.map(number => [number, times] as const));
  return { ...stored, alerts, sent: Object.fromEntries(sent) };
});

export function* toStored(state: AlertState): CooperativeTask<z.input<typeof storedSchema>> {
  const crowds = [...crowdsIn(state)];
  const numbers = new Map(crowds.map((crowd, at) => [crowd, at]));
  const at = (crowd: Crowd): number => numbers.get(crowd) ?? 0;
  yield;
  const alerts = state.alerts.map(({ told, waits, asked, facts, ...alert }) => ({
    ...alert,
    told: at(told),
    waits: { firing: at(waits.firing), reminder: at(waits.reminder), resolved: at(waits.resolved) },
    asked: at(asked),
    facts: facts && compact(facts),
  }));
  yield;
  const sent = [...Map.groupBy(Object.entries(state.sent), ([, times]) => times.join()).values()].map(
    (same): [string[], number[]] => [same.map(([number]) => number), [...(same[0]?.[1] ?? [])]],
  );
  return { ...state, crowds: crowds.map(crowd => [...crowd]), alerts, sent };
}

/** Where everything goes that a workspace's alerts are told. */
export const alertsOf = (workspace: string): InboxAddress => ({ kind: 'alerts', workspace, name: '' });

/** Stores something that a workspace's alerts are told. @param sameness null: every such event is new */
export const tellAlerts = (
  {
    inboxes,
    clock,
    newId,
  }: { inboxes: Pick<Inboxes, 'put'>; clock: Pick<Clock, 'now'>; newId: () => string },
  workspace: string,
  event: Act | Unsent | Beat,
  dedupe: DedupeKey | null = null,
): ReturnType<Inboxes['put']> =>
  inboxes.put(
    { id: newId(), address: alertsOf(workspace), body: JSON.stringify(event), dedupe },
    clock.now(),
  );

export function* written(state: AlertState): CooperativeTask<string> {
  const json = JSON.stringify(yield* toStored(state));
  yield;
  return pack(json);
}

/**
 * A workspace's alerts as they were last decided.
 *
 * @throws if they can't be read: the next decision sets them aside and starts afresh
 */
export async function lookAtAlerts(
  { inboxes, runFairly }: { inboxes: Pick<Inboxes, 'look'>; runFairly: FairScheduler },
  workspace: string,
): Promise<AlertState> {
  const state = await inboxes.look(alertsOf(workspace));
  return state === null ? EMPTY_STATE : runFairly(workspace, readAlertState(state));
}

function* readAlertState(stored: string): CooperativeTask<AlertState> {
  const json: unknown = JSON.parse(unpack(stored));
  yield;
  return stateSchema.parse(json);
}

/**
 * Adds what an earlier state followed and this one doesn't know: texts that were waiting there wait here. Whatever both
 * know stays as it is here.
 */
export function merge(state: AlertState, earlier: AlertState): AlertState {
  const merged = copyOf(state);
  const { of } = createCrowds(crowdsIn(state));
  const known = new Set(state.alerts.map(keyOf));
  const added = earlier.alerts.filter(alert => !known.has(keyOf(alert)));
  merged.nextId += earlier.nextId;
  const groups = new Set(state.incidents.map(groupOf));
  merged.incidents.push(
    ...earlier.incidents
      .filter(incident => !groups.has(groupOf(incident)))
      .map(incident => ({
        ...incident,
        id: incident.id + state.nextId,
        post: incident.post + state.nextId,
      })),
  );
  merged.alerts.push(
    ...added.map(
      (alert): Followed => ({
        ...alert,
        id: alert.id + state.nextId,
        told: of(alert.told),
        asked: of(alert.asked),
        waits: {
          firing: of(alert.waits.firing),
          reminder: of(alert.waits.reminder),
          resolved: of(alert.waits.resolved),
        },
      }),
    ),
  );
  for (const [number, times] of Object.entries(earlier.sent)) {
    merged.sent[number] = [...(merged.sent[number] ?? []), ...times].toSorted((a, b) => a - b);
  }
  for (const [number, at] of Object.entries(earlier.urgent)) {
    merged.urgent[number] = Math.max(merged.urgent[number] ?? at, at);
  }
  merged.watch = watchBoth(state.watch, earlier.watch);
  for (const [hook, spent] of Object.entries(earlier.spent)) {
    const its = merged.spent[hook];
    if (!its || its.day < spent.day) merged.spent[hook] = spent;
    else if (its.day === spent.day) {
      const [texts, parts] = [its.texts + spent.texts, its.parts + spent.parts];
      merged.spent[hook] = { ...its, texts, parts };
    }
  }
  return merged;
}

/** What hooks keep, for forgetting somebody. */
export const alertContents: InboxContents = {
  unpack(stored) {
    try {
      return unpack(stored);
    } catch {
      return stored; // It was quarantined because nobody can read it.
    }
  },
  pack,
  toldOnly(json, number) {
    const { data } = stateSchema.safeParse(JSON.parse(json));
    const [theirs = [], others = []] = [true, false].map(are =>
      data?.alerts.filter(alert => isOnlyFor(alert, number) === are),
    );
    const known = new Set(others.flatMap(wordsOf));
    return [...new Set(theirs.flatMap(wordsOf))].filter(words => !known.has(words));
  },
};

/** Whether nobody else was told of it, or will be. */
function isOnlyFor({ told, waits, asked }: Followed, number: string): boolean {
  const all = new Set([...told, ...Object.values(waits).flat(), ...asked]);
  return all.size === 1 && all.has(number);
}

/** What it says, as it is kept here and in posts. */
function wordsOf(alert: Followed): string[] {
  const { summary = '', description = '', title = '', message = '' } = alert.facts ?? {};
  const words = [placed(alert), alert.name, alert.place, summary, description, title, message].filter(
    Boolean,
  );
  return words.flatMap(word => [word, abridged(word, MAX_NAME)]);
}
