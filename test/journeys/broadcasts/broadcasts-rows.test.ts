import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { toMillionths } from '../../../src/kit/credits.ts';
import type { Post, View } from '../../../src/playground/index.ts';
import { visit } from '../../support/people-page.ts';
import { numberOf, rowTo, runBroadcast } from '../../support/running-broadcast.ts';
import { ADMIN, createLinkedStage, passUntil, type Stage } from '../../support/stage.ts';
import { contentOf } from '../../support/views.ts';

/*
 * The result of each row of a broadcast: in a modal, as a file, in sums, and for a second broadcast to the
 * people not reached.
 */

const AUTHOR = { user: 'rafiq' };
const NOBODY = { kind: 'TEAMMATE_WITHOUT_NUMBER', userId: 'U0NOBODY' } as const;
const SENT = '0,1,2,4,6,7,8,9,10,11,12,13,14,15,16';
const NOT_SUPPORTED = { number: null, message: null, problem: NOBODY } as const;

/** A CSV file as a spreadsheet reads it. */
function cellsIn(csv: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of csv
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
  }
  return lines.filter(line => line.join('') !== '');
}

const setUp = (): Promise<Stage> => createLinkedStage({ slack: { manifest: readManifest() } });

/** A finished broadcast of some rows, in which some texts were refused and some are uncertain. */
async function runToEnd(
  stage: Stage,
  count: number,
  wrong: Record<number, 'refuse' | 'reset'>,
): Promise<Post> {
  const { service, posts } = stage;
  // Adds the fault for the request that follows an accepted one.
  const stop = service.onText(({ message }) => {
    const fault = wrong[Number(/\d+$/.exec(message)?.[0]) + 1];
    if (fault === 'refuse') service.faults.add({ kind: 'refuse', code: 'INVALID_NUMBER' }, { requests: 1 });
    if (fault === 'reset') service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
  });
  const rows = Array.from({ length: count }, (_, index) => rowTo(index));
  await runBroadcast(stage, [...rows, rowTo(count, NOT_SUPPORTED)]);
  await passUntil(stage, () => posts(/is over/).length > 0);
  stop();
  return stage.post(/sent a broadcast to/);
}

const opened = async ({ slack }: Stage, post: Post, user: string): Promise<View> => {
  const before = slack.openViews(user);
  await slack.press(post, 'open_broadcast', { user });
  return slack.waitForView(
    user,
    view => !before.includes(view) && contentOf(view).includes('filter_broadcast'),
  );
};
const link = async ({ slack, appUrl }: Stage, modal: View, user: string): Promise<string> => {
  await slack.act(modal, 'download_broadcast');
  const view = await slack.waitForView(user, view => contentOf(view).includes('/people/broadcast/'));
  const [, path = ''] = /"url":"[^"]*(\/people\/[^"]+)"/.exec(contentOf(view)) ?? [];
  return appUrl + path;
};

test('Details shows the filtered rows, masked unless the reader manages; an uncertain one can be sent again', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const post = await runToEnd(stage, 18, { 3: 'refuse', 5: 'reset' });
  await slack.press(post, 'open_broadcast', { user: 'shirin' });
  await slack.waitForView('shirin', view => contentOf(view).includes('Only the author of this broadcast'));

  const modal = await opened(stage, post, 'rafiq');
  expect(contentOf(modal)).toContain('*Farmer 0* 018••••0000 · sent · 1 part · cost 0.35 credits · log #1');
  expect(contentOf(modal)).not.toContain('Farmer 17');
  await slack.act(modal, 'turn_broadcast');
  await expect.poll(() => contentOf(modal)).toContain('Farmer 17');
  const choose = async (filter: string, names: string): Promise<void> => {
    const value =
      new RegExp(`"value":"((?:[^"\\\\]|\\\\.)*${filter}[^}]*\\})"`).exec(contentOf(modal))?.[1] ?? '';
    await slack.act(modal, 'filter_broadcast', JSON.parse(`"${value}"`));
    const farmers = () => [...contentOf(modal).matchAll(/Farmer (\d+)/g)].map(([, name]) => name).join();
    await expect.poll(farmers).toBe(names);
  };
  await choose('refused', '3');
  expect(contentOf(modal)).toContain('refused');
  await choose('left_out', '18');
  await choose('waiting', '');
  expect(contentOf(modal)).toContain('There are none.');
  await choose('uncertain', '5');
  expect(contentOf(await opened(stage, post, ADMIN))).toContain('*Farmer 0* 01800000000');

  await slack.act(modal, 'send_row_again');
  await expect.poll(() => contentOf(modal)).toContain('That text is being sent again');
  expect(contentOf(modal)).toContain('Farmer 5');
  expect(contentOf(modal)).not.toContain('send_row_again');
  await passUntil(stage, () => stage.accepted().filter(message => message.endsWith('farmer 5')).length === 2);
  await choose('sent', SENT);
  await choose('uncertain', '5');
  expect(contentOf(modal)).toContain('sent again since');
  expect(contentOf(modal)).not.toContain('send_row_again');
});

test('an uncertain row that arrived is marked as sent: a figure of its own, so that all still adds up', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const post = await runToEnd(stage, 12, { 3: 'refuse', 5: 'reset' });
  expect(post.text).toContain('10 of 12 sent · 1 refused · 1 uncertain · 1 left out');
  const modal = await opened(stage, post, 'rafiq');
  await slack.act(modal, 'row_arrived');
  await expect.poll(() => contentOf(modal)).toContain('It’s marked as sent');
  const figures = '10 of 12 sent · 1 marked as sent · 1 refused · 1 left out';
  expect(contentOf(modal)).toContain(figures);
  expect(contentOf(modal)).toContain('*Farmer 5* 018••••0005 · marked as sent · 1 part');
  expect(contentOf(modal)).not.toMatch(/send_row_again|row_arrived/);
  await passUntil(stage, () => post.text.includes(figures));
  const page = visit(await link(stage, modal, 'rafiq'));
  const row = cellsIn((await page.post('')).text).find(([name]) => name === 'Farmer 5');
  expect(row?.slice(2, 7)).toEqual(['marked as sent', '', '1', '', '']);
  expect(
    stage.accepted().filter(message => message.endsWith('farmer 5')),
    'and nothing is sent',
  ).toHaveLength(1);
});

