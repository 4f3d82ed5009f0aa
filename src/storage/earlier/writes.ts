import { z } from 'zod';
import type { AsideKind } from '../ports.ts';
import type { Place, Table, Write } from '../records.ts';
import { ASIDE, type AsideRecord } from '../tables/aside.ts';
import { REPORTS, type ReportRecord } from '../tables/report.ts';
import type { Candidate } from './rows.ts';

/* How converted data is written: what can be read goes where its table says; the rest stays as it is, out of the way. */

export function written<R extends { id: string }>(table: Table<R>, record: R): Write {
  const { name, workspaceOf, places } = table;
  return {
    id: record.id,
    leaves: [],
    comes: places(record),
    record: { table: name, value: record, workspace: workspaceOf(record) },
  };
}

/** Where something that can't be read would belong, if we can tell. */
const placeSchema = z.union([
  z.object({ list: z.string().regex(/^(?!.* (undefined|null)( |$))/s), score: z.int() }),
  z.object({ counter: z.string().regex(/^(?!.* (undefined|null)( |$))/s) }),
]);

function placesOf<R extends { id: string }>(table: Table<R>, candidate: Candidate): Place[] {
  try {
    const places = table.places(candidate as unknown as R);
    return places.flatMap(place => placeSchema.safeParse(place).data ?? []);
  } catch {
    return [];
  }
}

/** Places that are kept for looking back: what can't be read stays in these. */
const isKept = (place: Place): boolean =>
  'list' in place && /^(intents\.age|texts\.of|texts\.history|reports\.of) /.test(place.list);

const workspaceOf = ({ workspace }: Candidate): string | null =>
  typeof workspace === 'string' ? workspace : null;

/** What can't be read, unchanged. */
export function raw<R extends { id: string }>(
  table: Table<R>,
  candidate: Candidate,
  comes: Place[] = placesOf(table, candidate),
): Write {
  const record = { table: table.name, value: candidate, workspace: workspaceOf(candidate) };
  return { id: candidate.id, leaves: [], comes, record };
}

/** When and why something was set aside. */
export type AsideNote = Pick<AsideRecord, 'at' | 'why' | 'workspace'>;

/**
 * What is set aside: the record as it is, and a note of its places, for when it gets another turn.
 *
 * @param again false: it never gets another turn, whoever asks for it
 */
export function setAside<R extends { id: string }>(
  kind: AsideKind,
  table: Table<R>,
  candidate: Candidate,
  noted: AsideNote,
  again = true,
): Write[] {
  const places = placesOf(table, candidate);
  const withheld = again ? places.filter(place => !isKept(place)) : [];
  const record: AsideRecord = {
    id: candidate.id,
    kind,
    ...noted,
    lists: withheld.flatMap(place => ('list' in place ? place : [])),
    counters: withheld.flatMap(place => ('counter' in place ? place.counter : [])),
    againAt: null,
    event: null,
  };
  return [raw(table, candidate, places.filter(isKept)), written(ASIDE, record)];
}

/** Something to tell the people of an intent. */
export function told(
  {
    id,
    kind,
    intentId,
    problem = null,
  }: Pick<ReportRecord, 'id' | 'kind' | 'intentId'> & Partial<ReportRecord>,
  now: number,
): Write {
  return written(REPORTS, {
    id,
    kind,
    intentId,
    textId: null,
    problem,
    waiting: null,
    earlier: null,
    follower: null,
    reader: null,
    dueAt: now,
    leasedBy: null,
    attempts: 0,
    stale: false,
    createdAt: now,
  });
}
