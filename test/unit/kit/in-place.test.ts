import { expect, test } from 'vitest';
import type { Pinned } from '../../../src/kit/slack/posting.ts';
import { createShowInPlace } from '../../../src/texts/slack/report-post.ts';
import type { Report } from '../../../src/texts/store/model.ts';

/** A post of one report; `slack` is its text in Slack. */
function rig() {
  const slack = { shows: '', answers: true };
  let outcomePost: Report['outcomePost'] = null;
  const put = async (_: string, __: unknown, { text }: { text: string }): Promise<Pinned> => {
    slack.shows = text;
    return slack.answers ? { kind: 'ok', at: { channel: 'C1', ts: '1.1' } } : { kind: 'away', afterMs: null };
  };
  const show = createShowInPlace({
    poster: { pin: put, update: put },
    reports: {
      shownAt: async (_workspace, _intent, at) => {
        outcomePost = at;
      },
    },
    settings: { shown: async () => ({ receipts: 'channel' }) as never },
    words: { of: async () => ({}) as never },
  });
  const replyTo = { channel: 'C1', threadTs: null, threadLink: null, userId: 'U1', responseUrl: null };
  const intent = { id: 'i1', workspace: 'T1', actor: 'U1', replyTo };
  const say = (text: string, attempts = 0) =>
    show({ intent, outcomePost, attempts } as Report, { text }, false);
  return { slack, say };
}

test('a post that Slack changed without confirming is changed back when it no longer applies', async () => {
  const { slack, say } = rig();
  await say('paused');
  slack.answers = false;
  expect(await say('running')).toMatchObject({ kind: 'later' });
  slack.answers = true;
  await say('paused', 1);
  expect(slack.shows).toBe('paused');
});

test('a post that already shows the text is left unchanged', async () => {
  const { slack, say } = rig();
  await say('running');
  slack.shows = 'what somebody would notice';
  await say('running');
  expect(slack.shows).toBe('what somebody would notice');
});
