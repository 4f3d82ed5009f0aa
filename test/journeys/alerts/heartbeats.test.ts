import { expect, test } from 'vitest';
import { makeHook, ON_CALL } from '../../support/hooks.ts';
import { makeHookByModal, openHooks } from '../../support/hooks-modal.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf } from '../../support/views.ts';

/* Hooks that expect regular calls: a text when the calls stop, and one when they are back. */

const heartbeat = { minutes: 5 };

/** Calls as cron does, with a token and without a body. */
const beat = ({ path, token }: { path: string; token: string }, stage: Stage, body?: string) =>
  fetch(stage.appUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  });

const watchdog = (status: 'firing' | 'resolved') => ({
  version: '4',
  groupKey: 'watchdog',
  status,
  receiver: 'sms',
  alerts: [{ status, labels: { alertname: 'Watchdog' }, fingerprint: 'w', startsAt: '2026-11-21T08:59:00Z' }],
});

const listText = ({ slack }: Stage): string =>
  slack
    .posts()
    .filter(post => post.channel === ON_CALL)
    .map(post => JSON.stringify(post.blocks))
    .join('\n');

async function silentFor(stage: Stage, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10 * SECOND) await stage.pass(10 * SECOND);
}

/** Lets time pass until `count` texts were sent; returns all of them. */
async function texts(stage: Stage, count: number): Promise<string[]> {
  await expect
    .poll(
      async () => {
        await silentFor(stage, 10 * SECOND);
        return stage.accepted().length;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThanOrEqual(count);
  return stage.accepted();
}

test('texts when calls stop and when they are back, whatever the calls contain; the list shows the state', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { name: 'Backup', heartbeat });
  const list = async () => contentOf(await openHooks(stage));
  expect(await list()).toContain(
    'sends a text after 5–6 minutes of silence (waiting for the first heartbeat)',
  );
  await silentFor(stage, 10 * MINUTE);
  expect(stage.accepted()).toEqual([]);

  for (const body of [undefined, '', 'done in 3 s', '{"message":"it fires"}', '{"broken']) {
    const answer = await beat(hook, stage, body);
    expect([answer.status, await answer.json()]).toEqual([202, { status: 'beat', ids: [] }]);
    await silentFor(stage, 4 * MINUTE);
  }
  expect((await hook.call(watchdog('firing'))).status).toBe(202);
  await silentFor(stage, 4 * MINUTE);
  expect([stage.accepted(), listText(stage)]).toEqual([[], '']);
  expect(await list()).toContain('(last heartbeat');

  // A resolved Watchdog means that Prometheus has stopped watching, so it doesn't count as a call.
  const over = await hook.call(watchdog('resolved'));
  expect([over.status, await over.json()]).toEqual([202, expect.objectContaining({ status: 'nothing' })]);
  const [stopped] = await texts(stage, 1);
  expect(stopped).toMatch(/^CRITICAL Backup: no heartbeat for [56] minutes$/);
  expect(listText(stage)).toContain('Backup');
  expect(await list()).toContain('no heartbeat since');
  await silentFor(stage, 6 * MINUTE);
  await beat(hook, stage);
  expect(await texts(stage, 2)).toEqual([
    stopped,
    expect.stringMatching(/^RESOLVED Backup: is back after 1[123] minutes$/),
  ]);
  await silentFor(stage, 4 * MINUTE);
  expect(stage.accepted()).toHaveLength(2);
});

test('made with the form, it shows the line for cron, which works unchanged', async () => {
  const stage = await createLinkedStage({ environment: { PUBLIC_URL: 'https://sms.example.com' } });
  const { says, path, token } = await makeHookByModal(stage, { hook_heartbeat: '15' });
  expect(says).toContain(
    `curl -fsS -m 10 --retry 5 --retry-connrefused -X POST -H 'Authorization: Bearer ${token}' '`,
  );
  expect((await beat({ path, token }, stage)).status).toBe(202);
  expect((await fetch(stage.appUrl + path)).status).toBe(405);
});
