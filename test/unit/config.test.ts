import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig, secretsOf } from '../../src/config.ts';
import { ENCRYPTION_KEYS as KEY } from '../support/encryption-keys.ts';

const GOOD = {
  SMS_BASE_URL: 'https://sms.example.com',
  SLACK_SIGNING_SECRET: 'a'.repeat(32),
  SLACK_BOT_TOKEN: 'xoxb-1-2-3',
};
const configWith = (env: Record<string, string | undefined>) => readConfig({ ...GOOD, ...env });

/** The variables that the error names, each with its message. */
function problems(environment: Record<string, string | undefined>): Record<string, string> {
  try {
    readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.message.split('\n').slice(1);
    return Object.fromEntries(lines.map(line => /^ {2}([A-Z_]+) (.+)$/.exec(line)?.slice(1) ?? [line, '']));
  }
  return {};
}

describe('the environment', () => {
  test('has defaults for everything except what only the operator knows', () => {
    expect(readConfig(GOOD)).toMatchObject({
      smsBaseUrl: 'https://sms.example.com',
      slack: {
        tokens: { kind: 'one', botToken: GOOD.SLACK_BOT_TOKEN },
        apiUrl: null,
        connection: { mode: 'http', signingSecret: GOOD.SLACK_SIGNING_SECRET },
      },
      publicUrl: null,
      encryptionKeys: null,
      dataDir: './data',
      port: 3000,
      metricsPort: null,
      host: '0.0.0.0',
      logLevel: 'info',
      language: 'en',
    });
  });

  test('an empty or blank variable counts as unset', () => {
    const names = [
      'ENCRYPTION_KEYS',
      'DATA_DIR',
      'PORT',
      'HOST',
      'WATCHDOG_MS',
      'LOG_LEVEL',
      'DEFAULT_LANGUAGE',
      'SLACK_API_URL',
    ];
    for (const empty of ['', '  ']) {
      const environment = { ...GOOD, ...Object.fromEntries(names.map(name => [name, empty])) };
      expect(readConfig(environment)).toEqual(readConfig(GOOD));
    }
  });

  test('whitespace around a value, as secrets files leave it, is not part of the value', () => {
    const padded = Object.fromEntries(Object.entries(GOOD).map(([name, value]) => [name, ` ${value}\n`]));
    expect(readConfig(padded)).toEqual(readConfig(GOOD));
  });

  test.each([
    ['SMS_BASE_URL', 'https://sms.example.com/sub//', { smsBaseUrl: 'https://sms.example.com/sub' }],
    ['SMS_BASE_URL', 'HTTPS://SMS.example.com', { smsBaseUrl: 'https://sms.example.com' }],
    ['SMS_BASE_URL', 'http://localhost:8080', { smsBaseUrl: 'http://localhost:8080' }],
    ['SMS_BASE_URL', 'http://127.0.0.1', {}],
    ['SMS_BASE_URL', 'http://[::1]:8080', {}],
    ['SLACK_API_URL', 'http://127.0.0.1:9/api', { slack: { apiUrl: 'http://127.0.0.1:9/api/' } }],
    ['PUBLIC_URL', 'https://sms.example.com/app/', { publicUrl: 'https://sms.example.com/app' }],
    ['PUBLIC_URL', 'http://localhost:3000', { publicUrl: 'http://localhost:3000' }],
    [
      'REDIS_URL',
      'rediss://u:100%25@r.example.com/2',
      { storage: { url: 'rediss://u:100%25@r.example.com/2' } },
    ],
    [
      'REDIS_URL',
      'rediss+sentinel://u:100%25@a:26379,[::1]/main/2',
      { storage: { url: 'rediss+sentinel://u:100%25@a:26379,[::1]/main/2' } },
    ],
    ['REDIS_EPHEMERAL', 'yes', {}],
    ['SLACKBOT', 'yes', { slack: { forSlackbot: true } }],
    ['REDIS_REPLICAS', '2', {}],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65535 }],
    ['METRICS_PORT', '9464', { port: 3000, metricsPort: 9464 }],
    ['WATCHDOG_MS', '0', { watchdogMs: 0 }],
    ['WATCHDOG_MS', '1000', { watchdogMs: 1000 }],
    ['HEARTBEAT_URL', 'https://watch.example/a?b=c', { heartbeatUrl: 'https://watch.example/a?b=c' }],
    ['HEARTBEAT_URL', 'http://localhost:1/a', { heartbeatUrl: 'http://localhost:1/a' }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['DEFAULT_LANGUAGE', 'bn', { language: 'bn' }],
    ['DATA_DIR', '/var/lib/sms', { dataDir: '/var/lib/sms' }],
    ['HOST', '::', { host: '::' }],
  ])('%s may be %s', (name, value, config) => {
    expect(configWith({ ENCRYPTION_KEYS: KEY, REDIS_REPLICAS: '1', [name]: value })).toMatchObject(config);
  });

  test('with sentinels, the number of replicas that must confirm a write is required', () => {
    const env = { ENCRYPTION_KEYS: KEY, REDIS_URL: 'redis+sentinel://a:26379/main' };
    for (const more of [{}, { REDIS_REPLICAS: '0' }])
      expect(() => configWith({ ...env, ...more })).toThrow(/REDIS_REPLICAS .*at least 1/);
  });

  test.each([
    ['SMS_BASE_URL', 'sms.example.com', /address/],
    ['SMS_BASE_URL', 'ftp://sms.example.com', /address/],
    ['SMS_BASE_URL', 'http://sms.example.com', /https/],
    ['SMS_BASE_URL', 'http://127.0.0.1.example.com', /https/],
    ['SMS_BASE_URL', 'http://localhost.example.com', /https/],
    ['SMS_BASE_URL', 'https://sms.example.com?v=1', /question mark/],
    ['SMS_BASE_URL', 'https://sms.example.com/#x', /#/],
    ['SMS_BASE_URL', 'https://me:secret@sms.example.com', /name/],
    ['SLACK_BOT_TOKEN', 'xoxp-1', /xoxb-/],
    ['SLACK_API_URL', 'slack', /address/],
    ['SLACK_API_URL', 'http://slack-proxy.example.com/api', /https:\/\/.*tokens/],
    ['PUBLIC_URL', 'sms.example.com', /address/],
    ['PUBLIC_URL', 'http://sms.example.com', /https:\/\/.*tokens/],
    ['PUBLIC_URL', 'http://localhost.example.com', /https:\/\//],
    ['REDIS_URL', 'localhost:6379', /redis:\/\/user/],
    ['REDIS_URL', 'http://localhost:6379/cache', /^isn’t the address of a Redis/],
    ['REDIS_URL', 'redis://sms:100%secret@localhost:6379', /%25/],
    ['REDIS_URL', 'redis://%zz@localhost:6379', /%25/],
    ['REDIS_URL', 'redis://sms:%ff@localhost:6379', /%25/],
    ['REDIS_URL', 'redis://localhost:6379/%secret', /number/],
    ['REDIS_URL', 'redis://localhost:6379/cache', /number/],
    ['REDIS_URL', 'redis+sentinel://a:26379,b:26379', /name-of-the-master/],
    ['REDIS_URL', 'redis+sentinel://a:26379,:1/main', /name-of-the-master/],
    ['REDIS_URL', 'redis+sentinel://u:100%@a:26379/main', /percent-encoded/],
    ['REDIS_EPHEMERAL', 'true', /yes nor no/],
    ['SLACKBOT', 'true', /yes nor no/],
    ['REDIS_REPLICAS', '-1', /from 0 to 10/],
    ['REDIS_REPLICAS', 'all', /from 0 to 10/],
    ['ENCRYPTION_KEYS', 'c2hvcnQ=', /32-byte/],
    ['ENCRYPTION_KEYS', Buffer.alloc(32).toString('base64'), /anybody could guess/],
    ['ENCRYPTION_KEYS', `${KEY},${Buffer.from('abcdabcd'.repeat(4)).toString('base64')}`, /guess/],
    ['PORT', 'http', /65535/],
    ['PORT', '65536', /65535/],
    ['PORT', '-1', /65535/],
    ['PORT', '80.5', /65535/],
    ['METRICS_PORT', 'http', /65535/],
    ['METRICS_PORT', '3000', /the same as PORT.*leave it out/],
    ['WATCHDOG_MS', '30s', /milliseconds/],
    ['WATCHDOG_MS', '30', /from 1000 to 3600000, or 0/],
    ['WATCHDOG_MS', '1500.5', /milliseconds/],
    ['WATCHDOG_MS', '3600001', /from 1000/],
    ['WATCHDOG_MS', '-1', /or 0 for no watchdog/],
    ['LOG_LEVEL', 'verbose', /debug/],
    ['DEFAULT_LANGUAGE', 'fr', /bn/],
  ])('%s may not be %s, and is told why', (name, value, why) => {
    const errors = problems({ ENCRYPTION_KEYS: KEY, ...GOOD, [name]: value });
    expect(Object.keys(errors)).toEqual([name]);
    expect(errors[name]).toMatch(why);
    expect(errors[name]).not.toContain('secret');
  });

  test('one error names everything that is missing or wrong', () => {
    const missing = ['SMS_BASE_URL', 'SLACK_BOT_TOKEN', 'SLACK_SIGNING_SECRET'];
    expect(Object.keys(problems({})).sort()).toEqual(missing.toSorted());
    const errors = problems({ PORT: 'x', LOG_LEVEL: 'x', SLACK_API_URL: 'x', ENCRYPTION_KEYS: 'x' });
    expect(Object.keys(errors).sort()).toEqual(
      [...missing, 'ENCRYPTION_KEYS', 'LOG_LEVEL', 'PORT', 'SLACK_API_URL'].sort(),
    );
    for (const name of missing) expect(errors[name]).toMatch(/^is missing; (set|copy) it/);
  });

  describe('tokens of many workspaces', () => {
    const STATE_SECRET = 's'.repeat(32);
    const OAUTH = {
      SLACK_CLIENT_ID: '1.2',
      SLACK_CLIENT_SECRET: 'hush',
      SLACK_STATE_SECRET: STATE_SECRET,
    };
    const { SLACK_BOT_TOKEN: _token, ...tokenless } = GOOD;

    test('replace the single token, over HTTP and Socket Mode; the secrets are kept out of the log', () => {
      const config = readConfig({ ...tokenless, ...OAUTH });
      expect(config.slack.tokens).toEqual({
        kind: 'many',
        clientId: '1.2',
        clientSecret: 'hush',
        stateSecret: STATE_SECRET,
      });
      expect(secretsOf(config)).toEqual(expect.arrayContaining(['hush', STATE_SECRET]));
      const { slack } = readConfig({ ...tokenless, ...OAUTH, SLACK_APP_TOKEN: 'xapp-1' });
      expect(slack.connection.mode).toBe('socket');
    });

    test('half of them: names the missing ones, and where to get them', () => {
      for (const name of Object.keys(OAUTH)) {
        const errors = problems({ ...tokenless, [name]: STATE_SECRET });
        expect(Object.keys(errors).sort()).toEqual(
          Object.keys(OAUTH)
            .filter(variable => variable !== name)
            .sort(),
        );
        for (const why of Object.values(errors)) expect(why).toMatch(/^is missing; (copy it|make one)/);
      }
    });

    test('a state secret that could be guessed is refused, and not shown', () => {
      const errors = problems({ ...tokenless, ...OAUTH, SLACK_STATE_SECRET: 'x'.repeat(31) });
      expect(errors).toEqual({
        SLACK_STATE_SECRET: expect.stringMatching(/fewer than 32.*openssl rand -base64 32/),
      });
      expect(JSON.stringify(errors)).not.toContain('xxx');
    });

    test('together with the single token: refused, since either could be meant', () => {
      for (const some of [OAUTH, { SLACK_CLIENT_ID: '1.2' }]) {
        const errors = problems({ ...GOOD, ...some });
        expect(Object.keys(errors)).toEqual(['SLACK_BOT_TOKEN']);
        expect(errors.SLACK_BOT_TOKEN).toMatch(/together with SLACK_CLIENT_ID.*unset it/);
      }
    });

    test('neither: explains both ways', () => {
      expect(problems(tokenless).SLACK_BOT_TOKEN).toMatch(/copy it from .* or set SLACK_CLIENT_ID/);
    });
  });

  test('an app token means Socket Mode, which needs no signing secret', () => {
    const { slack } = configWith({ SLACK_APP_TOKEN: 'xapp-1', SLACK_SIGNING_SECRET: undefined });
    expect(slack.connection).toEqual({ mode: 'socket', appToken: 'xapp-1' });
    expect(Object.keys(problems({ ...GOOD, SLACK_APP_TOKEN: 'xoxb-1' }))).toEqual(['SLACK_APP_TOKEN']);
  });

  test('an error shows no secret’s value', () => {
    const errors = problems({ ...GOOD, SLACK_BOT_TOKEN: 'hunter2', ENCRYPTION_KEYS: 'hunter3' });
    expect(JSON.stringify(errors)).not.toMatch(/hunter/);
  });
});
