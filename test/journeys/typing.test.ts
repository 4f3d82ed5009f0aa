import { describe, expect, test } from 'vitest';
import { createLinkedStage, type Stage } from '../support/stage.ts';

/** What is typed, and a piece of the sentence that answers it in each language. */
const MISTAKES: { typed: string; en: string; bn: string }[] = [
  { typed: 'hello there', en: 'Which number?', bn: 'কোন নম্বরে?' },
  { typed: '01712345678', en: 'Add the message after the number', bn: 'নম্বরের পরে বার্তাটি লিখুন' },
  {
    typed: '০১৭১২৩৪৫৬৭৮  ',
    en: 'What should the text to 017••••5678 say?',
    bn: '017••••5678-এ কী লিখে পাঠাব?',
  },
  { typed: '0171234567 hello', en: 'too few digits', bn: 'অঙ্ক কম' },
  { typed: '017123456789 hello', en: 'too many digits', bn: 'অঙ্ক বেশি' },
  { typed: '01112345678 hello', en: 'the 011 network no longer exists', bn: '০১১ নেটওয়ার্ক আর চালু নেই' },
  { typed: '0212345678 hello', en: 'not a mobile number', bn: 'মোবাইল নম্বর নয়' },
  { typed: '+14155552671 hello', en: 'not a Bangladesh number', bn: 'বাংলাদেশের নম্বর নয়' },
  {
    typed: `01712345678 ${'অ'.repeat(1601)}`,
    en: 'The message has 1601 characters and may have 1600: shorten it by 1.',
    bn: 'বার্তায় 1601টি অক্ষর আছে',
  },
  { typed: '@rafiq', en: 'What should the text to @\u2060rafiq say?', bn: '@\u2060rafiq-এ কী লিখে পাঠাব?' },
];
const GROUP = '<!subteam^S0ONCALL001|@oncall> the server is down';

async function expectMistake(stage: Stage, typed: string, sentence: string, raw = false): Promise<void> {
  const reply = await stage.slack.command({ user: 'rafiq', text: typed, raw });
  expect(reply.status, typed).toBe(200);
  expect(reply.json, typed).toMatchObject({ response_type: 'ephemeral' });
  const { text, blocks } = reply.json as { text: string; blocks?: unknown };
  expect(text, typed).toContain(sentence);
  expect(text.split('\n'), 'one plain line').toHaveLength(1);
  expect(blocks).toBeUndefined();
}

describe.each(['en', 'bn'] as const)('typing mistakes in %s', language => {
  test('each is answered at once, to the person alone, and goes nowhere', async () => {
    const stage = await createLinkedStage({ environment: { DEFAULT_LANGUAGE: language } });
    const callsBefore = stage.slack.traffic.all.filter(one => one.direction === 'from-app').length;
    for (const mistake of MISTAKES) await expectMistake(stage, mistake.typed, mistake[language]);
    await expectMistake(stage, GROUP, 'oncall', true);
    await stage.quiet();

    expect(stage.service.requests.count()).toBe(0);
    const calls = stage.slack.traffic.all.filter(one => one.direction === 'from-app').length;
    expect(calls - callsBefore, 'calls to Slack: the answers are the acks themselves').toBe(0);
    expect(stage.posts().every(post => post.visibleTo === stage.slack.person('rafiq').id)).toBe(true);
    // Nothing was written down: no intent, so nothing of what was typed.
    expect(stage.stored()).not.toContain('the server is down');
    expect((await stage.sms('log')).body).toContain(
      language === 'en' ? 'No texts yet' : 'এখনো কোনো এসএমএস নেই',
    );
  });
});

test('a mistake shows the number as it was typed, and a recipient only masked', async () => {
  const { sms } = await createLinkedStage();
  expect((await sms('0171234 hello')).body).toContain('“0171234” can’t be texted');
  expect((await sms('+880 1712-345678')).body).not.toContain('345678');
});
