import { describe, expect, test } from 'vitest';
import { createLinkedStage, MINUTE, SECOND } from '../../support/stage.ts';

describe('the service says 429', () => {
  test.each([
    ['with Retry-After', { retryAfter: '30' }, 30],
    ['without', {}, 2],
  ])(
    '%s: the person is told at once, the text goes by itself, then comes the receipt',
    async (_, how, seconds) => {
      const { slack, service, sms, post, posts, pass, accepted } = await createLinkedStage();
      const mend = service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED', ...how });
      await sms('01712345678 hello');
      const notice = await post(/is on hold/);
      expect(notice.visibleTo).toBe(slack.person('rafiq').id);
      expect(notice.text).toContain('takes only 60 requests a minute');
      expect(notice.text).toContain(`in about ${seconds} second`);
      expect(JSON.stringify(notice.blocks)).toContain('cancel_text');

      mend();
      await pass(seconds * SECOND - 1);
      expect(service.requests.count(), 'not before there is room').toBe(1);
      await pass(1);
      await post(/texted/);
      await pass(10 * MINUTE);
      expect([accepted(), service.requests.count(), posts().length]).toEqual([['hello'], 2, 2]);
    },
  );

  test('for longer than the text may wait: we name no time at which it wouldn’t go out', async () => {
    const { service, sms, post, posts, pass, accepted } = await createLinkedStage();
    service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED', retryAfter: '999999' }, { requests: 1 });
    await sms('01712345678 hello');
    const notice = await post(/is on hold/);
    expect(notice.text).toContain('If it can’t go out within about 15 minutes, it won’t be sent');
    expect(notice.text).not.toMatch(/out in about/);
    await pass(15 * MINUTE);
    await post(/waited too long/);
    await pass(60 * MINUTE);
    expect([accepted(), posts(/texted/)]).toEqual([[], []]);
  });

  test('for a long time: it is asked less and less often, and the text expires', async () => {
    const { service, sms, post, posts, pass, accepted } = await createLinkedStage();
    service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' });
    await sms('01712345678 hello');
    for (let minute = 0; minute < 15; minute++) await pass(MINUTE);
    await post(/waited too long/);
    expect(posts(/is on hold/), 'told once').toHaveLength(1);
    expect(service.requests.count()).toBeLessThan(25);
    service.faults.clear();
    await pass(MINUTE);
    expect(accepted()).toEqual([]);
  });
});

test('Cancel on the notice: the text is never sent, and we say so', async () => {
  const { slack, service, sms, post, posts, pass, accepted } = await createLinkedStage();
  service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
  await sms('01712345678 hello');
  const notice = await post(/is on hold/);
  await slack.press(notice, 'cancel_text');
  const told = await post(/Cancelled/);
  expect(told.text).toBe('Cancelled. The text to *017••••5678* was not sent and nothing was charged.');
  expect(told.visibleTo).toBe(slack.person('rafiq').id);
  await slack.waitFor(() => !posts().includes(notice), 'the notice with its button is gone');
  await pass(30 * MINUTE);
  expect([accepted(), service.requests.count()]).toEqual([[], 1]);
});

test('Cancel too late: the text was sent, and we say that nothing is waiting', async () => {
  const { slack, service, sms, post, pass, accepted } = await createLinkedStage();
  service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
  await sms('01712345678 hello');
  const notice = await post(/is on hold/);
  await pass(2 * SECOND);
  await post(/texted/);
  await slack.press(notice, 'cancel_text');
  expect((await post(/Too late/)).visibleTo).toBe(slack.person('rafiq').id);
  expect(accepted()).toEqual(['hello']);
});

test('Cancel at the moment of sending: sent or cancelled, never both', async () => {
  const { slack, service, sms, post, posts, pass, accepted } = await createLinkedStage();
  service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
  await sms('01712345678 hello');
  const notice = await post(/is on hold/);
  await Promise.all([slack.press(notice, 'cancel_text'), pass(2 * SECOND)]);
  await pass(MINUTE);
  const ends = posts(/texted|Cancelled/);
  expect(ends).toHaveLength(1);
  expect(accepted()).toHaveLength(/texted/.test(ends[0]?.text ?? '') ? 1 : 0);
});
