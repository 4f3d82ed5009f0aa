import { describe, expect, test } from 'vitest';
import { createLinkedStage, MINUTE, SECOND } from '../../support/stage.ts';

describe('the service says 429', () => {
  test.each([
    ['with Retry-After', { retryAfter: '30' }, 30],
    ['without', {}, 2],
  ])(
    '%s: the sender is told at once, the text is sent by itself later, then comes the receipt',
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
});
