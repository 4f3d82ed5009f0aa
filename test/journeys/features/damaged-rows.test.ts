import { expect, test } from 'vitest';
import { meghna, type View } from '../../../src/playground/index.ts';
import { alertmanager, type Caller, makeHook } from '../../support/hooks.ts';
import { twoInstalled } from '../../support/installing.ts';
import { critical, inChannel, TEAM } from '../../support/on-call.ts';
import { makeRota } from '../../support/rotas.ts';
import { rowTo, runBroadcast } from '../../support/running-broadcast.ts';
import { keepNamed, stopTexting } from '../../support/settings.ts';
import { MINUTE, SECOND, type Stage } from '../../support/stage.ts';
import { rowsOfRedis, rowsOfSqlite, type StoredRow } from '../../support/stored-rows.ts';
import { makeTemplate } from '../../support/templates-modal.ts';

/*
 * One unreadable record in any table: the app starts and works, another workspace notices nothing, and in its
 * own workspace every request gets an answer.
 */

const JAMIL = { user: 'jamil', team: meghna.id };

async function linkMeghna(stage: Stage): Promise<void> {
  const { slack, service } = stage;
  const account = service.accounts.create({ name: 'Meghna', credits: '100' });
  const { key } = service.keys.create(account.id);
  await slack.command({ ...JAMIL, text: 'link' });
  const open = () => slack.openViews('jamil', meghna.id).find(({ content }) => content.submit !== undefined);
  await slack.waitFor(() => open() !== undefined, 'the form');
  const form = open() as View;
  await slack.submit(form, { api_key: key });
  await slack.waitFor(() => !JSON.stringify(form.content.blocks).includes('Checking the key'), 'its end');
}

/** Gives a workspace one of everything. */
async function fill(stage: Stage): Promise<Caller> {
  const { sms, post, service } = stage;
  await stage.link();
  await makeRota(stage);
  await makeTemplate(stage, { name: 'Due', text: 'Dear {name}, please come' });
  await keepNamed(stage, 'Field team', { '01712345671': 'Ranu Begum', '01712345672': 'Karim Bhai' });
  await stopTexting(stage, '01712345672');
  await sms('01712345670 sent');
  await post(/log #/);
  const hook = await makeHook(stage, TEAM);
  await hook.call(alertmanager('db', { DiskFull: critical }));
  await stage.pass(5 * SECOND);
  await runBroadcast(stage, [rowTo(1), rowTo(2), rowTo(3)]);
  service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
  await sms('01712345671,01712345673 both wait');
  await stage.quiet();
  return hook;
}

/** The record with one field, or its second half, made unreadable. */
function damage(row: StoredRow, index: number): StoredRow {
  if (index % 2 === 0) return { ...row, body: row.body.slice(0, row.body.length / 2) };
  const fields = Object.keys(JSON.parse(row.body));
  const field = fields[index % fields.length] ?? '';
  return { ...row, body: JSON.stringify({ ...JSON.parse(row.body), [field]: { fax: 7 } }) };
}

/** One record of each table, and each document. */
function someOf(rows: readonly StoredRow[]): StoredRow[] {
  const kinds = Map.groupBy(rows, ({ table, id }) => (table === 'document' ? id : table));
  return [...kinds.values()].flatMap(([first]) => first ?? []);
}

test('another workspace notices nothing, and every request gets an answer', {
  timeout: 600_000,
}, async () => {
  const stage = await twoInstalled();
  await linkMeghna(stage);
  const meghnaHook = await makeHook(stage, { channel: 'C0MGENERAL1' }, meghna.id);
  await stage.slack.command({ ...JAMIL, text: '01812345670 first' });
  await stage.post(/log #/);
  await stage.quiet();
  await stage.stop();
  const { REDIS_URL } = stage.environment;
  const open = () => (REDIS_URL ? rowsOfRedis(REDIS_URL) : rowsOfSqlite(stage.dataDir));
  const existing = new Set((await (await open()).all()).map(({ table, id }) => `${table}:${id}`));
  await stage.start();
  const hook = await fill(stage);
  await stage.stop();
  const rows = await open();
  const own = (await rows.all()).filter(({ table, id }) => !existing.has(`${table}:${id}`));

  const wrong: string[] = [];
  for (const [index, row] of someOf(own).entries()) {
    await rows.restore();
    const bad = damage(row, index);
    await rows.replace(bad);
    await stage.start();
    const before = { posts: stage.posts().length, inChannel: inChannel(stage).length };
    const word = `probe ${index}`;

    const calls = [
      await meghnaHook.call({ message: `${word} of meghna`, severity: 'critical' }),
      await hook.call({ message: `${word} of padma`, severity: 'critical' }),
    ];
    await stage.slack.command({ ...JAMIL, text: `01812345671 ${word} typed in meghna` });
    const typed = await stage.sms(`01712345679 ${word} typed in padma`);
    await stage.pass(5 * SECOND);
    await stage.pass(MINUTE);
    await stage.pass(10 * MINUTE);
    const accepted = stage.accepted().join('\n');

    const say = (isRight: boolean, fault: string): void => {
      if (!isRight) wrong.push(`${bad.table} ${bad.id}, as ${bad.body.slice(0, 200)}: ${fault}`);
    };
    const [theirs, ours] = calls.map(({ status }) => status);
    say(theirs === 202, `the other workspace’s alert was answered with ${theirs}`);
    say(accepted.includes(`${word} of meghna`), 'the other workspace’s alert called nobody');
    say(accepted.includes(`${word} typed in meghna`), 'the other workspace’s text didn’t go');
    say(
      accepted.includes(`${word} typed in padma`) || typed.body !== '' || stage.posts().length > before.posts,
      'what was typed has no answer',
    );
    say(ours === 202 || ours === 503, `its alert was answered with ${ours}`);
    say(
      ours !== 202 || accepted.includes(`${word} of padma`) || inChannel(stage).length > before.inChannel,
      'its alert was taken, and nobody heard of it',
    );
    say((await fetch(`${stage.appUrl}/healthz`)).status === 200, 'the app isn’t well');
    say(!/"level":60/.test(stage.logged()), 'the app had to end');
    await stage.stop();
  }
  expect(wrong).toEqual([]);
});
