import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/playground/index.ts';
import { createLinkedStage, MINUTE, SECOND } from '../../support/stage.ts';

const SILENCES: [string, Fault][] = [
  ['503', { kind: 'status', status: 503, on: 'users.info' }],
  ['429', { kind: 'rate-limited', retryAfterS: 30, on: 'users.info' }],
  ['a cut connection', { kind: 'reset', on: 'users.info' }],
  ['internal_error', { kind: 'refusal', error: 'internal_error', on: 'users.info' }],
];

describe.each(SILENCES)('Slack doesn’t say who a person is (%s)', (_, fault) => {
  test('without cached facts, the text waits and says so; it is sent when Slack is back', async () => {
    const { slack, service, sms, post, posts, pass, accepted } = await createLinkedStage();
    const back = slack.faults.add(fault);
    await sms('01712345678 hello');
    const notice = await post(/is on hold: Slack isn’t saying who can send texts/);
    expect(notice.visibleTo).toBe(slack.person('rafiq').id);
    await pass(MINUTE);
    expect([service.requests.count(), posts().length], 'told once, sent never').toEqual([0, 1]);
    back();
    await pass(30 * SECOND);
    await post(/texted/);
    expect(accepted()).toEqual(['hello']);
  });
});

test('a text that waits for Slack expires after 15 minutes, and a restart meanwhile changes nothing', async () => {
  const { slack, sms, post, pass, clock, stop, start, service } = await createLinkedStage();
  slack.faults.add({ kind: 'status', status: 503, on: 'users.info' });
  await sms('01712345678 hello');
  await post(/Slack isn’t saying who can send texts/);
  await stop();
  await clock.advance(14 * MINUTE);
  await start();
  await pass(SECOND);
  await pass(MINUTE);
  await post(/waited too long/);
  expect(service.requests.count()).toBe(0);
});
