import { describe, expect, test } from 'vitest';
import { createLinkedStage, type Stage } from '../../support/stage.ts';

/** Typed commands with an error, and part of the answer in each language. */
const MISTAKES: { typed: string; en: string; bn: string }[] = [
  { typed: 'hello there', en: 'Which number should it go to?', bn: 'কোন নম্বরে পাঠাবেন?' },
  { typed: '01712345678', en: 'Add your message at the end', bn: 'শেষে মেসেজটি লিখুন' },
  {
    typed: '০১৭১২৩৪৫৬৭৮  ',
    en: 'What should your text to 017••••5678 say?',
    bn: '017••••5678: মেসেজে কী লিখবেন?',
  },
  {
    typed: '12345 hi',
    en: '“12345” has 5 digits; a mobile number in Bangladesh has 11',
    bn: '“12345” নম্বরে ৫ ডিজিট আছে',
  },
  { typed: '0171234567 hello', en: 'has 10 digits', bn: '১০ ডিজিট' },
  { typed: '017123456789 hello', en: 'has 12 digits', bn: '১২ ডিজিট' },
  {
    typed: '01112345678 hello',
    en: '(Citycell, 011) was switched off in 2016',
    bn: 'সিটিসেল (011) ২০১৬ সালে বন্ধ হয়ে গেছে',
  },
  { typed: '0212345678 hello', en: 'looks like a landline', bn: 'ল্যান্ডফোনের নম্বর' },
  { typed: '+14155552671 hello', en: 'is a foreign number', bn: 'বিদেশের নম্বর' },
  { typed: '01012345678 hello', en: 'starts with 010', bn: '010 দিয়ে শুরু' },
  {
    typed: `01712345678 ${'অ'.repeat(1601)}`,
    en: 'Your message has 1,601 characters, and the limit is 1,600. Shorten it by 1.',
    bn: 'মেসেজে ১,৬০১ ক্যারেক্টার আছে',
  },
  {
    typed: '@rafiq',
    en: 'What should your text to @\u2060rafiq say?',
    bn: '@\u2060rafiq: মেসেজে কী লিখবেন?',
  },
];

async function expectMistake(stage: Stage, typed: string, sentence: string): Promise<void> {
  const reply = await stage.slack.command({ user: 'rafiq', text: typed });
  expect(reply.status, typed).toBe(200);
  expect(reply.json, typed).toMatchObject({ response_type: 'ephemeral' });
  const { text, blocks } = reply.json as { text: string; blocks?: unknown };
  expect(text, typed).toContain(sentence);
  expect(text.split('\n'), 'one plain line').toHaveLength(1);
  expect(blocks).toBeUndefined();
}

describe.each(['en', 'bn'] as const)('typing mistakes in %s', language => {
  test('each is answered at once, only to the sender, and nothing is sent', async () => {
    const stage = await createLinkedStage({ environment: { DEFAULT_LANGUAGE: language } });
    const callsBefore = stage.slack.traffic.all.filter(exchange => exchange.direction === 'from-app').length;
    for (const mistake of MISTAKES) await expectMistake(stage, mistake.typed, mistake[language]);
    await stage.quiet();

    expect(stage.service.requests.count()).toBe(0);
    const calls = stage.slack.traffic.all.filter(exchange => exchange.direction === 'from-app').length;
    expect(calls - callsBefore, 'calls to Slack: the answers are the acks themselves').toBe(0);
    expect(stage.posts().every(post => post.visibleTo === stage.slack.person('rafiq').id)).toBe(true);
    // No intent was stored, so nothing of the input was.
    expect(stage.stored()).not.toContain('01012345678');
    expect((await stage.sms('log')).body).toContain(
      language === 'en' ? 'No texts yet' : 'এখনো কোনো এসএমএস নেই',
    );
  });
});

test('the answer to an error shows the number as typed, and a recipient only masked', async () => {
  const { sms } = await createLinkedStage();
  expect((await sms('0171234 hello')).body).toContain('“0171234” has 7 digits');
  expect((await sms('+880 1712-345678')).body).not.toContain('345678');
});
