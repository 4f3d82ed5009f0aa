import { withChance } from '../chance.ts';
import { createDice } from '../dice.ts';
import { decide, install } from '../setup.ts';
import { AFTERNOON, createSimWorld, MEGHNA, PADMA } from '../world.ts';
import { judge, type Weekly, weekly } from './judge.ts';
import { begin, type Groups, HOUR, newCourse, WEEK } from './load.ts';

type LongTelling = Groups & {
  weeks: number;
  /** Two processes share a store. */
  shared: boolean;
};

/** Of each check: more than that takes too long. */
export const IN_CHECK: LongTelling = {
  weeks: 8,
  groups: 30,
  firesOn: 20,
  repeatMs: 24 * HOUR,
  shared: false,
};
/** Of `npm run sim -- --long`. */
export const LONG: LongTelling = { weeks: 8, groups: 300, firesOn: 60, repeatMs: 4 * HOUR, shared: false };

type LongStory = {
  /** What broke, in words; usually nothing. */
  wrong: string[];
  texts: number;
  weeks: Weekly[];
};

/** Lives through weeks of a workspace, and judges them. */
export async function longStory(seed: number, { weeks, shared, ...groups }: LongTelling): Promise<LongStory> {
  const dice = createDice(seed);
  const processes = shared ? 2 : 1;
  const world = createSimWorld({ dice, processes, shared, window: 'sliding', start: AFTERNOON });
  const { clock, service } = world;
  return withChance(dice.apart('chance'), clock.machine.wall, async () => {
    const keys = { [PADMA.id]: 'key-of-padma-1', [MEGHNA.id]: 'key-of-meghna-1' };
    for (const [team, key] of Object.entries(keys)) service.open(team, key, 1_000_000);
    await install(world, keys);
    await decide(world, PADMA.id, { retentionDays: 7 });
    await world.start();
    const course = newCourse();
    await begin(world, course, groups);
    const all: Weekly[] = [];
    while (all.length < weeks) {
      await clock.run(WEEK);
      all.push(weekly(world));
    }
    return {
      weeks: all,
      texts: service.requests.length,
      wrong: judge(world, course, all, groups.groups),
    };
  }).finally(world.end);
}
