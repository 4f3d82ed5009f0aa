import { z } from 'zod';
import type { Config } from './kit/config.ts';
import { isSentinelUrl, parseSentinelUrl } from './kit/store/redis/sentinel-url.ts';
import { LANGUAGES } from './kit/words/languages.ts';
import { LOG_LEVELS } from './log.ts';
import { isRandom, parseEncryptionKeys } from './workspace/sealing.ts';

/** Reports an unusable environment. The message names every wrong variable and how to fix it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  /** One sentence for each mistake, beginning with the variable. */
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The environment can't be used:\n${mistakes.map(mistake => `  ${mistake}`).join('\n')}`);
    this.mistakes = mistakes;
  }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function parseUrl(value: string): URL | null {
  const url = URL.parse(value);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

const baseUrl = z
  .string()
  .refine(value => parseUrl(value) !== null, 'isn’t a web address; write it like https://sms.example.com')
  .refine(value => {
    const url = parseUrl(value);
    return !url || `${url.username}${url.password}${url.search}${url.hash}` === '';
  }, 'has a user name, a question mark or a # in it; write only the address, like https://sms.example.com')
  .transform(value => (parseUrl(value)?.href ?? value).replace(/(?<!\/)\/+$/, ''));

/** @param why says which secret plain HTTP would expose */
const secureUrl = (why: string) =>
  baseUrl.refine(
    value => value.startsWith('https:') || LOOPBACK.has(parseUrl(value)?.hostname ?? ''),
    `must begin with https:// (${why}); http:// is for this machine only`,
  );

/** True if the percent-encoding of the user and password is valid. */
function isDecodable(redisUrl: string): boolean {
  const { username, password } = URL.parse(redisUrl) ?? { username: '', password: '' };
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
    return true;
  } catch {
    return false;
  }
}

/** A watch's address, which may have a question mark: its path or query is its secret. */
const heartbeatUrl = z
  .string()
  .refine(value => parseUrl(value) !== null, {
    error:
      'isn’t a web address; copy it from the service that watches, like https://watch.example.com/ping/…',
    abort: true,
  })
  .refine(
    value => value.startsWith('https:') || LOOPBACK.has(parseUrl(value)?.hostname ?? ''),
    'must begin with https:// (whoever reads the address can call it); http:// is for this machine only',
  );

const NO_PORT = 'isn’t a port; write a number from 0 to 65535';
const port = z.coerce.number(NO_PORT).int(NO_PORT).min(0, NO_PORT).max(65535, NO_PORT);

const MAX_REPLICAS = 10;
const MAX_PROXIES = 10;
const NO_PROXIES = `isn’t a number of proxies; write one from 0 to ${MAX_PROXIES}`;
const NO_REPLICAS = `isn’t a number of replicas; write one from 0 to ${MAX_REPLICAS}`;

const MAX_WATCHDOG_MS = 3_600_000;
const NO_WATCHDOG = `isn’t a number of milliseconds; write one from 1000 to ${MAX_WATCHDOG_MS}, or 0 for no watchdog`;

const secret = z.string().min(1);
const token = (prefix: string) =>
  z.string().startsWith(prefix, `does not start with ${prefix}; copy it again from api.slack.com/apps`);

/** The variables that let many workspaces install the app, and what to do if one of them is missing. */
const OAUTH = {
  SLACK_CLIENT_ID: 'is missing; copy it from api.slack.com/apps → your app → Basic Information',
  SLACK_CLIENT_SECRET: 'is missing; copy it from api.slack.com/apps → your app → Basic Information',
  SLACK_STATE_SECRET: 'is missing; make one, the same for all processes, with: openssl rand -base64 32',
} as const;
const OAUTH_NAMES = Object.keys(OAUTH) as (keyof typeof OAUTH)[];

type TokenVariables = Partial<Record<'SLACK_BOT_TOKEN' | keyof typeof OAUTH, string | undefined>>;

/** Requires one workspace's token, or all variables that let many workspaces install the app. */
function demandTokens(env: TokenVariables, context: z.RefinementCtx): void {
  const mistake = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  const present = OAUTH_NAMES.filter(name => env[name]);
  const all = OAUTH_NAMES.join(', ');
  if (env.SLACK_BOT_TOKEN && present.length > 0) {
    const clash = `can’t be used together with ${present.join(', ')}`;
    mistake(
      'SLACK_BOT_TOKEN',
      `${clash}: keep it for one workspace, or unset it to let many install the app`,
    );
  } else if (!env.SLACK_BOT_TOKEN && present.length === 0) {
    const where = 'copy it from api.slack.com/apps → your app → OAuth & Permissions (it starts with xoxb-)';
    mistake('SLACK_BOT_TOKEN', `is missing; ${where}, or set ${all} to let many workspaces install the app`);
  } else if (!env.SLACK_BOT_TOKEN) {
    for (const name of OAUTH_NAMES) if (!env[name]) mistake(name, OAUTH[name]);
  }
}

