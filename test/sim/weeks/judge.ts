import { mayHaveGone, when } from '../diary.ts';
import type { SeenRequest } from '../service.ts';
import { MINUTE, PADMA, SECOND, type World } from '../world.ts';
import type { Course } from './load.ts';

/** What a week left behind. */
export type Weekly = {
  /** Records by table, and entries of indexes. */
  sizes: Map<string, number>;
  /** Bytes of what is known of the workspace's alerts. */
  state: number;
  /** Lines of the log that tell of failures. */
  failures: string[];
  calls: number;
};

/** Looks at what there is after a week, and lets go of what is seen by then. */
export function weekly({ disk, logged, slack }: World): Weekly {
  const lines = logged.splice(0).map(line => JSON.parse(line) as { level: number; msg: string });
  slack.said.length = 0;
  return {
    sizes: disk.sizes(),
    state: disk.table('inbox_state').get(`alerts ${PADMA.id} `)?.length ?? -1,
    failures: lines.filter(({ level }) => level >= 50).map(line => JSON.stringify(line)),
    calls: 0,
  };
}

/** So soon a text of a critical alert goes. */
const CRITICAL_MS = 70 * SECOND;

export function judge(world: World, course: Course, weeks: readonly Weekly[]): string[] {
  const { requests } = world.service;
  return [
    ...weeks.flatMap(({ failures }) => failures),
    ...course.news.flatMap(one => judgeNews(one, requests)),
    ...judgeTwice(requests),
  ];
}

function judgeNews({ name, firedAt }: Course['news'][number], requests: readonly SeenRequest[]): string[] {
  if (firedAt === null) return [`no hook took “${name}”`];
  const its = requests.filter(({ message }) => new RegExp(`\\b${name}\\b`).test(message));
  const [first] = its;
  const isInTime = first !== undefined && first.leftAt <= firedAt + CRITICAL_MS;
  return isInTime
    ? []
    : [`“${name}” fired at ${when(firedAt)}, and the first text left at ${when(first?.leftAt ?? null)}`];
}

/** Nobody hears twice so soon that the same fires, nor are they reminded of it; nor do they get the same to the letter. */
const AGAIN_MS = { new: 60 * MINUTE, still: 5 * MINUTE, words: 10 * MINUTE };

function judgeTwice(requests: readonly SeenRequest[]): string[] {
  const last = new Map<string, SeenRequest>();
  return requests.filter(mayHaveGone).flatMap(request => {
    const { number, message, leftAt } = request;
    return [{ what: message, ms: AGAIN_MS.words }, ...namedIn(message)].flatMap(({ what, ms }) => {
      const key = `${number} ${what}`;
      const before = last.get(key);
      last.set(key, request);
      if (!before || leftAt - before.leftAt >= ms) return [];
      return `${number} got “${before.message}” at ${when(before.leftAt)}, and “${message}” at ${when(leftAt)}`;
    });
  });
}

/** The alerts that a text names as firing. */
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
