import type { LocalNumber } from '../../../src/domain/number.ts';
import type { Scheduled } from '../../../src/domain/schedule.ts';
import { localTimeAt } from '../../../src/domain/zone.ts';
import type { SmsService } from '../../../src/sms-service/index.ts';
import { createNewId } from '../../../src/storage/ids.ts';
import { type Beside, onStore } from './beside.ts';
import type { City, Team } from './city.ts';
import type { Stored } from './stored.ts';

/** Something that was scheduled: one text, or a broadcast. Each number is nobody else's. */
export type Planned = { id: string; team: Team; at: number; isDaily: boolean; numbers: LocalNumber[] };

const ZONE = 'Asia/Dhaka';

/**
 * For each of these times of day, people in each workspace schedule a text, and a broadcast to `rows` people; for every other
 * time, daily. They do it on the app's own store before it starts: what they do in Slack is in other tests.
 */
export async function schedule(
  { teams }: City,
  how: Beside & { rows: number; times: readonly number[] },
): Promise<Planned[]> {
  const newId = createNewId(Date.now);
  let numbers = 0;
  const someone = (): LocalNumber => `017${String(numbers++).padStart(8, '0')}` as LocalNumber;
  const people = (count: number): LocalNumber[] => Array.from({ length: count }, someone);
  const planned = how.times.flatMap((at, nth) =>
    teams.flatMap(team =>
      [people(1), people(how.rows)].map(to => ({
        ...{ id: newId(), team, at, isDaily: nth % 2 === 1, numbers: to },
      })),
    ),
  );
  await onStore(how, async ({ schedules, wall, now }) => {
    for (const one of planned) {
      const { id, team, isDaily } = one;
      const when = { start: localTimeAt(one.at, ZONE), zone: ZONE, until: null, times: null } as const;
      const made = await schedules.make(
        {
          ...{ id, workspace: team.id, by: team.user, identity: `form ${id}`, what: whatOf(one) },
          when: { ...when, repeat: isDaily ? 'daily' : null },
        },
        wall(),
        now(),
      );
      if (made === 'full') throw new Error('A workspace has too many');
    }
  });
  return planned;
}

/** Broadcasts that paused by themselves, since a kill left too many texts uncertain, go on. */
export function goOn(how: Beside, { runs }: Stored): Promise<void> {
  return onStore(how, async ({ broadcasts, wall, now }) => {
    for (const { id, workspace, state } of runs)
      if (state === 'paused') await broadcasts.resume(workspace, id, { by: 'U1', now: now(), wall: wall() });
  });
}

function whatOf({ id, team, numbers }: Planned): Scheduled {
  const to = numbers.map(number => ({ kind: 'number' as const, number }));
  const { channel, user } = team;
  const message = `notice ${id}`;
  if (to.length === 1) {
    const replyTo = { responseUrl: null, channel, userId: user, threadTs: null, threadLink: null };
    return { kind: 'text', to, message, template: null, replyTo };
  }
  const ask = { to, message, isTemplate: false, kind: 'service' as const, channel, by: user };
  return { kind: 'broadcast', ask, texts: to.length };
}

/** Which of them are still to do something: their run is to come, or being made, or goes; or their author is to be told. */
export function toCome(planned: readonly Planned[], { schedules, runs }: Stored): string[] {
  const kept = new Map(schedules.map(one => [one.id, one]));
  const going = runs.filter(({ state }) => !['paused', 'ended', 'dropped'].includes(state));
  const waiting = planned.filter(({ id, isDaily }) => {
    const one = kept.get(id);
    if (!one) return isDaily;
    return one.next?.index !== 1 || one.making !== null || one.late !== null || one.news.length > 0;
  });
  return [
    ...waiting.map(({ id }) => `${id}: ${JSON.stringify(kept.get(id))}`),
    ...going.map(({ schedule, state }) => `the run of ${schedule} is ${state}`),
  ];
}

/** All that went wrong, in words: each run happens once, and everybody has one text that ends. */
export function judgeRuns(planned: readonly Planned[], stored: Stored, service: SmsService): string[] {
  const runs = Map.groupBy(
    stored.runs.filter(({ state }) => state !== 'dropped'),
    ({ schedule }) => schedule,
  );
  const texts = Map.groupBy(stored.texts, ({ number }) => number);
  // What was refused with 429 was definitely not sent.
  const asked = service.requests.list().filter(({ code }) => code !== 'RATE_LIMITED');
  const requests = Map.groupBy(asked, ({ number }) => number ?? '');
  const accepted = Map.groupBy(service.log.list(), ({ number }) => number);
  return planned.flatMap(({ id, numbers }) => {
    const times = runs.get(id)?.length ?? 0;
    const people = numbers.flatMap(number => {
      const [text, ...more] = texts.get(number) ?? [];
      const went = requests.get(number)?.length ?? 0;
      const charged = accepted.get(number)?.length ?? 0;
      const wrong: [boolean, string][] = [
        [text === undefined, 'has no text'],
        [more.length > 0, `has ${more.length} texts more`],
        [went > 1, `was texted ${went} times`],
        [text?.state === 'queued' || text?.state === 'sending', `has one that is still ${text?.state}`],
        [text?.state === 'cancelled', 'has one that nobody cancelled, and is called so'],
        [text?.state === 'sent' && charged !== 1, 'is called texted, and the service did not accept it'],
        [text?.state === 'refused' && charged > 0, 'was texted, and it is called refused'],
      ];
      return wrong.filter(([is]) => is).map(([, words]) => `${number} ${words}`);
    });
    const isBroadcast = numbers.length > 1;
    return [...(isBroadcast && times !== 1 ? [`it ran ${times} times`] : []), ...people].map(
      fault => `${id}: ${fault}`,
    );
  });
}
