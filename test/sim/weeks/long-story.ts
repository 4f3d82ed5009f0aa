import { withChance } from '../chance.ts';
import { createDice } from '../dice.ts';
import { install, saveSettings } from '../setup.ts';
import { AFTERNOON, createSimWorld, MEGHNA, PADMA } from '../world.ts';
import { judge, type Weekly, weekly } from './judge.ts';
import { begin, type Groups, HOUR, newCourse, WEEK } from './load.ts';

type LongStoryOptions = Groups & {
  weeks: number;
  shared: boolean;
  /** Slows the disk down, so that events are decided in batches, as in a busy app. */
  slowDisk?: number;
};

/** For each check, which has no time for more. */
export const IN_CHECK: LongStoryOptions = {
  weeks: 8,
  groups: 30,
  firesOn: 20,
  repeatMs: 24 * HOUR,
  shared: false,
};
/** For `npm run sim -- --long`. */
export const LONG: LongStoryOptions = {
  weeks: 8,
  groups: 300,
  firesOn: 60,
  repeatMs: 4 * HOUR,
  shared: false,
  slowDisk: 50,
};

type LongStory = {
  /** Broken promises in words; usually none. */
  wrong: string[];
  texts: number;
  weeks: Weekly[];
};

/**
 * Runs weeks of a workspace and judges them.
 *
 * @param afterWeek called after each week with all weeks so far; requests under way at that moment count as missing
 */
export async function longStory(
  seed: number,
  { weeks, shared, slowDisk, ...groups }: LongStoryOptions,
  afterWeek: (soFar: LongStory) => void = () => undefined,
): Promise<LongStory> {
  const dice = createDice(seed);
  const processes = shared ? 2 : 1;
  const world = createSimWorld({
    dice,
    processes,
    shared,
    window: 'sliding',
    start: AFTERNOON,
    ...(slowDisk !== undefined && { slowDisk }),
  });
  const { clock, service } = world;
  return withChance(dice.apart('chance'), clock.machine.wall, async () => {
    const keys = { [PADMA.id]: 'key-of-padma-1', [MEGHNA.id]: 'key-of-meghna-1' };
    for (const [team, key] of Object.entries(keys)) service.open(team, key, 1_000_000);
    await install(world, keys);
    await saveSettings(world, PADMA.id, { retentionDays: 7 });
    await world.start();
    const course = newCourse();
    await begin(world, course, groups);
    const all: Weekly[] = [];
    const soFar = (): LongStory => ({
      weeks: all,
      texts: service.requests.length,
      wrong: judge(world, course, all, groups.groups),
    });
    while (all.length < weeks) {
      await clock.run(WEEK);
      all.push(weekly(world));
      afterWeek(soFar());
    }
    return soFar();
  }).finally(world.end);
}
