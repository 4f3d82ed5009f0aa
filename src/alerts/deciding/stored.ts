import { z } from 'zod';
import type { PausableWork } from '../../kit/in-turns.ts';
import { compact, factsSchema, responderSchema, SEVERITIES } from '../alert.ts';
import type { Crowd } from './crowds.ts';
import { type AlertState, crowdsIn, type Followed, groupOf, type Incident } from './state.ts';

/*
 * A state as JSON in the store: one column for each property of the alerts, with what many of them share (groups,
 * crowds, the times of texts) written once. It is read and written with every decision, and this takes a quarter of the
 * space of a list of alerts.
 */

/** A column holds thousands of values, all checked with every decision: doing it by hand takes a tenth of the time. */
const columnOf = <T>(is: (value: unknown) => value is T) =>
  z.custom<T[]>(column => Array.isArray(column) && column.every(is));
const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): value is number => typeof value === 'number';
const isTimeOrNever = (value: unknown): value is number | null => value === null || isTime(value);
const [texts, times, indexes] = [columnOf(isText), columnOf(isTime), columnOf(isTime)];

const columnsSchema = z
  .object({
    id: indexes,
    /** Index into `groups`; severity as an index into `SEVERITIES`; further down, indexes into `crowds`. */
    group: indexes,
    fingerprint: texts,
    fires: columnOf(value => typeof value === 'boolean'),
    severity: indexes,
    /** Indexes into `names`. */
    name: indexes,
    place: texts,
    startsAt: columnOf(isTimeOrNever),
    seenAt: times,
    toldAt: columnOf(isTimeOrNever),
    told: indexes,
    firing: indexes,
    reminder: indexes,
    resolved: indexes,
    asked: indexes,
    askedAt: times,
  })
  .refine(
    columns => new Set(Object.values(columns).map(column => column.length)).size === 1,
    'uneven columns',
  );

const incidentSchema = z.object({
  id: z.int(),
  /** Index into `groups`. */
  group: z.int(),
  post: z.int(),
  alone: z.boolean().default(false),
  since: z.number(),
  taken: z.object({ by: responderSchema, at: z.number() }).nullable().default(null),
  endedAt: z.number().nullable().default(null),
  resolvedBy: responderSchema.nullable().default(null),
  escalation: z.object({ turn: z.int(), dueAt: z.number().nullable() }).nullable().default(null),
  /**
   * Intents, the step each was for, whether it tells of nothing that is over, when it was planned, and (1) that whoever it
   * didn't reach has been seen to.
   */
  texts: z.array(z.tuple([z.string(), z.int(), z.boolean()], z.number())).default([]),
});

const watchSchema = z.object({
  heartbeats: z.array(
    z.object({
      hook: z.string(),
      silentMs: z.number(),
      calledAt: z.number(),
      countsFrom: z.number(),
      stopped: z.boolean(),
    }),
  ),
  lookedAt: z.number().nullable(),
});

const storedSchema = z.object({
  nextId: z.int(),
  /** A hook, and its name for the group. */
  groups: z.array(z.tuple([z.string(), z.string()])),
  crowds: z.array(texts),
  columns: columnsSchema,
  names: texts,
  /** By the ids of the few alerts that have facts. */
  facts: z.array(z.tuple([z.int(), factsSchema])),
  single: z.array(z.int()),
  tests: z.array(z.int()),
  incidents: z.array(incidentSchema),
  /** Numbers, and when they were texted. */
  sent: z.array(z.tuple([texts, times])),
  /** Times, and the numbers to which a text went then that couldn't wait. */
  urgent: z.array(z.tuple([z.number(), texts])),
  watch: watchSchema.default({ heartbeats: [], lookedAt: null }),
  spent: z.record(z.string(), z.object({ day: z.int(), texts: z.int(), parts: z.int(), said: z.boolean() })),
});

/** Reads what `toStored` wrote. */
export const stateSchema: z.ZodType<AlertState> = storedSchema.transform(fromStored);

