import { expect, test } from 'vitest';
import { makeHook, ON_CALL } from '../../support/hooks.ts';
import { content, makeHookByModal, openHooks } from '../../support/hooks-modal.ts';
import { createLinkedStage, MINUTE, passUntil, SECOND, type Stage } from '../../support/stage.ts';

/* Hooks that should be called regularly: a text when they stop, one when they are back. */

const heartbeat = { minutes: 5 };
const to = (number: string) => [{ kind: 'number' as const, number: number as never }];

/** Calls as cron does: with a token, and nothing else. */
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

const shown = ({ slack }: Stage): string =>
  slack
    .posts()
    .filter(post => post.channel === ON_CALL)
    .map(post => JSON.stringify(post.blocks))
    .join('\n');

async function silentFor(stage: Stage, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 10 * SECOND) await stage.pass(10 * SECOND);
}

/** Lets time pass until so many texts went out; returns them all. */
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

test('texts when calls stop and when they are back, whatever the calls say; the list says how it stands', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { name: 'Backup', heartbeat });
  const list = async () => content(await openHooks(stage));
  expect(await list()).toContain('sends a text after 5 minutes of silence (waiting for the first heartbeat)');
  await silentFor(stage, 10 * MINUTE);
  expect(stage.accepted()).toEqual([]);

  for (const body of [undefined, '', 'done in 3 s', '{"message":"it fires"}', '{"broken']) {
    const answer = await beat(hook, stage, body);
    expect([answer.status, await answer.json()]).toEqual([202, { status: 'beat', ids: [] }]);
    await silentFor(stage, 4 * MINUTE);
  }
  expect((await hook.call(watchdog('firing'))).status).toBe(202);
  await silentFor(stage, 4 * MINUTE);
  expect([stage.accepted(), shown(stage)]).toEqual([[], '']);
  expect(await list()).toContain('(last heartbeat');

  // Its Watchdog is over: nobody watches there any more, so that is no call.
  const over = await hook.call(watchdog('resolved'));
  expect([over.status, await over.json()]).toEqual([202, expect.objectContaining({ status: 'nothing' })]);
  const [stopped] = await texts(stage, 1);
  expect(stopped).toMatch(/^CRITICAL Backup: no heartbeat for [56] minutes$/);
  expect(shown(stage)).toContain('Backup');
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

test('the next step is texted if nobody acknowledges; a revoked one is forgotten', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, {
    name: 'Backup',
    heartbeat,
    language: 'bn',
    recipients: to('01712345678'),
    escalation: {
      firstMinutes: 5,
      steps: [{ to: to('01812345679'), minutes: 5 }],
      rounds: 1,
      severities: ['critical'],
    },
  });
  await beat(hook, stage);
  await texts(stage, 2);
  expect(stage.service.log.list().map(({ number }) => number)).toEqual(['01712345678', '01812345679']);
  expect(new Set(stage.accepted())).toEqual(
    new Set([expect.stringMatching(/^জরুরি Backup: [৫৬] মিনিট হার্টবিট নেই$/)]),
  );
  const other = await makeHook(stage, { name: 'Other', heartbeat });
  await beat(other, stage);
  await other.revoke();
  await silentFor(stage, 8 * MINUTE);
  expect(stage.accepted()).toHaveLength(2);
});

test('while nobody could call, nothing is silent: the channel is told instead', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { name: 'Backup', heartbeat });
  await beat(hook, stage);
  await silentFor(stage, 3 * MINUTE);
  await stage.stop();
  await stage.pass(40 * MINUTE);
  await stage.start();
  await silentFor(stage, 1 * MINUTE);
  await passUntil(stage, () =>
    /We couldn’t keep watch from .* to .*: the app couldn’t be called then/.test(shown(stage)),
  );
  expect(stage.accepted()).toEqual([]);
  await silentFor(stage, 3 * MINUTE);
  await passUntil(stage, () => stage.accepted().length > 0);
  expect(stage.accepted()).toEqual([
    expect.stringMatching(/^CRITICAL Backup: no heartbeat for 4\d minutes$/),
  ]);
});

test('made with the form, it shows the line for cron, which works as it is', async () => {
  const stage = await createLinkedStage({ environment: { PUBLIC_URL: 'https://sms.example.com' } });
  const { says, path, token } = await makeHookByModal(stage, { hook_heartbeat: '15' });
  expect(says).toContain(
    `curl -fsS --retry 5 --retry-connrefused -X POST -H 'Authorization: Bearer ${token}' '`,
  );
  expect((await beat({ path, token }, stage)).status).toBe(202);
  expect((await fetch(stage.appUrl + path)).status).toBe(405);
});
