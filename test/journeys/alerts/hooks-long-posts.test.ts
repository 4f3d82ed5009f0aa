import { expect, test } from 'vitest';
import { systemClock } from '../../../src/sms-service/time.ts';
import { alertmanager, makeHook, ON_CALL } from '../../support/hooks.ts';
import { keepGroup } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/* However much there is to say, a post about alerts stays short, and what it doesn't name it counts. */

const posts = (stage: Stage) =>
  stage.slack.posts({ channel: ON_CALL }).filter(post => post.author.kind === 'app');
/** Everything in the channel after this much time. */
const reader = (stage: Stage) => async (): Promise<string> => {
  await stage.pass(5 * SECOND);
  return JSON.stringify(posts(stage).map(post => post.blocks));
};
const sum = (said: string, pattern: RegExp): number =>
  [...said.matchAll(pattern)].reduce((all, [, count]) => all + Number(count), 0);

test('many alerts with long names are one short post, which changes in place', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage, { recipients: [] });
  // As Slack counts them, five characters each.
  const name = (n: number) => `No${n}.${'&'.repeat(100)}`;
  const alerts = Object.fromEntries(
    Array.from({ length: 150 }, (_, n) => [name(n), { severity: 'critical' }]),
  );
  expect((await call(alertmanager('many', alerts))).status).toBe(202);
  const read = reader(stage);
  await expect.poll(read).toContain('150 alerts firing');
  await call(alertmanager('many', { [name(0)]: { status: 'resolved', severity: 'critical' } }));
  await expect.poll(read).toMatch(/149 alerts firing, 1 resolved.*resolved: No0\./);
  expect(posts(stage)).toHaveLength(1);
  expect(posts(stage)[0]?.text.split('\n').length).toBeLessThanOrEqual(12);
  expect(stage.logged()).not.toContain('refused a post');
});

test('texts to a long list are counted, each of them', async () => {
  let aheadMs = 0;
  const service = { clock: { ...systemClock, now: () => Date.now() + aheadMs } };
  const stage = await createLinkedStage({ service });
  const numbers = Array.from({ length: 130 }, (_, n) => `0171${String(n).padStart(3, '0')}${2000 + n}`);
  await keepGroup(stage, 'everybody', numbers);
  const { call } = await makeHook(stage, { recipients: [{ kind: 'named', name: 'everybody' }] });
  await call(alertmanager('web', { HighCPU: { severity: 'critical' } }));
  const read = reader(stage);
  const accepted = async () => {
    // The service counts sixty a minute on its own clock. Ours moves in small steps: a request that is open while half a
    // minute passes counts as unanswered, however busy this machine is.
    aheadMs += 2 * MINUTE;
    const [, shown = ''] = /Text to ([^:]*): accepted/.exec(await read()) ?? [];
    return (shown.match(/017••••/g)?.length ?? 0) + sum(shown, /(?:\+|and )(\d+)/g);
  };
  await expect.poll(accepted, { timeout: 50_000 }).toBe(130);
  expect(stage.accepted()).toHaveLength(130);
  expect(posts(stage)).toHaveLength(1);
  expect(stage.logged()).not.toContain('refused a post');
});

test('people we can’t text while Slack is away are all named or counted when it is back', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage, { recipients: [] });
  const back = stage.slack.faults.add({
    kind: 'status',
    status: 503,
    on: 'chat.postMessage',
    when: 'before',
  });
  for (let n = 0; n < 10; n++) {
    const to = Array.from({ length: 50 }, (_, one) => `who${n * 50 + one}. ${'&'.repeat(50)}`);
    // A call that names nobody who can be texted would be refused: this hook has no recipients of its own.
    const one = { to: [...to, '01812345679'], message: `Alert${n}.`, severity: 'critical' };
    expect((await call(one)).status).toBe(202);
  }
  await stage.pass(20 * SECOND);
  back();
  const read = reader(stage);
  const said = async () => {
    const all = await read();
    const named = all.match(/Not texted to “who/g)?.length ?? 0;
    return named + sum(all, /Not texted to (\d+) more/g);
  };
  await expect.poll(said, { timeout: 50_000 }).toBe(500);
  expect(sum(await read(), /(\d+) alerts? firing/g)).toBe(10);
  expect(stage.logged()).not.toContain('refused a post');
});
