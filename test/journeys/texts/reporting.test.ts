import { expect, test } from 'vitest';
import type { Fault } from '../../../src/playground/index.ts';
import { createLinkedStage, MINUTE, type Stage } from '../../support/stage.ts';

/** A stage where Slack doesn't accept the receipt of an accepted text. */
async function unreportedStage(fault: Fault, channel = '#general'): Promise<Stage & { back(): void }> {
  const stage = await createLinkedStage();
  const back = stage.slack.faults.add({ on: 'response_url', ...fault });
  await stage.sms('01712345678 hello', { channel });
  await stage.service.requests.decided(1);
  await stage.quiet();
  return Object.assign(stage, { back });
}

test.each(['response_url', 'chat.postMessage'])(
  'an endless Retry-After from %s never delays reports for more than an hour',
  async on => {
    const { slack, sms, service, quiet, pass, post, posts } = await createLinkedStage();
    if (on !== 'response_url') slack.faults.add({ on: 'response_url', kind: 'status', status: 404 });
    slack.faults.add({ on, kind: 'rate-limited', retryAfterS: 1e15 });
    await sms('01712345678 hello');
    await service.requests.decided(1);
    await quiet();
    slack.faults.clear();
    expect(posts()).toEqual([]);
    await pass(60 * MINUTE);
    await post(/texted/);
  },
);

test.each([
  ['404', { kind: 'status', status: 404 }],
  ['200 and a page of HTML', { kind: 'status', status: 200 }],
  ['200 and Slack’s own refusal', { kind: 'refusal', error: 'invalid_blocks' }],
] satisfies [string, Fault][])(
  'a response_url that answers %s: the receipt is posted in the channel',
  async (_, fault) => {
    const { post, posts, accepted, pass } = await unreportedStage(fault);
    const receipt = await post(/texted/);
    expect([receipt.kind, receipt.seen[0]?.via]).toEqual(['channel', 'chat.postMessage']);
    await pass(MINUTE);
    expect([accepted(), posts().length]).toEqual([['hello'], 1]);
  },
);

test.each(['#random', '#management'])(
  'if the app isn’t in %s, the sender gets the receipt directly',
  async channel => {
    const stage = await createLinkedStage();
    const { slack, post } = stage;
    slack.faults.add({ kind: 'status', status: 404, on: 'response_url' });
    await stage.sms('01712345678 hello', { channel, user: 'nusrat' });
    const receipt = await post(/texted/);
    expect(receipt.channel).toBe(`D${slack.person('nusrat').id.slice(1)}`);
  },
);

test.each(['token_revoked', 'account_inactive'] as const)('%s ends reporting without harm', async word => {
  const { slack, pass, sms, appUrl, stage } = await sendAfterRevocation(word);
  const before = slack.traffic.all.length;
  await pass(60 * MINUTE);
  // A Home tab that is open learns it by itself, once.
  const further = slack.traffic.all.slice(before).map(({ operation }) => operation);
  expect(further, 'it is not tried again').toEqual(['views.publish']);
  const metrics = await (await fetch(`${appUrl}/metrics`)).text();
  expect(metrics).toContain('sms_reports_total{result="dropped"} 1');
  expect((await fetch(`${appUrl}/healthz`)).status).toBe(200);
  // An answer in the ack needs no token.
  expect((await sms('help')).body).toContain('Text a Bangladesh mobile');
  expect(stage.logged()).toContain(word);
});

async function sendAfterRevocation(word: 'token_revoked' | 'account_inactive') {
  const stage = await createLinkedStage();
  const { slack, sms, service } = stage;
  await sms('01712345678 so that rafiq is known');
  await stage.post(/texted/);
  slack.faults.add({ kind: 'status', status: 404, on: 'response_url' });
  slack.revokeToken(word);
  await sms('01712345678 hello');
  await service.requests.decided(2);
  await stage.quiet();
  return { ...stage, stage };
}
