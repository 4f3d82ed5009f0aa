import { createWorld, type Engine } from './world.ts';

const KEYS = 1000;
/** Filling Redis takes longer. */
const TEXTS = {
  sqlite: { total: 20_000, warm: 5000 },
  redis: { total: 8000, warm: 2000 },
};

/** The texts a second that reach the service when all are due at once, over a thousand keys. */
async function reached(engine: Engine): Promise<{ perSecond: number; cores: number }> {
  const { total, warm } = TEXTS[engine];
  const world = await createWorld(engine, KEYS);
  await world.fill(total, 3000);
  const app = await world.start();
  let count = 0;
  let began = 0;
  let usedBefore = 0;
  const result = await new Promise<{ perSecond: number; cores: number }>(resolve => {
    world.onText(() => {
      count += 1;
      if (count === warm) [began, usedBefore] = [performance.now(), app.cpuMs()];
      if (count !== total) return;
      const ms = performance.now() - began;
      resolve({ perSecond: ((total - warm) / ms) * 1000, cores: (app.cpuMs() - usedBefore) / ms });
    });
  });
  await world.close();
  return result;
}

/** The texts a second that one process sends, the better of two runs. */
export async function throughput(engine: Engine): Promise<{ perSecond: number; facts: string }> {
  const runs = [await reached(engine), await reached(engine)];
  const [best = { perSecond: 0, cores: 0 }] = runs.sort((one, other) => other.perSecond - one.perSecond);
  return {
    perSecond: best.perSecond,
    facts: `${best.perSecond.toFixed(0)}/s with ${best.cores.toFixed(2)} cores in the app`,
  };
}
