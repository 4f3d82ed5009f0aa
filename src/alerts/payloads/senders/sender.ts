import type { z } from 'zod';
import type { Severity } from '../../alert.ts';
import { dedupeBy, KEY_MS } from '../dedupe.ts';
import { digestOf } from '../identity.ts';
import {
  type CallContext,
  type CallReader,
  type CallReading,
  linksFrom,
  nameFrom,
  nothing,
  placeFrom,
  reading,
  type SentLinks,
  type SentTexts,
} from '../payload.ts';
import { oneLine, plain } from '../plain.ts';
import { problemFrom } from '../schema.ts';
import { unsigned } from '../states.ts';

/** `nothing`: one sentence why the alert neither fires nor is over. */
type SentStatus = 'firing' | 'resolved' | { nothing: string };

/** How to read one kind of call about one alert. A column is null if the program doesn't send its fact. */
export type Columns<Sent> = {
  /** Ids that stay the same from the alert to its end; null if no call ends it. */
  id: ((sent: Sent) => readonly string[]) | null;
  state: (sent: Sent) => SentStatus;
  severity: (sent: Sent) => Severity;
  /** The name that people use. */
  name: (sent: Sent) => string;
  /** The place, in one or several pieces. */
  place: ((sent: Sent) => SentTexts) | null;
  /** The problem, in the sender's words. */
  words: ((sent: Sent) => string) | null;
  /** The start, by the sender's clock, in epoch milliseconds. */
  time: ((sent: Sent) => number | null) | null;
  /** A call about the same alert with the same moment is a redelivery. */
  moment: ((sent: Sent) => string | null) | null;
  links: ((sent: Sent) => SentLinks) | null;
  /** Facts that only some programs send. */
  more?: (sent: Sent) => {
    description?: string;
    /** Facts that a hook's own texts can name. */
    labels?: Record<string, string | null>;
    annotations?: Record<string, string | null>;
    /** True if a test button sent the call. */
    test?: boolean;
    /** For how long a repeated moment is a redelivery, in milliseconds; missing: `KEY_MS`. */
    forMs?: number;
    occursOnce?: true;
  };
};

export const row = <Sent>(
  fits: (body: object) => boolean,
  schema: z.ZodType<Sent>,
  columns: Columns<Sent>,
): CallReader => ({
  fits,
  read(body, context) {
    const { data: sent, error } = schema.safeParse(body);
    return error ? { kind: 'wrong', problem: problemFrom(error) } : readRow(sent, columns, context);
  },
});

function readRow<Sent>(sent: Sent, columns: Columns<Sent>, { callId }: CallContext): CallReading {
  const status = columns.state(sent);
  if (typeof status !== 'string') return nothing(status.nothing);
  const name = oneLine(columns.name(sent));
  if (!/[\p{L}\p{N}]/u.test(name) && status === 'firing')
    return { kind: 'wrong', problem: { field: null, error: 'Nothing says what is wrong.' } };
  const id = columns.id?.(sent) ?? [callId];
  const severity = columns.severity(sent);
  const place = placeFrom(...[columns.place?.(sent)].flat());
  const summary = oneLine(unsigned(plain(columns.words?.(sent) ?? '')));
  const { description = '', labels, annotations, test, forMs, occursOnce } = columns.more?.(sent) ?? {};
  return reading(
    {
      fingerprint: digestOf(...id),
      status,
      severity,
      name: nameFrom(name),
      place,
      startsAt: columns.time?.(sent) ?? null,
      ...(occursOnce && { occursOnce }),
      facts: {
        summary,
        description,
        links: linksFrom(columns.links?.(sent) ?? {}),
        labels: filled({ alertname: name, instance: place, severity, ...labels }),
        annotations: filled({ summary, ...annotations }),
      },
    },
    {
      single: columns.id === null,
      test: test ?? false,
      dedupe: dedupeBy(forMs ?? KEY_MS, ['moment', ...id, status, columns.moment?.(sent) ?? callId]),
    },
  );
}

const filled = (fields: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** True for a body with all of these fields. `data.event`: a field of an object. */
export const has =
  (...paths: string[]) =>
  (body: object): boolean =>
    paths.every(path => hasField(body, path.split('.')));

function hasField(value: unknown, [name, ...path]: string[]): boolean {
  if (name === undefined) return true;
  const isObject = typeof value === 'object' && value !== null;
  return isObject && name in value && hasField(Reflect.get(value, name), path);
}

/**
 * The reader of a program with several kinds of calls. With `all`, every body that fits `all` is the program's, and calls of other kinds
 * are answered `why`.
 */
export function anyOf(
  readers: readonly CallReader[],
  all?: { fits: (body: object) => boolean; why: string },
): CallReader {
  const readerOf = (body: object): CallReader | undefined => readers.find(({ fits }) => fits(body));
  return {
    fits: body => (all ? all.fits(body) : readerOf(body) !== undefined),
    read: (body, context) => readerOf(body)?.read(body, context) ?? nothing(all?.why ?? ''),
  };
}

/** Only the latest run counts: a failure fires, a success ends it. */
export const stateOfRun = (outcome: 'failed' | 'passed' | null): SentStatus =>
  outcome === null
    ? { nothing: 'It neither failed nor succeeded.' }
    : outcome === 'failed'
      ? 'firing'
      : 'resolved';
