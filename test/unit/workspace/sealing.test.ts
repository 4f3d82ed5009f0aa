import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createSealer,
  ENCRYPTION_KEYS_FILE,
  embeddedEncryptionKeys,
  parseEncryptionKeys,
} from '../../../src/workspace/sealing.ts';

const key = () => randomBytes(32);
const text = fc.string({ unit: 'binary' }).filter(value => value.isWellFormed());

describe('sealing', () => {
  test('a sealed secret opens only in its own context', () => {
    const sealer = createSealer([key()]);
    fc.assert(
      fc.property(text, text, text, (secret, context, otherContext) => {
        const sealed = sealer.seal(secret, context);
        expect(sealer.open(sealed, context)).toBe(secret);
        if (otherContext !== context) expect(sealer.open(sealed, otherContext)).toBeNull();
      }),
    );
  });

  test('a changed secret can’t be opened', () => {
    const sealer = createSealer([key()]);
    const sealed = sealer.seal('sk_live_0123456789', 'T1');
    for (let at = 0; at < sealed.length; at++) {
      for (const character of ['A', 'b', '0', '.', '']) {
        const changed = sealed.slice(0, at) + character + sealed.slice(at + 1);
        // Base64 has spare bits at its end, so a different last letter can mean the same bytes.
        const same = Buffer.from(changed.split('.')[2] ?? '', 'base64').equals(
          Buffer.from(sealed.split('.')[2] ?? '', 'base64'),
        );
        if (changed === sealed || (same && at > sealed.length - 4)) continue;
        expect(sealer.open(changed, 'T1'), changed).not.toBe('sk_live_0123456789');
      }
    }
  });

  test('any other input can’t be opened, and never throws', () => {
    const sealer = createSealer([key()]);
    const [, id] = sealer.seal('x', 'T1').split('.');
    const data = fc.oneof(fc.base64String(), fc.string());
    fc.assert(
      fc.property(data, payload => {
        expect(sealer.open(payload, 'T1')).toBeNull();
        expect(sealer.open(`v1.${id}.${payload}`, 'T1')).toBeNull();
      }),
    );
  });

  test('reveals nothing of the secret or the key, and the same secret looks different each time', () => {
    const secret = 'sk_live_0123456789';
    const mine = key();
    const sealer = createSealer([mine]);
    const sealed = new Set(Array.from({ length: 50 }, () => sealer.seal(secret, 'T1')));
    expect(sealed.size).toBe(50);
    for (const ciphertext of sealed) {
      const bytes = Buffer.from(ciphertext.split('.')[2] ?? '', 'base64').toString('latin1');
      for (const shown of [ciphertext, bytes]) {
        expect(shown).not.toContain(secret.slice(0, 6));
        expect(shown).not.toContain(mine.toString('hex').slice(0, 8));
        expect(shown).not.toContain(mine.toString('base64').slice(0, 8));
      }
    }
  });

  test('keys rotate: the newest seals, all open, and a removed one opens nothing', () => {
    const [older, newer] = [key(), key()];
    const before = createSealer([older]).seal('secret', 'T1');
    const both = createSealer([newer, older]);
    const after = both.seal('secret', 'T1');
    expect(both.open(before, 'T1')).toBe('secret');
    expect(createSealer([newer]).open(after, 'T1')).toBe('secret');
    expect(createSealer([newer]).open(before, 'T1')).toBeNull();
    expect(createSealer([older]).open(after, 'T1')).toBeNull();
  });

  test('needs a key', () => {
    expect(() => createSealer([])).toThrow(RangeError);
  });
});

describe('the keys an installation makes for itself', () => {
  function folder(): string {
    const dir = mkdtempSync(join(tmpdir(), 'sms-keys-'));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    return join(dir, 'data');
  }

  test('are made once, and only their owner can read them', () => {
    const dir = folder();
    const keys = embeddedEncryptionKeys(dir);
    expect(keys.map(bytes => bytes.length)).toEqual([32]);
    expect(embeddedEncryptionKeys(dir)).toEqual(keys);
    expect(embeddedEncryptionKeys(folder())).not.toEqual(keys);
    expect(statSync(join(dir, ENCRYPTION_KEYS_FILE)).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
  });

  test('can be several, newest first', () => {
    const dir = folder();
    const [old] = embeddedEncryptionKeys(dir);
    const file = join(dir, ENCRYPTION_KEYS_FILE);
    const fresh = key();
    writeFileSync(file, `${fresh.toString('base64')},${readFileSync(file, 'utf8')}`);
    expect(embeddedEncryptionKeys(dir)).toEqual([fresh, old]);
  });

  test.each(['', '\n', 'garbage', 'AAAA', randomBytes(31).toString('base64')])(
    'a file that holds %j is refused, not replaced',
    content => {
      const dir = folder();
      embeddedEncryptionKeys(dir);
      const file = join(dir, ENCRYPTION_KEYS_FILE);
      writeFileSync(file, content);
      expect(() => embeddedEncryptionKeys(dir)).toThrow(file);
      expect(readFileSync(file, 'utf8')).toBe(content);
    },
  );

  test('an unwritable folder is an error, not a key for one run', () => {
    const dir = folder();
    writeFileSync(dir, 'a file');
    chmodSync(dir, 0o600);
    expect(() => embeddedEncryptionKeys(dir)).toThrow();
  });
});

describe('ENCRYPTION_KEYS', () => {
  const a = key().toString('base64');
  const b = key().toString('base64url');
  test.each([
    [a, 1],
    [`${a},${b}`, 2],
    [` ${a} , ${b} `, 2],
  ])('%s', (written, count) => {
    expect(parseEncryptionKeys(written)).toHaveLength(count);
  });
  test.each([
    '',
    ',',
    `${a},`,
    `${a};${b}`,
    a.slice(1),
    `${a}AAAA`,
    `${a}!`,
    randomBytes(16).toString('hex'),
  ])('refuses %j', written => {
    expect(parseEncryptionKeys(written)).toBeNull();
  });
});
