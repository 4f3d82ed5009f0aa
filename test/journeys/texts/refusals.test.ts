import { describe, expect, test } from 'vitest';
import { createLinkedStage, MINUTE } from '../../support/stage.ts';

describe('each documented code', () => {
  const sentences = [
    ['MISSING_API_KEY', 'on hold: the SMS service doesn’t accept the API key'],
    ['INVALID_API_KEY', 'on hold: the SMS service doesn’t accept the API key'],
    ['ACCOUNT_SUSPENDED', 'on hold: the SMS account is suspended'],
    ['MISSING_PARAMETERS', 'the number or the message is missing, so the text was not sent'],
    ['INVALID_NUMBER', 'doesn’t accept this number, so the text was not sent. Check the number'],
    ['MESSAGE_TOO_LONG', 'too long, so the text was not sent. Shorten it'],
    ['INSUFFICIENT_CREDITS', 'on hold: the account is out of SMS credits'],
  ] as const;
  test.each(sentences)(
    '%s is one sentence to the person, after exactly one request',
    async (code, sentence) => {
      const { service, sms, slack, pass, posts } = await createLinkedStage();
      service.faults.add({ kind: 'refuse', code });
      await sms('01712345678 hello');
      await pass(10 * MINUTE);

      const told = posts(/017••••5678/);
      expect(told).toHaveLength(1);
      expect(told[0]?.text).toContain(sentence);
      expect(told[0]?.visibleTo).toBe(slack.person('rafiq').id);
      expect(service.requests.count()).toBe(1);
    },
  );
});
