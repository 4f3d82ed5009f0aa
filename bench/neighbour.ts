import { alertmanager } from '../test/support/hooks.ts';
import { fillGroup, plan } from './broadcast.ts';
import { generate } from './generate.ts';
import { quantile } from './parts.ts';
import { connect } from './wire.ts';
import { createWorld, type Engine } from './world.ts';

const TEAMS = 1000;
/** The commands to measure, one after the other: well below what the app can take. */
const STEADY = { total: 1200, warm: 200, gapMs: 10 };
/** How many calls of one workspace's hook are in progress at a time, each of the greatest size and with new alerts. */
const WIDTH = 4;
/** How often each side is measured; its best counts. */
const ROUNDS = 3;
const BODY_BYTES = 256 * 1024;
/** A first number, so that all have the same length. */
const FIRST = 100_000;

/** An Alertmanager call with as many alerts as fit. */
function biggest(call: number): string {
  const body = (count: number): string =>
    JSON.stringify(
      alertmanager(
        `group ${call}`,
        Object.fromEntries(Array.from({ length: count }, (_, n) => [`A${n}`, {}])),
      ),
    );
  const each = body(1001).length - body(1000).length;
  return body(1000 + Math.floor((BODY_BYTES - body(1000).length) / each) - 10);
}

/** Calls the hook again and again until stopped; resolves with how many calls were accepted. */
function fire(url: string, { path, token }: { path: string; token: string }): () => Promise<number> {
  let isOver = false;
  let calls = 0;
  let taken = 0;
  const template = biggest(FIRST);
  const run = async (): Promise<void> => {
    while (!isOver) {
      const body = template.replaceAll(`group ${FIRST}`, `group ${FIRST + calls++}`);
      const line = await connect(url);
      const request = [
        `POST ${path} HTTP/1.1`,
        `Host: ${new URL(url).host}`,
        'Content-Type: application/json',
        `Authorization: Bearer ${token}`,
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n');
      // If the call is refused, the connection may close before the whole body was sent.
      const answer = await line.ask(request).catch(() => null);
      if (answer?.head.startsWith('HTTP/1.1 202')) taken += 1;
      line.close();
    }
  };
  const runs = Array.from({ length: WIDTH }, run);
  return async () => {
    isOver = true;
    await Promise.all(runs);
    return taken;
  };
}

/**
 * p99 of the ack of all workspaces' commands while one of them fires the biggest calls it may, or plans its biggest broadcasts,
 * over p99 without that.
 */
export async function ackBeside(
  engine: Engine,
  what: 'calls' | 'broadcasts',
): Promise<{ ratio: number; facts: string }> {
  const measure = async (beside: boolean): Promise<{ p99: number; done: number }> => {
    const world = await createWorld(engine, TEAMS);
    const hook = await world.makeHook();
    if (what === 'broadcasts') await fillGroup(world);
    const { url } = await world.start();
    const start = () => (what === 'calls' ? fire(url, hook) : plan(world, url));
    const stop = beside ? start() : null;
    const aim = { url, slackUrl: world.slackUrl, teams: TEAMS };
    const times = await generate({ kind: 'steadily', aim, total: STEADY.total, gapMs: STEADY.gapMs });
    const done = (await stop?.()) ?? 0;
    await world.close();
    return { p99: quantile(times.slice(STEADY.warm), 0.99), done };
  };
  const alone: number[] = [];
  const beside: { p99: number; done: number }[] = [];
  // In turns, since other load on the machine may slow down either.
  for (let round = 0; round < ROUNDS; round++) {
    alone.push((await measure(false)).p99);
    beside.push(await measure(true));
  }
  const without = Math.min(...alone);
  const best = beside.reduce((one, other) => (other.p99 < one.p99 ? other : one));
  return {
    ratio: best.p99 / without,
    facts: `${best.p99.toFixed(1)} ms beside ${best.done} ${what} over ${without.toFixed(1)} ms`,
  };
}
