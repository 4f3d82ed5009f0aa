import { expect, test } from 'vitest';
import type { Post } from '../../../src/playground/index.ts';
import { alertmanager, type Caller, makeHook, ON_CALL } from '../../support/hooks.ts';
import { ADMIN, createLinkedStage, createStage, MINUTE, passUntil, type Stage } from '../../support/stage.ts';

/* Somebody is always called: also after hours, and when no text can go. */

const HOUR = 60 * MINUTE;
const RAFIQ = 'U0RAFIQ0001';
const SHIRIN = 'U0SHIRIN001';
const [RAFIQS, SHIRINS] = ['01712345678', '01612345678'];
const teammate = (userId: string) => ({ kind: 'teammate' as const, userId, label: userId });
const TEAM = {
  recipients: [teammate(RAFIQ)],
  escalation: {
    firstMinutes: 5,
    steps: [{ to: [teammate(SHIRIN)], minutes: 10 }],
    rounds: 1,
    severities: ['critical' as const],
    mention: false,
  },
};
const critical = { severity: 'critical' };
const fire = ({ call }: Caller, group = 'db', name = 'DiskFull') =>
  call(alertmanager(group, { [name]: critical }));

const inChannel = ({ slack }: Stage): Post[] =>
  slack.posts({ channel: ON_CALL }).filter(({ author, kind }) => author.kind === 'app' && kind === 'channel');
const direct = ({ slack }: Stage, user: string): Post[] =>
  slack.posts({ channel: `D${slack.person(user).id.slice(1)}` });
const says = async (stage: Stage, said: RegExp): Promise<Post> => {
  await passUntil(stage, () => inChannel(stage).some(({ text }) => said.test(text)));
  return inChannel(stage).find(({ text }) => said.test(text)) as Post;
};
const textsTo = ({ service }: Stage): string[] => service.log.list().map(({ number }) => number);

test('with no key linked no step passes: who is on call is mentioned and admins are told, once; once it is linked, they are texted', async () => {
  const stage = await createStage();
  await fire(await makeHook(stage, TEAM));
  const told = await says(stage, /aren’t going out/);
  expect(told.text).toContain(`<@${RAFIQ}>`);
  expect(told.text).toContain('no API key is linked');
  expect(JSON.stringify(told.blocks)).toContain('"open_link"');
  await stage.pass(MINUTE);
  await passUntil(stage, () => direct(stage, ADMIN).some(({ text }) => /may not know/.test(text)));
  await stage.pass(30 * MINUTE);
  const all = inChannel(stage).filter(({ text }) => /aren’t going out|Nobody has acknowledged/.test(text));
  expect(all).toHaveLength(1);
  expect(all[0]?.text).not.toContain(SHIRIN);
  await stage.link();
  await passUntil(stage, () => textsTo(stage).includes(RAFIQS));
  expect(textsTo(stage)).not.toContain(SHIRINS);
  await stage.pass(5 * MINUTE);
  await passUntil(stage, () => textsTo(stage).includes(SHIRINS));
});

test('an acknowledgement ends after four hours: its responder is reminded, and without an answer the steps go on', async () => {
  const stage = await createLinkedStage();
  await fire(await makeHook(stage, TEAM));
  const post = await says(stage, /accepted by the SMS service/);
  await stage.slack.press(post, 'take_alerts', { user: 'rafiq' });
  await says(stage, /Acknowledged by <@U0RAFIQ0001>.*until <!date/);
  await stage.pass(3 * HOUR);
  expect(textsTo(stage)).toEqual([RAFIQS]);
  await stage.pass(HOUR + MINUTE);
  await passUntil(stage, () => textsTo(stage).length === 2);
  expect(textsTo(stage)).toEqual([RAFIQS, RAFIQS]);
  await stage.pass(8 * MINUTE);
  expect(textsTo(stage)).toHaveLength(2);
  await stage.pass(2 * MINUTE);
  await passUntil(stage, () => textsTo(stage).length === 3);
  expect(textsTo(stage).at(-1)).toBe(SHIRINS);
});

test('a critical alert that joins after nobody answered starts the steps again', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, TEAM);
  await fire(hook);
  await stage.pass(20 * MINUTE);
  expect(textsTo(stage)).toEqual([RAFIQS, SHIRINS]);
  await hook.call(alertmanager('db', { DiskFull: critical, HostDown: critical }));
  await stage.pass(20 * MINUTE);
  expect(textsTo(stage)).toEqual([RAFIQS, SHIRINS, RAFIQS, SHIRINS]);
});
