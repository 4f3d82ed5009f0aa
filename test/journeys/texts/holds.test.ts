import { describe, expect, test } from 'vitest';
import type { Post } from '../../../src/playground/index.ts';
import type { SpecErrorCode } from '../../../src/sms-service/testing/service.ts';
import { ADMIN, createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/** A stage where the first text was refused with a code that holds the key, and two more wait behind it. */
async function heldStage(code: SpecErrorCode) {
  const stage = await createLinkedStage();
  const mend = stage.service.faults.add({ kind: 'refuse', code });
  await stage.sms('01712345678 first');
  await stage.post(/on hold/);
  await stage.sms('01712345678 second', { user: 'shirin' });
  await stage.sms('01712345678 third');
  await stage.quiet();
  return { stage, mend };
}

const noticeOf = ({ slack, posts }: Stage, user: string): Post => {
  const notice = posts(/Your text .* is on hold/).find(post => post.visibleTo === slack.person(user).id);
  if (!notice) throw new Error(`no notice for ${user}`);
  return notice;
};
/** The direct notice to the admin who linked the key. */
const directly = ({ posts }: Stage): Post => {
  const direct = posts().find(post => post.channel.startsWith('D'));
  if (!direct) throw new Error('no direct message');
  return direct;
};

const HOLDING = [
  ['INSUFFICIENT_CREDITS', 'out of SMS credits', 'after topping up, an admin or manager presses “Try again”'],
  ['ACCOUNT_SUSPENDED', 'is suspended', 'once it’s active again, an admin or manager presses “Try again”'],
  ['INVALID_API_KEY', 'doesn’t accept the API key', 'an admin has to link a key that works'],
  ['MISSING_API_KEY', 'doesn’t accept the API key', 'an admin has to link a key that works'],
] as const;

test.each(HOLDING)(
  'after %s the text that met it waits with those behind it: each notice says why, until when, and who has to act',
  async (code, why, fix) => {
    const { stage } = await heldStage(code);
    const { slack, service, posts, pass, clock } = stage;
    const notices = posts(/Your text .* is on hold/);
    const [rafiq, shirin] = [slack.person('rafiq').id, slack.person('shirin').id];
    expect(notices.map(post => post.visibleTo).sort()).toEqual([rafiq, rafiq, shirin]);
    const until = Math.floor((clock.wall() + 15 * MINUTE) / 1000);
    for (const notice of notices) {
      expect(notice.text).toContain(`${why}. It waits until <!date^${until}^{time}|`);
      expect(notice.text).toContain(`>; ${fix}`);
      for (const action of ['cancel_text', 'try_again'])
        expect(JSON.stringify(notice.blocks)).toContain(action);
    }
    await pass(10 * MINUTE);
    expect(service.requests.count(), 'none reaches the service').toBe(1);
    expect(posts(/not sent/), 'nothing is said to be over').toEqual([]);
    const direct = posts().filter(post => post.channel.startsWith('D'));
    expect(direct, 'who linked is told, once').toHaveLength(1);
    expect(direct[0]?.channel).toBe(`D${slack.person(ADMIN).id.slice(1)}`);
    expect(direct[0]?.text).toContain('workspace’s texts are on hold');
    expect(direct[0]?.text).toContain(why);
    expect(direct[0]?.text).toContain(fix);
  },
);

test('topping up alone changes nothing, until an admin presses “Try again”; other users are told who may', async () => {
  const { stage, mend } = await heldStage('INSUFFICIENT_CREDITS');
  const { slack, posts, post, accepted, pass, quiet, service } = stage;
  mend();
  await pass(5 * MINUTE);
  expect(service.requests.count()).toBe(1);
  await slack.press(noticeOf(stage, 'rafiq'), 'try_again', { user: 'rafiq' });
  const kindly = await post(/Only a workspace admin, or a manager they have named, can do this/);
  expect(kindly.visibleTo).toBe(slack.person('rafiq').id);
  await quiet();
  expect(service.requests.count()).toBe(1);

  await slack.press(directly(stage), 'try_again', { user: ADMIN });
  await slack.waitFor(() => posts(/texted/).length === 3);
  expect(accepted().sort()).toEqual(['first', 'second', 'third']);
});

describe('a held text without a release', () => {
  test('can be cancelled, and otherwise reports after 15 minutes that it wasn’t sent; then its sender can send it again, once', async () => {
    const { stage, mend } = await heldStage('ACCOUNT_SUSPENDED');
    const { slack, posts, post, pass, link, accepted } = stage;
    await slack.press(noticeOf(stage, 'shirin'), 'cancel_text');
    expect((await post(/Cancelled/)).visibleTo).toBe(slack.person('shirin').id);
    await pass(15 * MINUTE + SECOND);
    const expired = posts(/waited too long, so it was not sent/);
    const rafiq = slack.person('rafiq').id;
    expect(expired.map(({ visibleTo }) => visibleTo)).toEqual([rafiq, rafiq]);
    const [first] = expired;
    if (!first) throw new Error('nothing has expired');
    mend();
    await link();
    await pass(MINUTE);
    expect(accepted(), 'nothing goes by itself').toEqual([]);

    await Promise.all([slack.press(first, 'send_now'), slack.press(first, 'send_now')]);
    await post(/texted/);
    await pass(MINUTE);
    // Both of rafiq's texts expired at the same time, so either may have been reported first.
    expect([['first'], ['third']]).toContainEqual(accepted());
  });
});