/** Makes a check run even after other mistakes, so that one start reports all of them. */
const ALWAYS = { when: () => true };

const environmentSchema = z
  .object({
    SMS_BASE_URL: z
      .string('is missing; set it to the SMS service’s address, such as https://sms-service.example.com')
      .pipe(secureUrl('requests carry the API key')),
    SLACK_SIGNING_SECRET: secret.optional(),
    SLACK_APP_TOKEN: token('xapp-').optional(),
    SLACK_BOT_TOKEN: token('xoxb-').optional(),
    SLACK_CLIENT_ID: secret.optional(),
    SLACK_CLIENT_SECRET: secret.optional(),
    SLACK_STATE_SECRET: z
      .string()
      .min(
        32,
        'has fewer than 32 characters and could be guessed; make another one with: openssl rand -base64 32',
      )
      .optional(),
    SLACKBOT: z
      .enum(
        ['yes', 'no'],
        'is neither yes nor no; yes: who installs the app is asked whether Slackbot may use it',
      )
      .default('no'),
    SLACK_API_URL: secureUrl('requests to Slack carry its tokens')
      .transform(value => `${value}/`)
      .optional(),
    PUBLIC_URL: secureUrl('calls to hooks carry their tokens').optional(),
    ENCRYPTION_KEYS: z
      .string()
      .transform((value, context) => {
        const keys = parseEncryptionKeys(value);
        if (keys?.every(isRandom)) return keys;
        context.addIssue(
          keys
            ? 'has a key that anybody could guess; make another one with: openssl rand -base64 32'
            : 'is not a comma-separated list of 32-byte base64 keys; make one with: openssl rand -base64 32',
        );
        return z.NEVER;
      })
      .optional(),
    REDIS_URL: z
      .string()
      .refine(value => !isSentinelUrl(value) || parseSentinelUrl(value) !== null, {
        error:
          'isn’t an address of sentinels; write it like redis+sentinel://user:password@host:26379,host:26379/name-of-the-master/0 (rediss+sentinel:// for TLS), special characters percent-encoded',
        abort: true,
      })
      .refine(
        value => isSentinelUrl(value) || ['redis:', 'rediss:'].includes(URL.parse(value)?.protocol ?? ''),
        {
          error:
            'isn’t the address of a Redis; write it like redis://user:password@host:6379/0 (rediss:// for TLS)',
          abort: true,
        },
      )
      .refine(
        isDecodable,
        'has a % in its user or password that isn’t followed by two hexadecimal digits; write a % itself as %25, and percent-encode other special characters too',
      )
      .refine(
        value => isSentinelUrl(value) || /^\/?\d*$/.test(URL.parse(value)?.pathname ?? ''),
        'has a database that isn’t a number; write it like redis://user:password@host:6379/0',
      )
      .optional(),
    REDIS_EPHEMERAL: z
      .enum(['yes', 'no'], 'is neither yes nor no; yes: Redis may keep nothing on disk')
      .default('no'),
    REDIS_REPLICAS: z.coerce
      .number(NO_REPLICAS)
      .int(NO_REPLICAS)
      .min(0, NO_REPLICAS)
      .max(MAX_REPLICAS, NO_REPLICAS)
      .default(0),
    DATA_DIR: z.string().default('./data'),
    PORT: port.default(3000),
    METRICS_PORT: port.optional(),
    HOST: z.string().default('0.0.0.0'),
    TRUST_PROXY: z.coerce
      .number(NO_PROXIES)
      .int(NO_PROXIES)
      .min(0, NO_PROXIES)
      .max(MAX_PROXIES, NO_PROXIES)
      .default(0),
    WATCHDOG_MS: z.coerce
      .number(NO_WATCHDOG)
      .int(NO_WATCHDOG)
      .refine(ms => ms === 0 || (ms >= 1000 && ms <= MAX_WATCHDOG_MS), NO_WATCHDOG)
      .default(30_000),
    HEARTBEAT_URL: heartbeatUrl.optional(),
    LOG_LEVEL: z.enum(LOG_LEVELS, `is none of ${LOG_LEVELS.join(', ')}`).default('info'),
    DEFAULT_LANGUAGE: z.enum(LANGUAGES, `is none of ${LANGUAGES.join(', ')}`).default('en'),
  })
  .refine(({ SLACK_SIGNING_SECRET, SLACK_APP_TOKEN }) => SLACK_SIGNING_SECRET || SLACK_APP_TOKEN, {
    path: ['SLACK_SIGNING_SECRET'],
    error:
      'is missing; copy it from api.slack.com/apps → your app → Basic Information, or set SLACK_APP_TOKEN for Socket Mode',
    ...ALWAYS,
  })
  .superRefine(demandTokens, ALWAYS)
  .refine(({ PORT, METRICS_PORT }) => METRICS_PORT !== PORT || PORT === 0, {
    path: ['METRICS_PORT'],
    error: 'is the same as PORT; choose another port, or leave it out to serve everything on PORT',
    ...ALWAYS,
  })
  .refine(({ REDIS_URL, REDIS_REPLICAS }) => !REDIS_URL || !isSentinelUrl(REDIS_URL) || REDIS_REPLICAS > 0, {
    path: ['REDIS_REPLICAS'],
    error:
      'is missing; with sentinels write how many replicas must have what is written, at least 1: a replica without it may be promoted',
    ...ALWAYS,
  })
  .refine(({ REDIS_URL, ENCRYPTION_KEYS }) => !REDIS_URL || ENCRYPTION_KEYS, {
    path: ['ENCRYPTION_KEYS'],
    error:
      'is missing; with REDIS_URL all processes need the same one: make it once with openssl rand -base64 32',
    ...ALWAYS,
  });

