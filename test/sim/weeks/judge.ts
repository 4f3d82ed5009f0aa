import { mayHaveGone, when } from '../diary.ts';
import type { SeenRequest } from '../service.ts';
import { MINUTE, PADMA, SECOND, type World } from '../world.ts';
import { type Course, DAY } from './load.ts';

/** The state after a week. */
export type Weekly = {
  /** Numbers of records by table and of entries by index. */
  sizes: Map<string, number>;
  /** The size of the workspace's alert state, in characters. */
  state: number;
  /** Log lines about failures. */
  failures: string[];
};

/** Measures the state after a week, and drops the records of the simulation that nothing reads again. */
export function weekly({ disk, logged, slack }: World): Weekly {
  const lines = logged.splice(0).map(line => JSON.parse(line) as { level: number });
  slack.calls.length = 0;
  return {
    sizes: disk.sizes(),
    state: disk.table('inbox_state').get(`alerts ${PADMA.id} `)?.length ?? 0,
    failures: lines.filter(({ level }) => level >= 50).map(line => JSON.stringify(line)),
  };
}

export function judge(
  { service, deaths, disk, clock }: World,
  course: Course,
  weeks: readonly Weekly[],
  groups: number,
): string[] {
  const { requests } = service;
  const gone = requests.filter(mayHaveGone);
  return [
    ...weeks.flatMap(({ failures }) => failures),
    ...course.news.flatMap(news => judgeNews(news, requests)),
    ...course.broadcasts.flatMap(broadcast => judgeBroadcast(broadcast, gone, deaths)),
    ...judgeTwice(gone),
    ...course.erased.flatMap(({ name, isSaid, remains }) => [
      ...(isSaid ? [] : [`nobody said that ${name} is erased`]),
      ...remains.map(record => `${name} was erased, and is in ${record}`),
    ]),
    ...course.news
      .filter(({ firedAt }) => firedAt !== null && firedAt < clock.now() - 30 * DAY)
      .flatMap(({ name }) => disk.saying(name).map(record => `“${name}” is still in ${record}`)),
    ...judgeGrowth(weeks),
    ...weeks.flatMap(({ state }, week) =>
      state > STATE_CHARACTERS.least + groups * STATE_CHARACTERS.each
        ? [`after week ${week + 1}, what is known of alerts takes ${state} characters`]
        : [],
    ),
  ];
}

/** A text about a critical alert goes within this time. */
const CRITICAL_MS = 70 * SECOND;

function judgeNews({ name, firedAt }: Course['news'][number], requests: readonly SeenRequest[]): string[] {
  if (firedAt === null) return [`no hook took “${name}”`];
  const first = requests.find(({ message }) => new RegExp(`\\b${name}\\b`).test(message));
  if (first && first.leftAt <= firedAt + CRITICAL_MS) return [];
  return [`“${name}” fired at ${when(firedAt)}, and its first text left at ${when(first?.leftAt ?? null)}`];
}

function judgeBroadcast(
  { words, numbers, startedAt }: Course['broadcasts'][number],
  gone: readonly SeenRequest[],
  deaths: readonly number[],
): string[] {
  if (startedAt === null) return [`“${words}” never started`];
  const texted = gone.filter(({ message }) => message.startsWith(`${words},`)).map(({ number }) => number);
  // A process that dies leaves a text of unknown outcome, which isn't sent again.
  const isLost = deaths.some(at => Math.abs(at - startedAt) < 10 * MINUTE);
  const missing = numbers.filter(number => !texted.includes(number));
  return [
    ...texted
      .filter((number, nth) => texted.indexOf(number) < nth)
      .map(number => `${number} got “${words}” twice`),
    ...texted.filter(number => !numbers.includes(number)).map(number => `${number} wasn’t to get “${words}”`),
    ...(isLost ? [] : missing.map(number => `${number} didn’t get “${words}”`)),
  ];
}

/** The least time between two texts to a number: that an alert fires, that it still fires, or with the same words. */
const AGAIN_MS = { new: 60 * MINUTE, still: 5 * MINUTE, words: 10 * MINUTE };

function judgeTwice(gone: readonly SeenRequest[]): string[] {
  const last = new Map<string, SeenRequest>();
  return gone.flatMap(request => {
    const { number, message, leftAt } = request;
    return [{ what: message, ms: AGAIN_MS.words }, ...namedIn(message)].flatMap(({ what: subject, ms }) => {
      const key = `${number} ${subject}`;
      const before = last.get(key);
      last.set(key, request);
      if (!before || leftAt - before.leftAt >= ms) return [];
      return `${number} got “${before.message}” at ${when(before.leftAt)}, and “${message}” at ${when(leftAt)}`;
    });
  });
}

function namedIn(message: string): { what: string; ms: number }[] {
  return message.split(';').flatMap(part => {
    if (part.includes('RESOLVED')) return [];
    const isStill = part.includes('STILL');
    return [...part.matchAll(/\b(?:Group\d+xb?|News\d+x)\b/g)].map(([name]) => ({
      what: `${isStill ? 'still' : 'new'} ${name}`,
      ms: isStill ? AGAIN_MS.still : AGAIN_MS.new,
    }));
  });
}

/** Tables to which people add without removing, and records that are kept for longer than these weeks. */
const GROWS = /^(audit|contact|group|directory|reservation|usage|sender_usage)\b/;
/** The first deletions of old records have run by this week. */
const SETTLED = 3;
/** Weeks differ, so a table may exceed its first weeks by this much. */
const MORE = { times: 1.5, some: 25 };
const STATE_CHARACTERS = { least: 10_000, each: 600 };

function judgeGrowth(weeks: readonly Weekly[]): string[] {
  const names = new Set(weeks.flatMap(({ sizes }) => [...sizes.keys()]));
  return [...names].flatMap(name => {
    if (GROWS.test(name)) return [];
    const all = weeks.map(({ sizes }) => sizes.get(name) ?? 0);
    const most = Math.max(...all.slice(0, SETTLED));
    const isMore = all.slice(SETTLED).some(many => many > most * MORE.times + MORE.some);
    return isMore ? [`${name} grows: ${all}`] : [];
  });
}
