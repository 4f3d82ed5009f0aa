import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '../../src/sms-service/cli/run.ts';
import { createManagement } from '../../src/sms-service/management.ts';
import { databasePath } from '../../src/sms-service/store/database.ts';
import { openStore } from '../../src/sms-service/store/store.ts';

const TEXTS = 130_000;

/** Counts the pieces and lines that a command prints, and keeps its beginning and its end. */
function listener() {
  const heard = { pieces: 0, lines: 0, start: '', end: '', longest: 0 };
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _, done) {
      heard.pieces++;
      heard.lines += chunk.split('\n').length - 1;
      heard.longest = Math.max(heard.longest, chunk.length);
      if (heard.start.length < 1_000) heard.start += chunk.slice(0, 1_000);
      heard.end = (heard.end + chunk).slice(-1_000);
      done();
    },
  });
  return { stream, heard };
}

it('lists a log of any length, piece by piece, in words and in JSON', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-log-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const store = openStore(dataDir);
  const manage = createManagement(store, Date.now);
  manage.keys.create(manage.accounts.create({ name: 'Padma', credits: '1' }).id);
  store.close();
  const database = new DatabaseSync(databasePath(dataDir));
  database.exec(
    `WITH RECURSIVE texts(nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM texts WHERE nth < ${TEXTS})
     INSERT INTO log_entries (account_id, api_key_id, number, message, parts, cost, balance, sent_at)
     SELECT 1, 1, '01712345678', 'hello', 1, 3500, 6500, 0 FROM texts`,
  );
  database.close();
  const list = async (...options: string[]) => {
    const { stream: stdout, heard } = listener();
    const { stream: stderr, heard: said } = listener();
    const stopSignal = () => AbortSignal.abort();
    const args = ['log', 'list', '1', '--data', dataDir, ...options];
    const code = await runCommandLine(args, { stdout, stderr, stopSignal });
    expect({ code, said: said.start }).toEqual({ code: 0, said: '' });
    return heard;
  };

  const words = await list();
  expect(words.lines).toBe(TEXTS + 1);
  expect(words.start).toMatch(
    /^LOG ID {2}TIME .*\n1 {7}1970-01-01T00:00:00.000Z {2}01712345678 .* "hello"\n2 {7}/,
  );
  expect(words.end).toMatch(/\n130000 {2}1970.* "hello"\n$/);
  const json = await list('--json');
  expect(json.lines).toBe(1);
  expect(json.start).toMatch(/^\[\{"log_id":1,"account_id":1,/);
  expect(json.end).toMatch(/,\{"log_id":130000,.*"time":"1970-01-01T00:00:00.000Z"\}\]\n$/);
  for (const { pieces, longest } of [words, json]) {
    expect(pieces).toBeGreaterThan(100);
    expect(longest).toBeLessThan(200_000);
  }
});
