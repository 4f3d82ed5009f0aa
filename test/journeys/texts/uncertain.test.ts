import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/sms-service/testing/service.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

const CASES: [string, Fault, string][] = [
  ['no answer for 20 s', { kind: 'hang', when: 'after' }, 'didn’t answer in time'],
  ['a reset', { kind: 'reset', when: 'after' }, 'the connection to the SMS service broke'],
  [
    '500 with HTML',
    { kind: 'html-500', when: 'after' },
    'failed without saying whether it had sent the text',
  ],
  ['a 200 that can’t be read', { kind: 'unreadable-200' }, 'answer couldn’t be read'],
  ['an empty 200', { kind: 'empty-200' }, 'answer couldn’t be read'],
  ['a 200 that breaks off', { kind: 'truncated-200' }, 'the connection to the SMS service broke'],
  ['an oversized 200', { kind: 'oversized-200' }, 'answer couldn’t be read'],
  ['a redirect', { kind: 'redirect', status: 307 }, 'redirect, so this app may have the wrong address'],
];

/** Sends a text that meets the fault, and returns the post about it. */
async function uncertainPost(stage: Stage, fault: Fault) {
  const mend = stage.service.faults.add(fault);
  await stage.sms('01712345678 hello');
  await stage.service.requests.decided(1);
  await stage.pass(20 * SECOND);
  mend();
  return stage.post(/may or may not have been sent/);
}

describe.each(CASES)('%s', (_, fault, because) => {
  test('one request, one lasting post about it; "Send again" warns, and sends once more', async () => {
    const stage = await createLinkedStage();
    const { slack, service, pass, posts, post } = stage;
    const notice = await uncertainPost(stage, fault);
    expect(notice.kind, 'an ephemeral post would be gone after a reload').toBe('channel');
    expect(notice.text).toContain(`<@${slack.person('rafiq').id}>’s text to *017••••5678*`);
    expect(notice.text).toContain(because);
    await pass(30 * MINUTE);
    expect([service.requests.count(), posts().length], 'and nothing more by itself').toEqual([1, 1]);

    const pressed = await slack.press(notice, 'send_again', { user: 'shirin' });
    expect(JSON.stringify(pressed.confirm)).toContain('you’re charged twice');
    const receipt = await post(/texted/);
    expect(receipt.text).toContain(`<@${slack.person('shirin').id}> texted *017••••5678*`);
    await slack.waitFor(() => /has sent it again/.test(notice.text), 'the post says who sent it again');
    expect(JSON.stringify(notice.blocks)).not.toContain('button');
    await pass(30 * MINUTE);
    expect([service.requests.count(), posts().length]).toEqual([2, 2]);
    expect(service.requests.list().map(request => request.message)).toEqual(['hello', 'hello']);
  });
});
