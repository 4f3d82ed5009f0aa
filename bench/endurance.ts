import { generate } from './generate.ts';
import { createWorld, type Engine } from './world.ts';

const TEAMS = 1000;
const PER_SECOND = 20;
/** Memory is compared with that of this minute: by then everything that is loaded once has been loaded. */
const SETTLED_MINUTE = 2;

/**
 * The app's memory after this many minutes of commands, over that after two.
 *
 * @param minutes more than two
 */
export async function endurance(engine: Engine, minutes: number): Promise<{ ratio: number; facts: string }> {
  const world = await createWorld(engine, TEAMS);
  const app = await world.start();
  const aim = { url: app.url, slackUrl: world.slackUrl, teams: TEAMS };
  const memory: number[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    // A minute at a time, since Slack's signatures are valid for five.
    await generate({ kind: 'steadily', aim, total: PER_SECOND * 60, gapMs: 1000 / PER_SECOND });
    memory.push(app.residentMb());
  }
  await world.close();
  const [before = Number.NaN, after = Number.NaN] = [memory[SETTLED_MINUTE - 1], memory.at(-1)];
  return {
    ratio: after / before,
    facts: `${after.toFixed(0)} over ${before.toFixed(0)} MB; the most was ${Math.max(...memory).toFixed(0)}`,
  };
}
