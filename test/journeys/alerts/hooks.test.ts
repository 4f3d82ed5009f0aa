import { expect, test } from 'vitest';
import { padma } from '../../../src/playground/index.ts';
import { alertmanager, makeHook, NUSRAT, ON_CALL } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/* An alert arrives by a hook, a text goes out, and the channel shows both. */

/** All posts of a channel, as Slack shows them. */
const postsIn = (stage: Stage, channel = ON_CALL): string[] =>
  stage.slack
    .posts()
    .filter(post => post.channel === channel && post.author.kind === 'app')
    .map(post => JSON.stringify(post.blocks));

test('an alert is texted once and shown in the channel, in one post that changes in place', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  const body = alertmanager('web', { HighCPU: { severity: 'critical', summary: 'CPU above 90% on web-1' } });
  const answer = await call(body);
  expect(answer.status).toBe(202);
  const reply = await answer.text();
  await stage.until(() => stage.accepted().length === 1);
  await stage.pass(5 * SECOND);
  expect(stage.accepted()).toEqual(['CRITICAL HighCPU: CPU above 90% on web-1']);
  expect(postsIn(stage)).toEqual([
    expect.stringMatching(
      /\*Prometheus\*: 1 alert firing.*CRITICAL HighCPU.*Text to <@U0RAFIQ0001>: accepted by the SMS service \(1 part.*log #1\)/,
    ),
  ]);

  // Four more deliveries, some to another process: one text, one post, the same answer.
  for (let attempt = 0; attempt < 4; attempt++) {
    const repeated = await call(body);
    expect([repeated.status, await repeated.text()]).toEqual([202, reply]);
  }
  await stage.pass(2 * MINUTE);
  expect(stage.accepted()).toHaveLength(1);

  await call(
    alertmanager('web', { HighCPU: { status: 'resolved', severity: 'critical', summary: 'CPU is fine' } }),
  );
  await stage.until(() => stage.accepted().length === 2);
  await stage.pass(5 * SECOND);
  expect(stage.accepted()[1]).toBe('RESOLVED HighCPU: CPU is fine');
  expect(postsIn(stage)).toEqual([
    expect.stringMatching(/1 resolved.*resolved: HighCPU.*Text to <@U0RAFIQ0001> ×2: accepted/),
  ]);
});

test('teammates, user groups and people without a number: each is texted or named', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage, {
    recipients: [
      { kind: 'teammate', userId: NUSRAT, label: 'nusrat' },
      { kind: 'usergroup', id: 'S0ONCALL001', label: 'oncall' },
      { kind: 'named', name: 'night' },
    ],
  });
  await call({ message: 'The office is on fire', severity: 'critical' });
  await stage.until(() => stage.accepted().length === 3);
  await stage.pass(5 * SECOND);
  expect(stage.accepted()).toEqual(Array.from({ length: 3 }, () => 'The office is on fire'));
  const posts = postsIn(stage).join();
  for (const user of [NUSRAT, 'U0RAFIQ0001', 'U0SHIRIN001']) expect(posts).toContain(`<@${user}>`);
  expect(posts).toMatch(/Not texted to <@U0KAMAL0001>.*no phone number/);
  expect(posts).toMatch(/Not texted to “night”/);
});

test('a user group of more than 200 people isn’t texted, and the channel names it; others are texted', async () => {
  const crowd = Array.from({ length: 201 }, (_, n) => ({
    id: `U0CROWD${1000 + n}`,
    name: `crowd${n}`,
    realName: `Crowd ${n}`,
    role: 'member' as const,
    phone: `018${String(n).padStart(8, '0')}`,
  }));
  const userGroups = [
    { id: 'S0CROWD0001', handle: 'crowd', name: 'Crowd', members: crowd.map(({ name }) => name) },
  ];
  const workspace = { ...padma, people: [...padma.people, ...crowd], userGroups };
  const stage = await createLinkedStage({ slack: { workspaces: [workspace] } });
  const { call } = await makeHook(stage, {
    recipients: [
      { kind: 'number', number: '01712345678' as never },
      { kind: 'usergroup', id: 'S0CROWD0001', label: 'crowd' },
    ],
  });
  await call({ message: 'The office is on fire', severity: 'critical' });
  await stage.until(() => stage.accepted().length === 1);
  await stage.pass(MINUTE);
  expect(stage.accepted()).toEqual(['The office is on fire']);
  expect(postsIn(stage).join()).toMatch(
    /“crowd”: That’s 201 recipients, and one message can go to 200 at most/,
  );
});

test('a call may name its recipients, and its key makes repeated calls one', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  const headers = { 'idempotency-key': 'deploy-41' };
  const first = await call({ to: '01812345678', message: 'Deployed' }, { headers });
  const repeated = await call({ to: '01812345678', message: 'Deployed' }, { headers });
  expect([first.status, repeated.status, await repeated.text()]).toEqual([202, 202, await first.text()]);
  const changed = await call({ to: '01812345678', message: 'Deployed again' }, { headers });
  expect(changed.status).toBe(409);
  expect(await changed.json()).toMatchObject({ error: expect.stringContaining('Nothing was sent') });
  await stage.pass(2 * MINUTE);
  expect(stage.service.log.list()).toMatchObject([{ message: 'Deployed', number: '01812345678' }]);
});

test('if the app isn’t in the channel, the hook’s maker gets the posts and is told why, once', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage, { channel: 'C0RANDOM001' });
  await call(alertmanager('a', { First: {} }));
  await stage.pass(5 * SECOND);
  await stage.pass(MINUTE);
  await call(alertmanager('b', { Second: {} }));
  await stage.pass(5 * SECOND);
  expect(postsIn(stage, 'C0RANDOM001')).toEqual([]);
  expect(stage.posts(/First/)).toMatchObject([
    { text: expect.stringContaining('Type `/invite @SMS` there') },
  ]);
  expect(stage.posts(/Second/)).toMatchObject([{ text: expect.not.stringContaining('invite') }]);
});
