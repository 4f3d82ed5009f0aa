import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, VARIABLES } from '../../src/config.ts';
import { ENCRYPTION_KEYS } from '../support/encryption-keys.ts';

const { services } = parse(readFileSync(join(import.meta.dirname, '../../compose.yml'), 'utf8'));
/** Without them: the image says where it listens, Redis keeps the data, and this Redis is to keep it. */
const LEFT_OUT = ['PORT', 'HOST', 'DATA_DIR', 'REDIS_EPHEMERAL'];

test('compose.yml passes the app every variable that it reads, and none that it doesn’t know', () => {
  const passed = Object.keys(services.app.environment);
  expect(passed.toSorted()).toEqual(VARIABLES.filter(name => !LEFT_OUT.includes(name)).toSorted());
});

test('with the values that its first lines ask for, the app can start', () => {
  const given: Record<string, string> = {
    PUBLIC_URL: 'https://sms.example.com',
    SMS_BASE_URL: 'https://sms-service.example.com',
    ENCRYPTION_KEYS,
    SLACK_SIGNING_SECRET: 'secret',
    SLACK_BOT_TOKEN: 'xoxb-1',
  };
  const filled = Object.entries<unknown>(services.app.environment).map(([name, value]) => [
    name,
    String(value).replace(/^\$\{(\w+):.*\}$/, (_, named) => given[named] ?? ''),
  ]);
  expect(readConfig(Object.fromEntries(filled))).toMatchObject({
    publicUrl: given.PUBLIC_URL,
    storage: { kind: 'redis' },
  });
});
