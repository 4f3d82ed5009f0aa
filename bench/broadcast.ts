import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { MAX_ROWS } from '../src/domain/broadcast.ts';
import { contactOf } from '../src/domain/contact.ts';
import type { LocalNumber } from '../src/domain/number.ts';
import { ACTION, BROADCAST, VIEW } from '../src/slack/ids.ts';
import { INPUT_ACTION } from '../src/slack/views/forms/fields.ts';
import { signed, teamOf } from './commands.ts';
import { generate } from './generate.ts';
import { quantile } from './parts.ts';
import { connect } from './wire.ts';
import { createWorld, type Engine, type World, withStorage } from './world.ts';

const TEAMS = 1000;
/** The commands to measure, one after the other: well below what the app can take. */
const STEADY = { total: 1200, warm: 200, gapMs: 10 };
/** How often each side is measured; its best counts. */
const ROUNDS = 3;
const TOGETHER = 500;
const GROUP = 'farmers';

/** A group of as many people as a broadcast may have, in the first workspace. */
function fillGroup({ choice }: World): Promise<void> {
  return withStorage(choice, async ({ contacts }) => {
    const workspace = teamOf(0);
    const group = { id: GROUP, workspace, name: GROUP };
    await contacts.update(workspace, {}, () => ({ change: { groups: [group] }, result: null }));
    for (let from = 0; from < MAX_ROWS; from += TOGETHER) {
      const some = Array.from({ length: TOGETHER }, (_, offset) => {
        const number = `018${String((from + offset) * 1999).padStart(8, '0')}` as LocalNumber;
        const known = { id: `contact-${from + offset}`, workspace, number, groups: [GROUP] };
        return contactOf({ ...known, name: `Farmer ${from + offset}`, columns: { village: 'Dhunot' } });
      });
      await contacts.update(workspace, {}, () => ({ change: { contacts: some }, result: null }));
    }
  });
}

/** The form as Slack submits it. */
function submission(nth: number): string {
  const it = (block: string, state: object) => ({ [block]: { [INPUT_ACTION]: state } });
  const group = { value: `group ${GROUP}`, text: { type: 'plain_text', text: GROUP } };
  const values = {
    ...it(BROADCAST.to, { type: 'multi_external_select', selected_options: [group] }),
    ...it(BROADCAST.pasted, { type: 'plain_text_input', value: null }),
    ...it(BROADCAST.template, { type: 'external_select', selected_option: null }),
    ...it(BROADCAST.message, {
      type: 'plain_text_input',
      value: 'Dear {name}, seeds come to {village} tomorrow',
    }),
    ...it(BROADCAST.kind, { type: 'radio_buttons', selected_option: { value: 'service' } }),
    ...it(BROADCAST.channel, { type: 'conversations_select', selected_conversation: 'C1' }),
  };
  const view = {
    ...{ id: `V${nth}`, hash: `${nth}.a`, type: 'modal', callback_id: VIEW.broadcastForm },
    ...{ private_metadata: JSON.stringify({ putIn: null, before: null }), root_view_id: `V${nth}` },
    ...{ blocks: [], state: { values } },
  };
  return JSON.stringify({
    ...{ type: 'view_submission', team: { id: teamOf(0) }, user: { id: 'U1', team_id: teamOf(0) } },
    ...{ api_app_id: 'A1', is_enterprise_install: false, trigger_id: `form ${nth}`, response_urls: [], view },
  });
}

/** Makes one broadcast after the other until stopped; resolves with how long each took to be planned, in milliseconds. */
function plan(world: World, url: string): () => Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const run = (async () => {
    for (let nth = 0; !isOver; nth++) {
      const planned = new Promise<void>(resolve => {
        // The review has the button that sends it.
        world.onSlack(body => body.includes(ACTION.sendBroadcast) && resolve());
      });
      const began = performance.now();
      const line = await connect(url);
      const body = new URLSearchParams({ payload: submission(nth) }).toString();
      const answer = await line.ask(signed(url, body));
      if (!answer.head.startsWith('HTTP/1.1 200') || answer.body.includes('errors'))
        throw new Error(`Not accepted: ${answer.head} ${answer.body}`);
      line.close();
      await planned;
      times.push(performance.now() - began);
    }
  })();
  return async () => {
    isOver = true;
    await run;
    return times;
  };
}

type Found = { p99: number; turnMs: number; storeMs: number; planned: number[] };

async function measure(engine: Engine, beside: boolean): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'sms-turns-'));
  const file = join(folder, 'longest');
  const world = await createWorld(engine, TEAMS);
  await fillGroup(world);
  const { url, signal } = await world.start({ NODE_OPTIONS: '--import ./bench/turns.ts', BENCH_TURNS: file });
  const aim = { url, slackUrl: world.slackUrl, teams: TEAMS };
  await generate({ kind: 'steadily', aim, total: STEADY.warm, gapMs: STEADY.gapMs });
  signal('SIGUSR2');
  const slowest = await slowestCommand(world);
  const stop = beside ? plan(world, url) : null;
  const times = await generate({ kind: 'steadily', aim, total: STEADY.total, gapMs: STEADY.gapMs });
  const planned = (await stop?.()) ?? [];
  rmSync(file, { force: true });
  signal('SIGUSR2');
  const found = {
    p99: quantile(times.slice(STEADY.warm), 0.99),
    turnMs: await written(file),
    storeMs: await slowest(),
    planned,
  };
  await world.close();
  rmSync(folder, { recursive: true });
  return found;
}

async function written(file: string): Promise<number> {
  for (;;) {
    await new Promise(resolve => setTimeout(resolve, 20));
    try {
      const found = readFileSync(file, 'utf8');
      if (found !== '') return Number(found);
    } catch {
      // Not yet.
    }
  }
}

/** From now on, the longest that a command kept Redis, in milliseconds. On SQLite, a step of the store is in one turn. */
async function slowestCommand({ choice }: World): Promise<() => Promise<number>> {
  if (choice.kind === 'sqlite') return async () => Number.NaN;
  const client = createClient({ url: choice.url });
  await client.connect();
  await client.configSet({ 'slowlog-log-slower-than': '100', 'slowlog-max-len': '100000' });
  await client.sendCommand(['SLOWLOG', 'RESET']);
  return async () => {
    const log = await client.sendCommand<[number, number, number][]>(['SLOWLOG', 'GET', '-1']);
    client.destroy();
    return Math.max(0, ...log.map(([, , micros]) => micros)) / 1000;
  };
}

/** p99 of the ack of all workspaces' commands while one of them plans its biggest broadcasts, over p99 without that. */
export async function ackBesideBroadcast(
  engine: Engine,
): Promise<{ ratio: number; turnMs: number; facts: string }> {
  const alone: Found[] = [];
  const beside: Found[] = [];
  // In turns, since other load on the machine may slow down either.
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await measure(engine, false));
    beside.push(await measure(engine, true));
  }
  const best = (all: Found[]): Found => all.reduce((one, other) => (other.p99 < one.p99 ? other : one));
  const [without, its] = [best(alone), best(beside)];
  const planned = its.planned.map(ms => (ms / 1000).toFixed(1)).join(', ');
  const store = engine === 'redis' ? `, longest command ${its.storeMs.toFixed(1)} ms` : '';
  return {
    ratio: its.p99 / without.p99,
    turnMs: Math.min(...beside.map(({ turnMs }) => turnMs)),
    facts: `${its.p99.toFixed(1)} ms over ${without.p99.toFixed(1)} ms; planned in ${planned} s; longest turn ${its.turnMs.toFixed(0)} ms (${without.turnMs.toFixed(0)} without)${store}`,
  };
}
