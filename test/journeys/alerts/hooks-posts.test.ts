import { expect, test } from 'vitest';
import type { Post } from '../../../src/playground/index.ts';
import { alertmanager, type Caller, makeHook } from '../../support/hooks.ts';
import { inChannel, postSaying } from '../../support/on-call.ts';
import { makeRota } from '../../support/rotas.ts';
import { ADMIN, createLinkedStage, MINUTE, passUntil, SECOND } from '../../support/stage.ts';
import { contentOf } from '../../support/views.ts';

/* A hook's channel has a post for each incident, which changes in place. */

const critical = { severity: 'critical' };
const teammate = (userId: string) => ({ kind: 'teammate' as const, userId, label: userId });
const fire = ({ call }: Caller, group: string, name = group) =>
  call(alertmanager(group, { [name]: { ...critical, summary: `${name} is full` } }));

/** The block of the button that acknowledges the incident with these words right above it. */
function acknowledgeBlock({ blocks }: Post, words: string): string {
  const after = blocks.findIndex(block => JSON.stringify(block).includes(words));
  const next = blocks.slice(after).find(block => JSON.stringify(block).includes('take_alerts'));
  return String(next?.block_id);
}
const fireAll = async (hook: Caller, count: number): Promise<void> => {
  for (let n = 0; n < count; n++) await fire(hook, `Disk${n}.`);
};

test('of eight incidents five have a post each and three share one, where each is acknowledged separately', async () => {
  const stage = await createLinkedStage();
  await fireAll(await makeHook(stage), 8);
  await passUntil(stage, () => inChannel(stage).length === 6);
  const shared = await postSaying(stage, /3 alerts firing/);
  const own = inChannel(stage).filter(post => post !== shared);
  expect(own.map(({ text }) => text.split('\n')[0]).toSorted()).toEqual(
    Array.from({ length: 5 }, (_, n) => `Disk${n}.: Disk${n}. is full`),
  );
  for (const post of own) expect(JSON.stringify(post.blocks).match(/"take_alerts"/g)).toHaveLength(1);
  expect(JSON.stringify(shared.blocks).match(/"take_alerts"/g)).toHaveLength(4);

  const blockId = acknowledgeBlock(shared, 'Disk6.');
  await stage.slack.press(shared, 'take_alerts', { user: 'kamal', blockId });
  await postSaying(stage, /Disk6\.\n.*Disk6\. is full\n.*Acknowledged by <@U0KAMAL0001>/);
  expect(inChannel(stage).filter(({ text }) => text.includes('Acknowledged'))).toHaveLength(1);
  const blocks = (await postSaying(stage, /3 alerts firing/)).blocks;
  expect(JSON.stringify(blocks).match(/"take_alerts"/g)).toHaveLength(3);

  const all = String(blocks.at(-1)?.block_id);
  await stage.slack.press(await postSaying(stage, /3 alerts firing/), 'take_alerts', {
    user: 'rafiq',
    blockId: all,
  });
  await passUntil(stage, () => !JSON.stringify(inChannel(stage).at(-1)?.blocks).includes('take_alerts'));
  expect((await postSaying(stage, /3 alerts firing/)).text).toMatch(/U0RAFIQ0001.*(?:\n.*)+U0KAMAL0001/);
});

test('a storm of a hundred groups is six posts: five, and one with eight of the others and the rest behind “Show all”', async () => {
  const stage = await createLinkedStage();
  await fireAll(await makeHook(stage), 100);
  const shared = await postSaying(stage, /95 alerts firing/);
  await stage.pass(MINUTE);
  const posts = inChannel(stage).filter(({ text }) => !text.includes('Also firing now'));
  expect(posts).toHaveLength(6);
  expect(JSON.stringify(shared.blocks).match(/"take_alerts"/g)).toHaveLength(9);
  expect(shared.text).toMatch(/Also: .*and 79 more/);
  const requests = inChannel(stage).flatMap(({ seen }) => seen);
  expect(requests.length).toBeLessThan(60);
  await stage.slack.press(shared, 'open_alerts', { user: 'kamal' });
  const modal = () => stage.slack.openViews('kamal').map(contentOf).join();
  await passUntil(stage, () => modal().includes('1–20 of 95'));
});

test('a deleted post comes back with the next change', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage);
  await fire(hook, 'Disk');
  const post = await postSaying(stage, /accepted by the SMS service/);
  stage.slack.deletePost(post, { user: ADMIN });
  await hook.call(alertmanager('Disk', { Disk: critical, Memory: critical }));
  const again = await postSaying(stage, /2 alerts firing/);
  expect(again.ts).not.toBe(post.ts);
  expect(inChannel(stage).filter(({ text }) => text.includes('2 alerts firing'))).toHaveLength(1);
});

