import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AlertMessage, EMPTY_FEED } from '../../../src/alerts/posts/feed.ts';
import { fold } from '../../../src/alerts/posts/fold.ts';
import { createShowing, type NoticeBoard, type Shown } from '../../../src/alerts/posts/showing.ts';
import { atOnce } from '../../../src/domain/in-turns.ts';
import { wordingIn } from '../../../src/wording/index.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const LINES_A_POST = 3;
const words = wordingIn('en');
const hook = { name: 'Prometheus', channel: 'C1', createdBy: 'U1' } as never;

/** A channel that accepts posts of three lines, and answers as told, or otherwise well. */
function createChannel(answers: ('away' | 'refused' | 'ok')[]) {
  const posts = new Map<string, string[]>();
  const answer = (ts: string, lines: string[]): Shown => {
    const kind = answers.shift() ?? 'ok';
    if (kind === 'away') return { kind, afterMs: null };
    if (kind === 'refused') return { kind, error: 'invalid_blocks' };
    posts.set(ts, lines);
    return { kind, at: { channel: 'C1', ts } };
  };
  const board: NoticeBoard<string[]> = {
    posts: ({ lines }) =>
      Array.from({ length: Math.ceil(lines.length / LINES_A_POST) }, (_, n) =>
        lines.slice(n * LINES_A_POST, (n + 1) * LINES_A_POST),
      ),
    post: async (_workspace, _channel, lines) => answer(String(posts.size + 1), lines),
    update: async (_workspace, { ts }, lines) => answer(ts, lines),
  };
  return { posts, board };
}

test('however a message grows and shrinks, its posts finally show all of it, and nothing twice', async () => {
  const course = fc.array(
    fc.record({
      names: fc.nat(14).map(count => Array.from({ length: count }, (_, n) => `Alert${n}.`)),
      answers: fc.array(fc.constantFrom('away' as const, 'ok' as const), { maxLength: 6 }),
      turns: fc.nat(4),
    }),
    { minLength: 1, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(course, async changes => {
      const answers: ('away' | 'ok')[] = [];
      const { posts, board } = createChannel(answers);
      const clock = createManualClock();
      const showing = createShowing({ history: { outcome: async () => null }, board, clock });
      const news = { kind: 'news', fired: [{ name: 'a', severity: 'error' }], texts: [] };
      const empty = {
        resolved: [],
        unreached: [],
        unreadable: [],
        held: [],
        unrouted: 0,
        overUntold: 0,
        repeated: 0,
      };
      const counts = { reminded: 0, folded: 0, leftOut: 0, untracked: 0 };
      const feed = atOnce(fold(EMPTY_FEED, [{ ...news, ...empty, ...counts } as never], clock.now()));
      const message = feed.messages[0] as AlertMessage;
      const turn = () => showing.message(feed, message, { workspace: 'T1', hook, words });
      for (const change of changes) {
        message.fired = change.names.map(name => ({ name, severity: 'error', post: null }));
        message.stale = true;
        answers.push(...change.answers);
        for (let n = 0; n < change.turns && message.stale; n++) await turn();
      }
      answers.length = 0;
      for (let n = 0; n < 50 && message.stale; n++) await turn();
      expect(message.stale).toBe(false);
      const names = changes.at(-1)?.names ?? [];
      const shown = [...posts.values()].flat().filter(line => line !== words.alerts.post.saidAbove);
      expect(shown).toEqual([
        expect.stringContaining('Prometheus'),
        ...names.map(name => expect.stringContaining(name)),
      ]);
    }),
  );
});

test('a change that Slack refuses is given up, and the next one is tried', async () => {
  const { posts, board } = createChannel(['refused']);
  const clock = createManualClock();
  const showing = createShowing({ history: { outcome: async () => null }, board, clock });
  const message = {
    fired: [],
    resolved: [],
    held: [],
    unreached: [],
    unreadable: [],
    texts: [],
    posts: [],
    stale: true,
  } as never as AlertMessage;
  const turn = () => showing.message(structuredClone(EMPTY_FEED), message, { workspace: 'T1', hook, words });
  expect(await turn()).toMatchObject({ kind: 'refused' });
  expect(message.stale).toBe(false);
  message.stale = true;
  expect(await turn()).toMatchObject({ kind: 'ok' });
  expect([message.stale, posts.size]).toEqual([false, 1]);
});
