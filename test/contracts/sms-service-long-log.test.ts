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

const LINES = 130_000;

/** Counts the chunks and lines that a command prints, and keeps its beginning and its end. */
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

it.each([
  {
    list: ['log', 'list', '1'],
    insert: `INSERT INTO log_entries (accountId, apiKeyId, number, message, parts, cost, balance, sentAt)
             SELECT 1, 1, '01712345678', 'hello', 1, 3500, 6500, 0 FROM numbers`,
    start: /^LOG ID {2}TIME .*\n1 {7}1970-01-01T00:00:00.000Z {2}01712345678 .* "hello"\n2 {7}/,
    end: /\n130000 {2}1970.* "hello"\n$/,
    jsonStart: /^\[\{"log_id":1,"account_id":1,/,
    jsonEnd: /,\{"log_id":130000,.*"time":"1970-01-01T00:00:00.000Z"\}\]\n$/,
  },
  {
    list: ['key', 'list', '1'],
    insert: `INSERT INTO api_keys (accountId, hash, createdAt) SELECT 1, nth, 0 FROM numbers WHERE nth > 1`,
    start: /^ID {6}CREATED {19}STATE\n1 {7}\d{4}-.* active\n2 {7}1970-01-01T00:00:00.000Z {2}active\n3 /,
    end: /\n130000 {2}1970.* active\n$/,
    jsonStart: /^\[\{"id":1,"account_id":1,/,
    jsonEnd: /,\{"id":130000,"account_id":1,.*"revoked_at":null\}\]\n$/,
  },
  {
    list: ['user', 'list', '--account', '1'],
    insert: `INSERT INTO users (accountId, email, role, createdAt)
             SELECT 1, nth || '@padma.example', 'viewer', 0 FROM numbers`,
    start: /^EMAIL {17}ROLE {4}PASSWORD\n1@padma.example {7}viewer {2}not yet\n2@/,
    end: /\n130000@padma.example {2}viewer {2}not yet\n$/,
    jsonStart: /^\[\{"id":1,"account_id":1,"email":"1@padma.example",/,
    jsonEnd: /,\{"id":130000,.*"has_password":false\}\]\n$/,
  },
])('lists every entry, chunk by chunk, in words and in JSON: $list', async listing => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-log-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const store = openStore(dataDir);
  const manage = createManagement(store, Date.now);
  manage.keys.create(manage.accounts.create({ name: 'Padma', credits: '1' }).id);
  store.close();
  const database = new DatabaseSync(databasePath(dataDir));
  const numbers = `WITH RECURSIVE numbers(nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM numbers WHERE nth < ${LINES})`;
  database.exec(`${numbers} ${listing.insert}`);
  database.close();
  const list = async (...options: string[]) => {
    const { stream: stdout, heard } = listener();
    const { stream: stderr, heard: errors } = listener();
    const stopSignal = () => AbortSignal.abort();
    const args = [...listing.list, '--data', dataDir, ...options];
    const code = await runCommandLine(args, { stdout, stderr, stopSignal });
    expect({ code, said: errors.start }).toEqual({ code: 0, said: '' });
    return heard;
  };

  const words = await list();
  expect(words.lines).toBe(LINES + 1);
  expect(words.start).toMatch(listing.start);
  expect(words.end).toMatch(listing.end);
  const json = await list('--json');
  expect(json.lines).toBe(1);
  expect(json.start).toMatch(listing.jsonStart);
  expect(json.end).toMatch(listing.jsonEnd);
  for (const { pieces, longest } of [words, json]) {
    expect(pieces).toBeGreaterThan(50);
    expect(longest).toBeLessThan(200_000);
  }
});