test('a critical alert that joins a post is reported in its thread and the channel, with a mention of the people texted, at most once a minute', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { recipients: [teammate('U0RAFIQ0001')] });
  const joined = (...names: string[]) =>
    hook.call(alertmanager('Disk', Object.fromEntries(['Disk', ...names].map(name => [name, critical]))));
  const below = () => inChannel(stage).filter(({ text }) => /Also firing now/.test(text));
  await joined();
  const post = await postSaying(stage, /accepted by the SMS service/);
  await stage.pass(MINUTE);
  await joined('Memory');
  await passUntil(stage, () => below().length === 1);
  for (const names of [
    ['Memory', 'Load'],
    ['Memory', 'Load', 'Swap'],
  ]) {
    await joined(...names);
    await stage.pass(10 * SECOND);
  }
  expect(below()).toHaveLength(1);
  await stage.pass(MINUTE);
  await passUntil(stage, () => below().length === 2);
  expect(below().map(({ text, threadTs }) => [text.split('\n').at(-1), threadTs])).toEqual([
    [':rotating_light: <@U0RAFIQ0001> Also firing now: Memory.', post.ts],
    [':rotating_light: <@U0RAFIQ0001> Also firing now: Load, Swap.', post.ts],
  ]);
  for (const { seen } of below()) expect(seen[0]?.payload).toMatchObject({ reply_broadcast: 'true' });
});

test('the next people are named: in a rota the person on call, a contact by name', async () => {
  const stage = await createLinkedStage();
  await makeRota(stage, { people: ['nusrat'] });
  const to = [{ kind: 'named' as const, name: 'Servers' }, teammate('U0SHIRIN001')];
  await fire(
    await makeHook(stage, {
      escalation: {
        firstMinutes: 5,
        rounds: 1,
        severities: ['critical'],
        mention: false,
        steps: [{ to, minutes: 10 }],
      },
    }),
    'Disk',
  );
  const post = await postSaying(
    stage,
    /Next: Servers \(<@U0NUSRAT001>\), <@U0SHIRIN001> at <!date\^\d+\^\{time\}/,
  );
  expect(post.text.split('\n')[0]).toBe('Disk: Disk is full');
});

test('once texts are sent again, the warning says that it is fixed, to the channel and to admins', async () => {
  const stage = await createLinkedStage();
  const direct = () => stage.slack.posts({ channel: `D${stage.slack.person(ADMIN).id.slice(1)}` });
  const mend = stage.service.faults.add({ kind: 'refuse', code: 'INSUFFICIENT_CREDITS' });
  await fire(await makeHook(stage), 'Disk');
  const warning = await postSaying(stage, /aren’t going out/);
  expect(warning.text).toMatch(/^Disk\n/);
  await passUntil(stage, () => direct().some(({ text }) => /may not know/.test(text)));
  mend();
  await stage.slack.press(warning, 'try_again', { user: ADMIN });
  const mended = await postSaying(
    stage,
    /:white_check_mark: Mended <!date.*Texts about Disk weren’t going out\./,
  );
  expect(mended.ts).toBe(warning.ts);
  expect(JSON.stringify(mended.blocks)).not.toContain('try_again');
  await passUntil(stage, () => direct().some(({ text }) => /Mended.*Texts about Disk/.test(text)));
  expect(direct().some(({ text }) => /may not know/.test(text))).toBe(false);
});

test('the reminder that nobody answered ends once a responder acknowledges it', async () => {
  const stage = await createLinkedStage();
  const steps = [{ to: [teammate('U0SHIRIN001')], minutes: 5 }];
  const escalation = { firstMinutes: 5, rounds: 1, severities: ['critical' as const], mention: false, steps };
  await fire(await makeHook(stage, { escalation }), 'Disk');
  await passUntil(stage, () => inChannel(stage).length === 1);
  await stage.pass(5 * MINUTE);
  await stage.pass(5 * MINUTE);
  const reminder = await postSaying(stage, /Nobody has acknowledged Disk/);
  expect(reminder.text, 'the people texted').toContain('<@U0SHIRIN001> Nobody has acknowledged');
  await stage.pass(10 * SECOND);
  await stage.slack.press(inChannel(stage)[0] as Post, 'take_alerts', { user: 'kamal' });
  const ended = await postSaying(stage, /Acknowledged <!date.*Nobody had acknowledged Disk/);
  expect(ended.ts).toBe(reminder.ts);
});
