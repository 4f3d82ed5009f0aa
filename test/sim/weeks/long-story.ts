import { withChance } from '../chance.ts';
import { createDice } from '../dice.ts';
import { decide, install } from '../setup.ts';
import { AFTERNOON, createSimWorld, MEGHNA, PADMA } from '../world.ts';
import { judge, type Weekly, weekly } from './judge.ts';
import { begin, type Groups, newCourse, WEEK } from './load.ts';

export type LongStory = { seed: number; wrong: string[]; calls: number; texts: number; weeks: Weekly[] };

/** Lives through weeks of a workspace, and judges them. @param groups of alerts that fire now and then, or for good */
export async function longStory(
  seed: number,
  { weeks, ...groups }: Groups & { weeks: number },
): Promise<LongStory> {
  const dice = createDice(seed);
  const shared = seed % 2 === 0;
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
    const measured: Weekly[] = [];
    for (let week = 0; week < weeks; week++) {
      await clock.run(WEEK);
      measured.push(weekly(world));
    }
    return {
      ...{ seed, weeks: measured, texts: service.requests.length },
      calls: measured.reduce((sum, one) => sum + one.calls, 0),
      wrong: judge(world, course, measured),
    };
  }).finally(world.end);
}
