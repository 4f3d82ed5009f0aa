import { expect, test } from 'vitest';
import type { SpecErrorCode } from '../../src/sms-service/index.ts';
import { ADMIN, createLinkedStage, MINUTE, SECOND } from '../support/stage.ts';

/** A stage where the first text was refused in a way that holds the key, and two more wait behind it. */
async function heldStage(code: SpecErrorCode) {
  const stage = await createLinkedStage();
  const mend = stage.service.faults.add({ kind: 'refuse', code });
  await stage.sms('01712345678 first');
  await stage.post(/not sent/);
  await stage.sms('01712345678 second', { user: 'shirin' });
  await stage.sms('01712345678 third');
  await stage.quiet();
  return { stage, mend };
}

const HOLDING = [
  ['INSUFFICIENT_CREDITS', 'out of SMS credits', 'once an admin tops it up'],
  ['ACCOUNT_SUSPENDED', 'is suspended', 'once an admin gets it reactivated'],
  ['INVALID_API_KEY', 'doesn’t accept the API key', 'once an admin links a key that works'],
  ['MISSING_API_KEY', 'doesn’t accept the API key', 'once an admin links a key that works'],
] as const;

test.each(HOLDING)(
  'after %s the next texts wait, each with a notice and a Cancel button',
  async (code, why, until) => {
    const { stage } = await heldStage(code);
    const { slack, service, posts, pass } = stage;
    const notices = posts(/is on hold/);
    const told = notices.map(post => post.visibleTo);
    expect(told.sort()).toEqual([slack.person('shirin').id, slack.person('rafiq').id].sort());
    for (const notice of notices) {
      expect(notice.text).toContain(`${why}. It will go out ${until}.`);
      expect(JSON.stringify(notice.blocks)).toContain('cancel_text');
    }
    await pass(10 * MINUTE);
    expect(service.requests.count(), 'none reaches the service').toBe(1);
    const direct = posts().filter(post => post.channel.startsWith('D'));
    expect(direct, 'who linked is told, once').toHaveLength(1);
    expect(direct[0]?.channel).toBe(`D${slack.person(ADMIN).id.slice(1)}`);
    expect(direct[0]?.text).toContain('workspace’s texts are on hold');
    expect(direct[0]?.text).toContain(why);
  },
);

test('an admin’s "Try again" releases them, and whoever linked the key isn’t asked', async () => {
  const { stage, mend } = await heldStage('INSUFFICIENT_CREDITS');
  const { slack, posts, post, accepted, quiet, service } = stage;
  const [refusal] = posts(/out of SMS credits.* press “Try again”/);
  if (!refusal) throw new Error('no refusal');

  await slack.press(refusal, 'try_again', { user: 'rafiq' });
  const kindly = await post(/Only a workspace admin can do this/);
  expect(kindly.visibleTo).toBe(slack.person('rafiq').id);
  await quiet();
  expect(service.requests.count()).toBe(1);

  mend();
  const direct = posts().find(one => one.channel.startsWith('D'));
  if (!direct) throw new Error('no direct message');
  await slack.press(direct, 'try_again', { user: ADMIN });
  await slack.waitFor(() => posts(/texted/).length === 2);
  expect(accepted().sort()).toEqual(['second', 'third']);
});

test('if it is pressed too early, one text is refused and the key is held again: the others keep waiting', async () => {
  const { stage, mend } = await heldStage('INSUFFICIENT_CREDITS');
  const { slack, posts, service, quiet } = stage;
  const direct = posts().find(one => one.channel.startsWith('D'));
  if (!direct) throw new Error('no direct message');
  for (let text = 0; text < 20; text++) await stage.sms(`01712345678 more ${text}`);
  await quiet();
  await slack.press(direct, 'try_again', { user: ADMIN });
  await quiet();
  expect(service.requests.count()).toBe(2);
  expect(posts(/not sent.*top it up/)).toHaveLength(2);
  await slack.press(direct, 'try_again', { user: ADMIN });
  await quiet();
  expect(service.requests.count()).toBe(3);
  mend();
  await slack.press(direct, 'try_again', { user: ADMIN });
  await slack.waitFor(() => posts(/texted/).length === 20);
  expect(service.requests.count()).toBe(23);
});

test.each(['the same key', 'another key'])('linking %s lets them go', async which => {
  const { stage, mend } = await heldStage('INVALID_API_KEY');
  const { link, service, accountId, apiKey, slack, posts, accepted } = stage;
  mend();
  await link(which === 'the same key' ? apiKey : service.keys.create(accountId).key);
  await slack.waitFor(() => posts(/texted/).length === 2);
  expect(accepted().sort()).toEqual(['second', 'third']);
});

test('a held text can be cancelled, and expires after 15 minutes if nobody releases it', async () => {
  const { stage, mend } = await heldStage('ACCOUNT_SUSPENDED');
  const { slack, posts, post, pass, link, accepted } = stage;
  const ofShirin = posts(/is on hold/).find(post => post.visibleTo === slack.person('shirin').id);
  if (!ofShirin) throw new Error('no notice');
  await slack.press(ofShirin, 'cancel_text');
  expect((await post(/Cancelled/)).visibleTo).toBe(slack.person('shirin').id);
  await pass(15 * MINUTE + SECOND);
  expect((await post(/had to wait too long, so it was not sent/)).visibleTo).toBe(slack.person('rafiq').id);
  mend();
  await link();
  await pass(MINUTE);
  expect(accepted()).toEqual([]);
});

test('a hold outlives a restart', async () => {
  const { stage } = await heldStage('INSUFFICIENT_CREDITS');
  await stage.restart();
  await stage.pass(MINUTE);
  expect(stage.service.requests.count()).toBe(1);
  expect((await stage.sms('balance')).body).toContain('2 texts on hold');
});