/** The names of all variables that the app reads. */
export const VARIABLES: readonly string[] = Object.keys(environmentSchema.shape);

/**
 * Reads the environment. An empty variable counts as unset. Trims each value, because secret files often end with a line break.
 *
 * @throws ConfigError that names every bad or missing variable at once
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const trimmed = Object.entries(environment).map(([name, value]) => [name, value?.trim()] as const);
  const set = Object.fromEntries(trimmed.filter(([, value]) => value));
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const mistakes = parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError([...new Set(mistakes)]);
  }
  const env = parsed.data;
  return {
    smsBaseUrl: env.SMS_BASE_URL,
    slack: {
      tokens: env.SLACK_BOT_TOKEN
        ? { kind: 'one', botToken: env.SLACK_BOT_TOKEN }
        : {
            kind: 'many',
            clientId: env.SLACK_CLIENT_ID ?? '',
            clientSecret: env.SLACK_CLIENT_SECRET ?? '',
            stateSecret: env.SLACK_STATE_SECRET ?? '',
          },
      apiUrl: env.SLACK_API_URL ?? null,
      signingSecret: env.SLACK_SIGNING_SECRET ?? null,
      forSlackbot: env.SLACKBOT === 'yes',
      connection: env.SLACK_APP_TOKEN
        ? { mode: 'socket', appToken: env.SLACK_APP_TOKEN }
        : { mode: 'http', signingSecret: env.SLACK_SIGNING_SECRET ?? '' },
    },
    publicUrl: env.PUBLIC_URL ?? null,
    encryptionKeys: env.ENCRYPTION_KEYS ?? null,
    dataDir: env.DATA_DIR,
    storage: env.REDIS_URL
      ? {
          kind: 'redis',
          url: env.REDIS_URL,
          isEphemeral: env.REDIS_EPHEMERAL === 'yes',
          replicas: env.REDIS_REPLICAS,
        }
      : { kind: 'sqlite', dataDir: env.DATA_DIR },
    port: env.PORT,
    metricsPort: env.METRICS_PORT ?? null,
    host: env.HOST,
    proxies: env.TRUST_PROXY,
    watchdogMs: env.WATCHDOG_MS,
    heartbeatUrl: env.HEARTBEAT_URL ?? null,
    logLevel: env.LOG_LEVEL,
    language: env.DEFAULT_LANGUAGE,
  };
}

/** The password as the address has it, percent-encoded; empty if there is none. */
const passwordOf = (redisUrl: string): string =>
  (isSentinelUrl(redisUrl) ? /:\/\/[^:@/]*:([^@/]*)@/.exec(redisUrl)?.[1] : URL.parse(redisUrl)?.password) ??
  '';

/** Every configured value that must never appear in a log. */
export function secretsOf({
  slack: { tokens, connection, signingSecret },
  storage,
  encryptionKeys,
  heartbeatUrl,
}: Config): string[] {
  const password = storage.kind === 'redis' ? passwordOf(storage.url) : '';
  return [
    ...(tokens.kind === 'one' ? [tokens.botToken] : [tokens.clientSecret, tokens.stateSecret]),
    ...(connection.mode === 'socket' ? [connection.appToken] : []),
    ...(signingSecret === null ? [] : [signingSecret]),
    ...(encryptionKeys ?? []).map(key => key.toString('base64')),
    ...(heartbeatUrl === null ? [] : [heartbeatUrl]),
    ...(password ? [password, decodeURIComponent(password)] : []),
  ];
}
