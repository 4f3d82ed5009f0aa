import { createWorld, type Engine } from './world.ts';

/** The time from the start of the program until it is ready, in seconds, and its memory then, in MB. */
export async function starting(engine: Engine): Promise<{ seconds: number; residentMb: number }> {
  const world = await createWorld(engine, 1);
  // The first start after an installation compiles, and caches the result.
  await (await world.start()).stop('SIGTERM');
  const began = performance.now();
  const app = await world.start();
  while ((await fetch(`${app.url}/readyz`)).status !== 200) {
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  const seconds = (performance.now() - began) / 1000;
  const residentMb = app.residentMb();
  await world.close();
  return { seconds, residentMb };
}