export function* toStored(state: AlertState): PausableWork<z.input<typeof storedSchema>> {
  const { nextId, alerts, incidents, sent, urgent, watch, spent } = state;
  const pairs = new Map(
    [...alerts, ...incidents].map(({ hook, group }) => [
      `${hook} ${group}`,
      [hook, group] as [string, string],
    ]),
  );
  const groupAt = new Map([...pairs.keys()].map((pair, at) => [pair, at]));
  yield;
  const crowds = [...crowdsIn(state)];
  const crowdAt = new Map(crowds.map((crowd, at) => [crowd, at]));
  yield;
  const names = [...new Set(alerts.map(({ name }) => name))];
  const nameAt = new Map(names.map((name, at) => [name, at]));
  const column = <T>(of: (alert: Followed) => T): T[] => alerts.map(of);
  const crowdColumn = (of: (alert: Followed) => Crowd): number[] =>
    column(alert => crowdAt.get(of(alert)) ?? 0);
  const columns = {
    id: column(({ id }) => id),
    group: column(({ hook, group }) => groupAt.get(`${hook} ${group}`) ?? 0),
    fingerprint: column(({ fingerprint }) => fingerprint),
    fires: column(({ status }) => status === 'firing'),
    severity: column(({ severity }) => SEVERITIES.indexOf(severity)),
    name: column(({ name }) => nameAt.get(name) ?? 0),
    place: column(({ place }) => place),
    startsAt: column(({ startsAt }) => startsAt),
    seenAt: column(({ seenAt }) => seenAt),
    toldAt: column(({ toldAt }) => toldAt),
    told: crowdColumn(({ told }) => told),
    firing: crowdColumn(({ waits }) => waits.firing),
    reminder: crowdColumn(({ waits }) => waits.reminder),
    resolved: crowdColumn(({ waits }) => waits.resolved),
    asked: crowdColumn(({ asked }) => asked),
    askedAt: column(({ asked, askedAt }) => (asked.length > 0 ? askedAt : 0)),
  };
  yield;
  const byTimes = Map.groupBy(Object.entries(sent), ([, times]) => times.join());
  const byTime = Map.groupBy(Object.entries(urgent), ([, at]) => at);
  return {
    nextId,
    groups: [...pairs.values()],
    crowds: crowds.map(crowd => [...crowd]),
    columns,
    names,
    facts: alerts.flatMap(({ id, facts }): [number, z.input<typeof factsSchema>][] =>
      facts ? [[id, compact(facts)]] : [],
    ),
    single: alerts.flatMap(({ id, single }) => (single ? id : [])),
    tests: alerts.flatMap(({ id, test }) => (test ? id : [])),
    incidents: incidents.map(incident => compactIncident(incident, groupAt.get(groupOf(incident)) ?? 0)),
    sent: [...byTimes.values()].map(same => [same.map(([number]) => number), [...(same[0]?.[1] ?? [])]]),
    spent,
    urgent: [...byTime].map(([at, same]) => [at, same.map(([number]) => number)]),
    ...(watch.heartbeats.length > 0 && { watch: { ...watch, heartbeats: [...watch.heartbeats] } }),
  };
}

/** What most incidents don't have is left out. */
function compactIncident(incident: Incident, group: number): z.input<typeof incidentSchema> {
  const { id, post, alone, since, taken, endedAt, resolvedBy, escalation, texts } = incident;
  return {
    id,
    group,
    post,
    ...(alone && { alone }),
    since,
    ...(taken && { taken }),
    ...(endedAt !== null && { endedAt }),
    ...(resolvedBy && { resolvedBy }),
    ...(escalation && { escalation }),
    ...(texts.length > 0 && {
      texts: texts.map(({ intent, turn, alone, at, renewed }): [string, number, boolean, ...number[]] => [
        intent,
        turn,
        alone,
        at,
        ...(renewed ? [1] : []),
      ]),
    }),
  };
}

function fromStored({
  nextId,
  groups,
  crowds,
  columns,
  names,
  ...rest
}: z.output<typeof storedSchema>): AlertState {
  const facts = new Map(rest.facts);
  const single = new Set(rest.single);
  const tests = new Set(rest.tests);
  const at = <T>(list: readonly T[], index: number | undefined): T => {
    const found = list[index ?? -1];
    if (found === undefined)
      throw new RangeError('A stored state of alerts names something that is not in it');
    return found;
  };
  const alerts = columns.id.map((id, row): Followed => {
    const crowd = (column: readonly number[]): Crowd => at(crowds, column[row]);
    const [hook, group] = at(groups, columns.group[row]);
    return {
      id,
      hook,
      group,
      fingerprint: at(columns.fingerprint, row),
      status: at(columns.fires, row) ? 'firing' : 'resolved',
      severity: at(SEVERITIES, columns.severity[row]),
      name: at(names, columns.name[row]),
      place: at(columns.place, row),
      startsAt: at(columns.startsAt, row),
      seenAt: at(columns.seenAt, row),
      toldAt: at(columns.toldAt, row),
      told: crowd(columns.told),
      waits: {
        firing: crowd(columns.firing),
        reminder: crowd(columns.reminder),
        resolved: crowd(columns.resolved),
      },
      asked: crowd(columns.asked),
      askedAt: at(columns.askedAt, row),
      facts: facts.get(id) ?? null,
      single: single.has(id),
      test: tests.has(id),
    };
  });
  const sent = rest.sent.flatMap(([numbers, times]) => numbers.map(number => [number, times] as const));
  const urgent = rest.urgent.flatMap(([at, numbers]) => numbers.map(number => [number, at] as const));
  const incidents = rest.incidents.map(({ group: index, texts, ...incident }): Incident => {
    const [hook, group] = at(groups, index);
    return {
      ...incident,
      hook,
      group,
      texts: texts.map(([intent, turn, alone, at = incident.since, renewed]) => ({
        ...{ intent, turn, alone, at },
        ...(renewed === undefined ? {} : { renewed: true }),
      })),
    };
  });
  const { watch, spent } = rest;
  const byNumber = { sent: Object.fromEntries(sent), urgent: Object.fromEntries(urgent) };
  return { nextId, alerts, incidents, ...byNumber, watch, spent };
}
