import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import pino from 'pino';
import { systemTime } from '../../../src/domain/clock.ts';
import type { Intent } from '../../../src/domain/intent.ts';
import type { LocalNumber } from '../../../src/domain/number.ts';
import { openSqliteStorage } from '../../../src/storage/sqlite/index.ts';

/*
 * Works on a store until it is killed, and prints what the store has promised to remember: `intent <id>`, `claimed
 * <text id>`, `sent <text id>`.
 */
const log = pino({ level: 'silent' });
const [dataDir = ''] = process.argv.slice(2);
const { intents, claims } = openSqliteStorage({ dataDir, time: systemTime, newId: randomUUID, log });
const say = (line: string): void => void writeSync(1, `${line}\n`);

for (let made = 0; ; made++) {
  const now = Date.now();
  const number = `017${String(made).padStart(8, '0')}` as LocalNumber;
  const intent: Intent = {
    id: randomUUID(),
    workspace: 'T1',
    identity: randomUUID(),
    source: 'command',
    of: null,
    actor: 'U1',
    to: [{ kind: 'number', number }],
    message: 'hello',
    priority: 'people',
    confirmed: true,
    replyTo: { responseUrl: null, channel: 'C1', userId: 'U1', threadTs: null, threadLink: null },
    language: null,
    acceptedAt: now,
  };
  await intents.add(intent, now);
  say(`intent ${intent.id}`);
  const text = {
    number,
    message: 'hello',
    parts: 1,
    priority: 'people' as const,
    expiresAt: now + 3_600_000,
  };
  await intents.plan(
    intent.id,
    {
      kind: 'texts',
      fingerprint: `key-${made}`,
      texts: [text],
      askIfSince: null,
      limits: null,
      omitted: [],
      again: null,
    },
    now,
  );
  const [claim] = await claims.claim(now, 1);
  if (!claim) throw new Error('Nothing to claim');
  say(`claimed ${claim.text.id}`);
  if (made % 2 === 0) continue; // Its request hangs.
  await claims.settle(claim, { kind: 'sent', logId: String(made), cost: null, balance: null }, now);
  say(`sent ${claim.text.id}`);
}
