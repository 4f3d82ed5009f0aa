import type { z } from 'zod';
import type { Severity } from '../../alert.ts';
import type { Sender } from '../../recent-calls.ts';
import {
  type CallAbout,
  type CallReading,
  type GivenLinks,
  nothing,
  type OneAlert,
  oneAlert,
  type SenderReader,
} from '../payload.ts';
import { plain } from '../plain.ts';
import { problemFrom } from '../schema.ts';
import { unsigned } from '../states.ts';

/** What a program says of one thing that is wrong, or is right again, a column each; null: it doesn't say that. */
export type Columns<Sent> = {
  /** Ids that stay the same from the alert to its end; null: it can't be over. */
  id: ((sent: Sent) => readonly string[]) | null;
  /** `nothing`: it neither fires nor is over; one sentence says why. */
  state: (sent: Sent) => 'firing' | 'resolved' | { nothing: string };
  severity: (sent: Sent) => Severity;
  /** What people call it. */
  name: (sent: Sent) => string;
  /** Where it is, in one or several pieces. */
  place: ((sent: Sent) => OneAlert['place']) | null;
  /** What is wrong. */
  words: ((sent: Sent) => string) | null;
  /** When it began, by the sender's clock, in epoch milliseconds. */
  time: ((sent: Sent) => number | null) | null;
  /** What tells two calls about it apart: a call with the same is a redelivery. */
  moment: ((sent: Sent) => string | null) | null;
  links: ((sent: Sent) => GivenLinks) | null;
};

/** What only some say. */
type RowExtras<Sent> = {
  more?: (
    sent: Sent,
  ) => Pick<OneAlert, 'description' | 'labels' | 'annotations' | 'test' | 'forMs' | 'occursOnce'>;
};

/** One kind of call: what it looks like, and a row of columns. */
export type CallRow = {
  fits: (body: object) => boolean;
  read: (body: object, about: CallAbout) => CallReading;
};

export const row = <Sent>(
  fits: (body: object) => boolean,
  schema: z.ZodType<Sent>,
  columns: Columns<Sent> & RowExtras<Sent>,
): CallRow => ({
  fits,
  read(body, about) {
    const { data: sent, error } = schema.safeParse(body);
    return error ? { kind: 'wrong', problem: problemFrom(error) } : alertFrom(sent, columns, about);
  },
});

function alertFrom<Sent>(
  sent: Sent,
  { id, state, severity, name, place, words, time, moment, links, more }: Columns<Sent> & RowExtras<Sent>,
  { callId }: CallAbout,
): CallReading {
  const status = state(sent);
  if (typeof status !== 'string') return nothing(status.nothing);
  const called = name(sent);
  if (!/[\p{L}\p{N}]/u.test(called) && status === 'firing')
    return { kind: 'wrong', problem: { field: null, error: 'Nothing says what is wrong.' } };
  return oneAlert({
    thing: id?.(sent) ?? [callId],
    single: id === null,
    status,
    severity: severity(sent),
    alert: called,
    place: place?.(sent) ?? null,
    summary: unsigned(plain(words?.(sent) ?? '')),
    startsAt: time?.(sent) ?? null,
    moment: moment?.(sent) ?? callId,
    links: links?.(sent) ?? {},
    ...more?.(sent),
  });
}

/** Whether a body has all of these names. */
export const has =
  (...names: string[]) =>
  (body: object): boolean =>
    names.every(name => name in body);

/** A program that posts one kind of call, or several. `otherwise`: what its other calls are answered. */
export function senderOf(
  sender: Sender,
  rows: readonly CallRow[],
  others?: { fits: (body: object) => boolean; otherwise: string },
): SenderReader {
  const rowOf = (body: object): CallRow | undefined => rows.find(({ fits }) => fits(body));
  return {
    sender,
    fits: body => (others ? others.fits(body) : rowOf(body) !== undefined),
    read: (body, about) => rowOf(body)?.read(body, about) ?? nothing(others?.otherwise ?? ''),
  };
}

/** A row's state of a run, of which the latest counts: a failure fires, a success ends it, and anything else says nothing new. */
export const stateOfRun = (
  outcome: 'failed' | 'passed' | null,
): 'firing' | 'resolved' | { nothing: string } =>
  outcome === null
    ? { nothing: 'It neither failed nor succeeded.' }
    : outcome === 'failed'
      ? 'firing'
      : 'resolved';