test('the file has all rows, comes once, and matches the SMS service’s own log to the last decimal', async () => {
  const stage = await setUp();
  const { service, accountId } = stage;
  const { balance } = service.accounts.get(accountId);
  const post = await runToEnd(stage, 12, { 2: 'refuse', 4: 'reset', 9: 'refuse' });
  const modal = await opened(stage, post, 'rafiq');
  const page = visit(await link(stage, modal, 'rafiq'));
  expect((await page.get()).text).toContain('The file has 13 rows');
  expect((await page.get()).status, 'a visit changes nothing').toBe(200);
  const file = await page.post('');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="broadcast.csv"');
  expect([(await page.get()).status, (await page.post('')).status], 'used up').toEqual([410, 410]);

  const [header, ...lines] = cellsIn(file.text);
  expect(header).toEqual(['Name', 'Number', 'State', 'Reason', 'Parts', 'Cost', 'Log ID', 'Time', 'Text']);
  expect(lines).toHaveLength(13);
  expect(lines.map(([, , state]) => state).join()).toBe(
    'sent,sent,refused,sent,uncertain,sent,sent,sent,sent,refused,sent,sent,left out',
  );
  const log = service.log.list();
  const sent = lines.filter(([, , state]) => state === 'sent');
  const inLog = sent.map(([name, , , , , cost, logId]) => {
    const entry = log.find(line => String(line.logId) === logId);
    expect(entry?.message).toBe(`Come on Monday, farmer ${name?.split(' ')[1]}`);
    expect(cost).toBe(entry?.cost);
    return toMillionths(cost as never);
  });
  const charged = inLog.reduce((sum, cost) => sum + cost, 0);
  // The uncertain text was sent, and is the only difference from the service's log.
  const uncertain = log.find(({ number }) => number === numberOf(4));
  expect(log).toHaveLength(10);
  const took =
    toMillionths(balance as never) - toMillionths(service.accounts.get(accountId).balance as never);
  expect(charged + toMillionths(uncertain?.cost as never)).toBe(took);
  expect(post.text).toContain('9 of 12 sent · 2 refused · 1 uncertain · 1 left out');
  expect(JSON.stringify(post.blocks)).toContain('cost 3.15 credits');
  expect(charged).toBe(toMillionths('3.15' as never));
  expect(stage.posts(/is over/)[0]?.text).toContain('9 of 12 sent · 2 refused · 1 uncertain · 1 left out');
});

test('"Send to those not reached": the refused and unattempted rows, and the uncertain ones only with their own tick', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const post = await runToEnd(stage, 6, { 1: 'refuse', 3: 'reset' });
  await slack.press(post, 'broadcast_again', AUTHOR);
  const form = await slack.waitForView('rafiq', view => contentOf(view).includes('again_uncertain'));
  expect(contentOf(form)).toContain('the 1 person it didn’t reach (1 refused)');
  expect(contentOf(form)).toContain('Also the 1 uncertain: they may get it twice');
  await slack.submit(form, {});
  const review = await slack.waitForView('rafiq', view => contentOf(view).includes('"Send to'));
  expect(stage.accepted(), 'nothing goes before it was looked at').toHaveLength(5);
  await slack.submit(review);
  await passUntil(stage, () => stage.posts(/is over/).length === 2);
  const sent = stage.accepted().filter(message => message.startsWith('Come on Monday, farmer'));
  expect(sent.toSorted()).toEqual([0, 1, 2, 3, 4, 5].map(index => `Come on Monday, farmer ${index}`));

  // The uncertain row is the last one left, so its recipient gets the text twice.
  await slack.press(post, 'broadcast_again', AUTHOR);
  const again = await slack.waitForView(
    'rafiq',
    view => contentOf(view).includes('again_uncertain') && view !== form,
  );
  expect(contentOf(again), 'the refused one has it by now').toContain('nobody whom it surely didn’t reach');
  await slack.submit(again, { again_uncertain: ['yes'] });
  const second = await slack.waitForView(
    'rafiq',
    view => contentOf(view).includes('"Send to') && view !== review,
  );
  await slack.submit(second);
  await passUntil(stage, () => stage.posts(/is over/).length === 3);
  expect(stage.accepted().filter(message => message.endsWith('farmer 3'))).toHaveLength(2);
  expect(stage.accepted()).toHaveLength(7);
});

test('the summary’s rows are a table, or lines where the workspace’s Slack has no tables', async () => {
  const stage = await setUp();
  await runToEnd(stage, 4, { 1: 'refuse' });
  const typesOf = (post: Post | undefined) => post?.blocks.map(({ type }) => type);
  expect(typesOf(stage.posts(/is over/)[0])).toEqual(['section', 'data_table', 'actions']);

  const without = await setUp();
  without.slack.takeDataBlocks('none');
  await runToEnd(without, 4, { 1: 'refuse' });
  const [summary, ...more] = without.posts(/is over/);
  expect(more).toEqual([]);
  expect(typesOf(summary)).toEqual(['section', 'rich_text', 'actions']);
  const shown = JSON.stringify(summary?.blocks);
  expect(
    ['018••••0001', '"refused"', 'Number · State · Reason'].filter(text => !shown.includes(text)),
  ).toEqual([]);
});
