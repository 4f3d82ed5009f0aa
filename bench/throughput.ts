import { spawn } from 'node:child_process';
import { serve } from './wire.ts';
import { createWorld, type Engine } from './world.ts';

const KEYS = 1000;
/** Redis takes longer to be filled with as many. */
const TEXTS = {
  sqlite: { total: 20_000, warm: 5000 },
  redis: { total: 8000, warm: 2000 },
};

/** Texts a second that the same gateway client makes of a bare loop. */
async function bareLoop(width: number): Promise<number> {
  const service = await serve(() => ({
    status: 200,
    json: '{"success":true,"log_id":1,"cost":0.35,"balance":99.65}',
  }));
  const given = [service.url, TEXTS.sqlite.total, TEXTS.sqlite.warm, width].map(String);
  const child = spawn(process.execPath, ['bench/bare-gateway.ts', ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await child.stdout.toArray();
  await service.close();
  return Number(said.join(''));
}

/** Texts a second that reach the service when they are due all at once, over a thousand keys. */
async function reached(engine: Engine, processes: number): Promise<{ perSecond: number; cores: number }> {
  const { total, warm } = TEXTS[engine];
  const world = await createWorld(engine, KEYS);
  await world.fill(total, 3000);
  const apps = await Promise.all(Array.from({ length: processes }, () => world.start()));
  const used = () => apps.reduce((sum, app) => sum + app.cpuMs(), 0);
  let count = 0;
  let began = 0;
  let usedBefore = 0;
  const result = await new Promise<{ perSecond: number; cores: number }>(resolve => {
    world.onText(() => {
      count += 1;
      if (count === warm) [began, usedBefore] = [performance.now(), used()];
      if (count !== total) return;
      const ms = performance.now() - began;
      resolve({ perSecond: ((total - warm) / ms) * 1000, cores: (used() - usedBefore) / ms });
    });
  });
  await world.close();
  return result;
}

export async function throughput(): Promise<{ ratio: number; facts: string }> {
  // In turns, each the better of two.
  const [some, first] = [await bareLoop(64), await reached('sqlite', 1)];
  const [many, second] = [await bareLoop(200), await reached('sqlite', 1)];
  const bare = Math.max(some, many);
  const perSecond = Math.max(first.perSecond, second.perSecond);
  return { ratio: perSecond / bare, facts: `${perSecond.toFixed(0)}/s over ${bare.toFixed(0)}/s` };
}

export async function replicas(): Promise<{ ratio: number; facts: string }> {
  const [one, two] = [await reached('redis', 1), await reached('redis', 2)];
  const said = ({ perSecond, cores }: typeof one) =>
    `${perSecond.toFixed(0)}/s (${cores.toFixed(2)} cores in the app)`;
  return { ratio: two.perSecond / one.perSecond, facts: `${said(two)} over ${said(one)}` };
}
