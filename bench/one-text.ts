import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { ask, request } from './commands.ts';
import { connect } from './wire.ts';
import { createWorld, type Engine } from './world.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/**
 * How many of our functions, in how many files, run for one `/sms`, from Slack's request until Slack is told, once
 * warm.
 */
export async function passedByOneText(engine: Engine): Promise<{ functions: number; files: number }> {
  const world = await createWorld(engine, 1);
  const app = await world.startHere();
  const line = await connect(app.url);
  const aim = { url: app.url, slackUrl: world.slackUrl, teams: 1 };
  const session = new Session();
  session.connect();
  const text = async (index: number): Promise<void> => {
    await ask(line, request(aim, index));
    await world.told();
    // Until the fact that it was told is stored too.
    await new Promise(resolve => setTimeout(resolve, 200));
  };
  await text(1);
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await text(2);
  await session.post('Profiler.takePreciseCoverage'); // Counts calls that started earlier up to here.
  await text(3);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  line.close();
  await app.stop();
  await world.close();
  const passed = result
    .filter(({ url }) => url.startsWith(`file://${SRC}`))
    .map(
      ({ functions }) =>
        functions.filter(({ ranges: [all] }) => all && all.startOffset > 0 && all.count > 0).length,
    )
    .filter(functions => functions > 0);
  return { functions: passed.reduce((sum, functions) => sum + functions, 0), files: passed.length };
}
