import { expect, test } from 'vitest';
import { meghna, padma } from '../../../src/playground/index.ts';
import { sqliteIn } from '../../contracts/storage/sqlite.ts';
import { alertmanager, type Caller, makeHook } from '../../support/hooks.ts';
import { linkElsewhere, twoInstalled } from '../../support/installing.ts';
import { MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/*
 * Everything that can go wrong in a workspace goes wrong in one at the same time. Meanwhile another one is served as
 * before, and afterwards everybody affected is told what didn't happen, and why.
 */

const PATIENT = { timeout: 60_000 };
const WITHOUT_THE_APP = 'C0RANDOM001';
const THEIR_CHANNEL = 'C0MGENERAL1';

/** Everything that anybody in a workspace is told, oldest first. */
const said = ({ slack }: Stage, team: string): string =>
  slack
    .posts({ team })
    .map(({ text, blocks }) => `${text} ${JSON.stringify(blocks)}`)
    .join('\n');

/** A call to a hook, and the answer to its sender. */
async function calling(hook: Caller, body: unknown): Promise<string> {
  const answer = await hook.call(body);
  return `${answer.status} ${await answer.text()}`;
}

/** A command, a receipt and an alert in the second workspace; resolves with what it was told, without numbers. */
async function workDay(stage: Stage, hook: Caller, day: string): Promise<string[]> {
  const { slack } = stage;
  const sms = async (text: string) => (await slack.command({ team: meghna.id, user: 'jamil', text })).body;
  const now = () => slack.posts({ team: meghna.id });
  const before = now().length;
  const answers = [await sms(`01912345678 the day of ${day}`)];
  const receipt = () => now().findIndex(({ text }, index) => index >= before && text.includes('log #'));
  await stage.until(() => receipt() >= 0);
  const [newest = ''] = (await sms('log')).split('log #');
  answers.push(now()[receipt()]?.text ?? '', newest, await sms('balance'));
  answers.push(await calling(hook, { message: `an alert of ${day}`, severity: 'critical' }));
  await stage.until(() => stage.accepted().includes(`an alert of ${day}`));
  const shown = async () => {
    await stage.pass(SECOND);
    const posts = now().slice(before);
    return JSON.stringify(posts.findLast(({ channel }) => channel === THEIR_CHANNEL)?.blocks);
  };
  await expect.poll(shown, PATIENT).toContain('accepted by the SMS service');
  return [...answers, await shown()].map(one =>
    one.replaceAll(day, '').replace(/"block_id":"[^"]*"|"ids":.*|\d+/g, '#'),
  );
}

/** Both workspaces with their own key, and hooks. */
async function open() {
  const stage = await twoInstalled();
  await stage.link();
  const { accounts, keys } = stage.service;
  await linkElsewhere(stage, keys.create(accounts.create({ name: 'Meghna', credits: '100' }).id).key);
  const hook = await makeHook(stage);
  const astray = await makeHook(stage, { name: 'Astray', channel: WITHOUT_THE_APP });
  const theirs = await makeHook(stage, { channel: THEIR_CHANNEL }, meghna.id);
  const store = await sqliteIn(stage.dataDir).store();
  return { stage, hook, astray, theirs, store };
}

test('while everything goes wrong in one workspace, another is served as before; everybody affected is told', async () => {
  const { stage, hook, astray, theirs, store } = await open();
  const { slack, service, sms } = stage;
  // What can't be read: alerts, and a waiting text.
  await calling(hook, { message: 'the first', severity: 'critical' });
  await stage.until(() => stage.accepted().includes('the first'));
  await stage.quiet();
  await store.damage('inbox', 'alerts', 'foreign');
  const alone = await workDay(stage, theirs, 'yesterday');
  const only = { apiKey: stage.apiKey };
  service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { ...only, requests: 1 });
  await sms('01712345678 nobody can read this');
  const waits = await stage.post(/is on hold/);
  const [, id = ''] = /"value":"([\w.-]{36,})"/.exec(JSON.stringify(waits.blocks)) ?? [];
  await store.damage('text', id, 'foreign');

  // Slack and the SMS service answer nothing about this workspace and key.
  const slackIsBack = slack.faults.add({ kind: 'hang', team: padma.id });
  service.faults.add({ kind: 'hang', when: 'after' }, only);
  // News within a minute of other news would change its post in place.
  await stage.pass(MINUTE);
  await sms('01812345678 hangs');
  await stage.until(() => stage.accepted().includes('hangs'));

  // The biggest calls, many at once.
  const strangers = Array.from({ length: 200 }, (_, n) => `U0NOBODY${String(n).padStart(3, '0')}`);
  const storm = Array.from({ length: 800 }, (_, n) => [`A${n}`, { summary: 'x'.repeat(20) }] as const);
  const calls = Array.from({ length: 8 }, (_, n) => [
    calling(hook, { message: `to strangers ${n}`, to: strangers }),
    calling(n % 2 ? hook : astray, alertmanager(`storm ${n}`, Object.fromEntries(storm))),
  ]);
  const refusals = [
    calling(hook, { message: 'x', to: [...strangers, '01712345678'] }),
    calling(hook, { message: 'x'.repeat(256 * 1024) }),
  ];

  const beside = await workDay(stage, theirs, 'today');
  expect(beside).toEqual(alone);
  expect(new Set((await Promise.all(calls.flat())).map(answer => answer.slice(0, 3)))).toEqual(
    new Set(['202']),
  );
  expect(await Promise.all(refusals)).toEqual([
    expect.stringMatching(/^400 .*200 recipients at most/),
    expect.stringMatching(/^413 .*262144 bytes at most/),
  ]);

  slackIsBack();
  const told = async () => {
    await stage.pass(10 * SECOND);
    return said(stage, padma.id);
  };
  const hears = (what: RegExp) => expect.poll(told, PATIENT).toMatch(what);
  await hears(new RegExp(`can no longer read your text, so it was not sent.*${id}`));
  await hears(/018••••5678\* may or may not have been sent/);
  await hears(/An alert’s text to \*<@U0RAFIQ0001>\* may or may not have been sent/);
  await hears(/can no longer read part of this hook’s data/);
  await hears(/I can’t post about the hook \*Astray\*/);
  await hears(/Not texted to <@U0NOBODY000>.*There is nobody called/);
  expect(said(stage, meghna.id)).not.toMatch(/can’t be read|can no longer read|may or may not|No text/);
}, 120_000);
