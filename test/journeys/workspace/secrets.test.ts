import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Fault } from '../../../src/sms-service/testing/service.ts';
import { createStage, MINUTE, SECOND } from '../../support/stage.ts';

const FAULTS: Fault[] = [
  { kind: 'reset', when: 'after' },
  { kind: 'html-500', when: 'after' },
  { kind: 'html-403' },
  { kind: 'redirect', status: 307 },
  { kind: 'unreadable-200' },
  { kind: 'truncated-200' },
  { kind: 'oversized-200' },
  { kind: 'php-warning' },
  { kind: 'refuse', code: 'RATE_LIMITED' },
  { kind: 'refuse', code: 'INVALID_NUMBER' },
  { kind: 'refuse', code: 'INSUFFICIENT_CREDITS' },
  { kind: 'hang', when: 'after' },
];

/** Each form of a secret: plain, percent-encoded, or in base64 at any of its three offsets. */
function spellings(secret: string): string[] {
  const base64 = [0, 1, 2].map(offset => {
    const encoded = Buffer.from('x'.repeat(offset) + secret).toString('base64');
    // Without the characters that depend on the neighbouring bytes.
    return encoded.slice(offset === 0 ? 0 : 4, -4);
  });
  const hex = Buffer.from(secret).toString('hex');
  return [secret, encodeURIComponent(secret), ...base64, hex, hex.toUpperCase()];
}

test('no secret is in the data folder, the logs, or any message in Slack, whatever fails', async () => {
  const stage = await createStage();
  const { slack, service, link, sms, pass, quiet, appUrl } = stage;
  // A key with characters that an encoding would change; the service doesn't know it.
  const strangeKey = `sk+live/${randomBytes(12).toString('base64')}?&=%`;
  await link(strangeKey);
  expect(await link()).toContain('The key is linked');
  for (const [index, fault] of FAULTS.entries()) {
    const mend = service.faults.add(fault);
    await sms(`01798765432 with fault ${index}`);
    await pass(20 * SECOND);
    mend();
    await link();
  }
  slack.faults.add({ kind: 'reset', on: '*' });
  await sms('01798765432 with Slack away');
  await pass(MINUTE);
  slack.faults.clear();
  await link('another-wrong-key');
  for (const text of ['balance', 'log', 'help']) await sms(text);
  // Typed in the wrong place.
  for (const key of [strangeKey, stage.apiKey]) await sms(`link ${key}`);
  for (const text of [stage.apiKey, `key ${stage.apiKey} please`, `unlink ${stage.apiKey}`]) await sms(text);
  for (const body of ['payload=%7Bbroken', 'payload={}', 'nonsense']) {
    await fetch(`${appUrl}/slack/events`, { method: 'POST', body }).catch(() => undefined);
  }
  await pass(5 * MINUTE);
  await quiet();

  const [stored, logged, toSlack] = [stage.stored(), stage.logged(), slack.traffic.fromApp()];
  const secretsIn = (text: string, secrets: string[]) =>
    secrets.flatMap(spellings).filter(spelling => text.includes(spelling));
  const keys = [stage.apiKey, strangeKey, 'another-wrong-key'];
  expect(secretsIn(stored, keys), 'the data folder').toEqual([]);
  expect(secretsIn(toSlack, keys), 'what the app said to Slack').toEqual([]);
  expect(secretsIn(logged, [...keys, slack.botToken, slack.signingSecret]), 'the logs').toEqual([]);
  const responseUrls = slack.traffic
    .of('response_url')
    .map(exchange => new URL(exchange.request.url).pathname);
  expect(responseUrls.length).toBeGreaterThan(FAULTS.length);
  expect(responseUrls.filter(path => logged.includes(`${path.split('/').at(-1)}`))).toEqual([]);
  expect(logged, 'numbers are masked').not.toContain('01798765432');
  expect(logged, 'and texts are nobody’s business').not.toContain('with fault');
  expect(toSlack, 'also in Slack').not.toContain('01798765432');
  expect(logged.split('\n').length, 'there was something to log').toBeGreaterThan(10);
});

test('the encryption key and the database are readable only by their owner', async () => {
  const { dataDir } = await createStage();
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(modeOf(dataDir)).toBe('700');
  // Each file by itself too, because it may be moved elsewhere.
  for (const file of ['encryption-keys', 'sms.db', 'sms.db-wal'])
    expect(modeOf(join(dataDir, file)), file).toBe('600');
});
