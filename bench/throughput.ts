import { createGateway } from '../src/gateway/client.ts';
import { command, load, serve } from './parts.ts';
import { createWorld, type Engine, teamOf } from './world.ts';

const KEYS = 1000;
const TEXTS = 3000;

/** Texts a second that the same gateway client makes of a bare loop. */
async function bareLoop(): Promise<number> {
  const service = await serve((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () => outgoing.end('{"success":true,"log_id":1,"cost":0.35,"balance":99.65}'));
  });
  const clock = {
    now: Date.now,
    after: (delayMs: number, run: () => void) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  };
  const gateway = createGateway({ baseUrl: service.url, clock });
  const text = { apiKey: 'k', number: '01712345678' as never, message: 'hello' };
  const { perSecond } = await load(TEXTS, 64, async () => {
    await gateway.send(text, () => true);
    return 0;
  });
  await gateway.close();
  await service.close();
  return perSecond;
}

/** Texts a second that reach the service, over a thousand keys, with as many processes. */
async function reached(engine: Engine, processes: number): Promise<number> {
  const world = await createWorld(engine, KEYS);
  const apps = [world.app];
  while (apps.length < processes) apps.push(await world.another());
  let count = 0;
  let began = 0;
  const all = new Promise<number>(resolve => {
    world.onText(() => {
      count += 1;
      if (count === 500) began = performance.now();
      if (count === TEXTS) resolve((TEXTS - 500) / ((performance.now() - began) / 1000));
    });
  });
  await load(TEXTS, 64, index =>
    command(apps[index % apps.length]?.url ?? '', {
      team: teamOf(index % KEYS),
      text: `01712345678 hello ${index}`,
      slackUrl: world.slackUrl,
    }),
  );
  const perSecond = await all;
  await world.close();
  return perSecond;
}

export async function throughput(): Promise<{ ratio: number; facts: string }> {
  const [bare, app] = [await bareLoop(), await reached('sqlite', 1)];
  return { ratio: app / bare, facts: `${app.toFixed(0)}/s over ${bare.toFixed(0)}/s` };
}

export async function replicas(): Promise<{ ratio: number; facts: string }> {
  const [one, two] = [await reached('redis', 1), await reached('redis', 2)];
  return { ratio: two / one, facts: `${two.toFixed(0)}/s over ${one.toFixed(0)}/s` };
}
