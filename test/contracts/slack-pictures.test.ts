import { WebClient } from '@slack/web-api';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { type ChartPoint, chart, type ShownBlock, table } from '../../src/kit/slack/charts.ts';
import { section } from '../../src/kit/slack/elements.ts';
import { createPictures } from '../../src/kit/slack/pictures.ts';
import { createPoster } from '../../src/kit/slack/posting.ts';
import { webClientOptions } from '../../src/kit/slack/web-api.ts';
import type { Temporary } from '../../src/kit/store/temporary.ts';
import { createPlayground, type Playground } from '../../src/playground/index.ts';
import { asObjects } from '../../src/playground/json.ts';
import { systemTimers } from '../support/system-timers.ts';

/* Whatever the workspace's Slack takes, people get the content: its own charts and tables, or plain blocks. */

const points: ChartPoint[] = [3, 5, 2].map((value, day) => ({
  label: `day ${day}`,
  value,
  text: `${value}`,
}));
const aChart = chart({ title: 'Texts a day', as: 'bars', name: 'Texts', points });
const aTable = table({ caption: 'By person', header: ['Person', 'Texts'], rows: [['Rafiq', '3']] }).blocks;

const log = pino({ level: 'silent' });
let slack: Playground;
let web: WebClient;
let memory: Map<string, unknown>;
let isStoreAway: boolean;
const temporary: Temporary = {
  async get<T>(workspace: string, key: string, schema: z.ZodType<T>) {
    if (isStoreAway) throw new Error('away');
    const value = memory.get(`${workspace} ${key}`);
    return value === undefined ? undefined : schema.parse(value);
  },
  async set(workspace, key, value) {
    if (isStoreAway) throw new Error('away');
    memory.set(`${workspace} ${key}`, value);
  },
  async delete() {},
};
beforeEach(async () => {
  slack = await createPlayground();
  web = new WebClient(
    slack.botToken,
    webClientOptions({ slackApiUrl: slack.apiUrl, time: systemTimers, log }),
  );
  memory = new Map();
  isStoreAway = false;
});
afterEach(() => slack.close());

const pictures = createPictures({ temporary, log });
const workspace = 'T0PADMA0001';
const user = () => slack.person('rafiq').id;
const publish = (blocks: ShownBlock[]) =>
  pictures.show(workspace, 'home', blocks, content =>
    web.views.publish({ user_id: user(), view: { type: 'home', blocks: content } }),
  );
const typesOnHome = () => asObjects(slack.home('rafiq')?.content.blocks).map(({ type }) => type);
const callsOf = (method: string) => {
  const count = slack.traffic.of(method).length;
  slack.traffic.clear();
  return count;
};

test('Home gets tables as Slack’s own, and charts only where Slack takes them there; the refusal is remembered', async () => {
  await publish([...aChart, ...aTable]);
  expect(typesOnHome()).toEqual(['rich_text', 'data_table']);
  expect(callsOf('views.publish')).toBe(2);
  await publish([...aTable, ...aChart]);
  expect(typesOnHome()).toEqual(['data_table', 'rich_text']);
  expect(callsOf('views.publish'), 'asked once a day').toBe(1);

  slack.takeDataBlocks('charts-on-home');
  memory.clear();
  await publish([...aChart, ...aTable]);
  expect(typesOnHome()).toEqual(['data_visualization', 'data_table']);
});

test('a post gets both as Slack’s own; where Slack has neither, it comes with plain blocks, and is changed with them', async () => {
  const poster = createPoster({
    webFor: async () => web,
    pictures,
    isSlacks: () => true,
    time: systemTimers,
  });
  const message = { text: 'Numbers', blocks: [section('Numbers'), ...aChart, ...aTable] };
  const pin = () => poster.pin(workspace, 'C0GENERAL01', message);
  const typesOfLast = () =>
    slack
      .posts()
      .at(-1)
      ?.blocks.map(({ type }) => type);
  expect(await pin()).toMatchObject({ kind: 'ok' });
  expect(typesOfLast()).toEqual(['section', 'data_visualization', 'data_table']);
  expect(callsOf('chat.postMessage')).toBe(1);

  slack.takeDataBlocks('none');
  const pinned = await pin();
  expect(pinned).toMatchObject({ kind: 'ok' });
  expect(typesOfLast()).toEqual(['section', 'rich_text', 'rich_text']);
  expect(callsOf('chat.postMessage')).toBe(2);
  const at = 'at' in pinned && pinned.at;
  expect(at && (await poster.update(workspace, at, { ...message, text: 'More' }))).toMatchObject({
    kind: 'ok',
  });
  expect(callsOf('chat.update'), 'known by then').toBe(1);
  await poster.close();
});

test('a message with three charts, which Slack doesn’t take, has two of them as Slack’s own', async () => {
  const poster = createPoster({
    webFor: async () => web,
    pictures,
    isSlacks: () => true,
    time: systemTimers,
  });
  await poster.post(workspace, 'C0GENERAL01', {
    text: 'x',
    blocks: [...aChart, ...aChart, ...aChart, ...aTable],
  });
  const types = slack
    .posts()
    .at(-1)
    ?.blocks.map(({ type }) => type);
  expect(types).toEqual(['data_visualization', 'data_visualization', 'rich_text', 'data_table']);
  await poster.close();
});

test('if Slack refuses a page for another reason, plain blocks don’t help, and nothing is remembered', async () => {
  await expect(publish([...aTable, section('x'.repeat(3001))])).rejects.toThrow('invalid_arguments');
  expect(callsOf('views.publish')).toBe(2);
  expect(memory.size).toBe(0);
  slack.faults.add({ kind: 'refusal', error: 'hash_conflict', on: 'views.publish', times: 1 });
  await expect(publish(aTable)).rejects.toThrow('hash_conflict');
  expect(callsOf('views.publish')).toBe(1);
});

test('without an answer of the store, people get their page all the same', async () => {
  isStoreAway = true;
  await publish([...aChart, ...aTable]);
  expect(typesOnHome()).toEqual(['rich_text', 'data_table']);
  expect(callsOf('views.publish')).toBe(2);
});
