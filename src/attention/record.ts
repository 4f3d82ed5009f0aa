import { z } from 'zod';
import { DAY_MS, dayOf, timeOn } from '../kit/day.ts';
import { LEADERS, type Warning, type WarningSource } from '../kit/slack/warnings.ts';

/*
 * What is kept of a workspace's warnings: which there are, whom they concern and who was told. Their words aren't kept: whoever looks is
 * shown them as they are at that moment.
 */

const recordSchema = z.object({
  kind: z.string(),
  subject: z.string(),
  people: z.array(z.string()),
  leaders: z.enum(LEADERS).nullable(),
  isUrgent: z.boolean(),
  isToldElsewhere: z.boolean(),
  foundAt: z.int(),
  /** Since when it isn't found any more; null while it is. */
  mendedAt: z.int().nullable(),
  /** When it was first told, and the user ids of those who were. */
  toldAt: z.int().nullable(),
  told: z.array(z.string()),
});
export type WarningRecord = Readonly<z.infer<typeof recordSchema>>;

export const attentionSchema = z.object({
  /** When a process last began to look for warnings, on the app's time line. */
  lookedAt: z.int(),
  warnings: z.array(recordSchema),
});
export type AttentionRecord = Readonly<z.infer<typeof attentionSchema>>;

export const NOTHING_FOUND: AttentionRecord = { lookedAt: 0, warnings: [] };

/**
 * A warning that comes back within this time after it was mended is the same one, and isn't told again: a balance goes up and down around
 * its threshold, and a rota is changed several times until it is right.
 */
export const REST_MS = 3 * DAY_MS;
/** Who wasn't told in this time, because Slack was away, isn't told any more. Home shows it to them. */
const TELL_FOR_MS = DAY_MS;
/** More of a kind are cut off, and appear once some of these are mended. */
const MAX_OF_A_KIND = 50;

export const nameOf = ({ kind, subject }: Pick<WarningRecord, 'kind' | 'subject'>): string =>
  `${kind} ${subject}`;

type WarningsByKind = ReadonlyMap<string, readonly Warning[]>;

/**
 * The records after a look.
 *
 * @param sources of all features: warnings of other kinds are dropped
 * @param current by kind; kinds that couldn't be looked for are missing, and stay as they were
 * @param now on the app's time line
 */
export function afterLook(
  before: AttentionRecord,
  sources: readonly Pick<WarningSource, 'kind' | 'isUrgent'>[],
  current: WarningsByKind,
  now: number,
): AttentionRecord {
  const warnings = sources.flatMap((source): WarningRecord[] => {
    const earlier = before.warnings.filter(({ kind }) => kind === source.kind);
    const warningsNow = current.get(source.kind);
    if (!warningsNow) return earlier;
    const bySubject = new Map(earlier.map(record => [record.subject, record]));
    const isKept = ({ subject }: Warning): number => Number(bySubject.has(subject));
    const ongoing = warningsNow
      .toSorted((one, other) => isKept(other) - isKept(one))
      .slice(0, MAX_OF_A_KIND)
      .map(warning => withWarning(bySubject.get(warning.subject), source, warning, now));
    const subjects = new Set(warningsNow.map(({ subject }) => subject));
    const mended = earlier.flatMap(record => (subjects.has(record.subject) ? [] : afterMending(record, now)));
    return [...ongoing, ...mended];
  });
  return { ...before, warnings };
}

function withWarning(
  before: WarningRecord | undefined,
  { kind, isUrgent }: Pick<WarningSource, 'kind' | 'isUrgent'>,
  { subject, people, leaders, isToldElsewhere }: Warning,
  now: number,
): WarningRecord {
  return {
    kind,
    subject,
    people: [...people],
    leaders,
    isUrgent,
    isToldElsewhere,
    foundAt: before?.foundAt ?? now,
    mendedAt: null,
    toldAt: before?.toldAt ?? null,
    told: before?.told ?? [],
  };
}

/** None if it has been well for so long that it counts as new if it comes back. */
function afterMending(record: WarningRecord, now: number): WarningRecord[] {
  const mendedAt = record.mendedAt ?? now;
  return now - mendedAt < REST_MS ? [{ ...record, mendedAt }] : [];
}

/** True if the warning is one for this reader. */
export const concerns = (
  { people, leaders }: Pick<Warning, 'people' | 'leaders'>,
  { userId, manages }: { userId: string; manages: boolean },
): boolean => people.includes(userId) || (leaders !== null && manages);

/** Those that aren't mended, in the order in which they are shown. */
export const ongoingFor = (
  { warnings }: AttentionRecord,
  reader: { userId: string; manages: boolean },
): WarningRecord[] =>
  warnings
    .filter(record => record.mendedAt === null && concerns(record, reader))
    .toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent) || one.foundAt - other.foundAt);

/** The hours in Bangladesh in which people are told what can wait until the morning. */
const DAYTIME = { from: '09:00', to: '20:00' };

export function isDaytime(wall: number): boolean {
  const day = dayOf(wall);
  return wall >= timeOn(day, DAYTIME.from) && wall < timeOn(day, DAYTIME.to);
}

/**
 * True if there may be people to tell of the warning.
 *
 * @param now on the app's time line
 * @param wall the time of day
 */
export const isToTell = (
  { mendedAt, isToldElsewhere, isUrgent, toldAt }: WarningRecord,
  now: number,
  wall: number,
): boolean =>
  mendedAt === null &&
  !isToldElsewhere &&
  (isUrgent || isDaytime(wall)) &&
  (toldAt === null || now - toldAt < TELL_FOR_MS);

/** A change of who was told of a warning. */
type Telling = { name: string; userId: string };

/**
 * Marks people as told, before a message leaves: each is told at most once, even if the process dies then.
 *
 * @returns the record, and those who weren't told before
 */
export function withTold(
  before: AttentionRecord,
  tellings: readonly Telling[],
  now: number,
): { after: AttentionRecord; isNew: readonly Telling[] } {
  const byName = new Map(before.warnings.map(record => [nameOf(record), record]));
  const isNew = tellings.filter(({ name, userId }) => byName.get(name)?.told.includes(userId) === false);
  return { after: changeTold(before, isNew, (userIds, added) => [...userIds, ...added], now), isNew };
}

/** Takes back that people were told, because Slack was away. (If only its answer was lost, they are told twice.) */
export const withoutTold = (before: AttentionRecord, tellings: readonly Telling[]): AttentionRecord =>
  changeTold(before, tellings, (userIds, unsent) => userIds.filter(userId => !unsent.includes(userId)), null);

function changeTold(
  before: AttentionRecord,
  tellings: readonly Telling[],
  change: (userIds: string[], of: readonly string[]) => string[],
  now: number | null,
): AttentionRecord {
  const byName = Map.groupBy(tellings, ({ name }) => name);
  const warnings = before.warnings.map(record => {
    const people = byName.get(nameOf(record))?.map(({ userId }) => userId);
    if (!people) return record;
    return { ...record, told: change(record.told, people), toldAt: record.toldAt ?? now };
  });
  return { ...before, warnings };
}

/** Without warnings about an erased person, by the id of their contact. */
export const withoutSubject = (before: AttentionRecord, subject: string): AttentionRecord => ({
  ...before,
  warnings: before.warnings.filter(record => record.subject !== subject),
});
