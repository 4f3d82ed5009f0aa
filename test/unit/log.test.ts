import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLog, LOG_LEVELS, type Log } from '../../src/log.ts';

const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const SECRETS = {
  'the signing secret': SIGNING_SECRET,
  'a secret with signs that JSON escapes': 'p"a\\s/s\tword',
  'a bot token': 'xoxb-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy',
  'a user token': 'xoxp-1-2-3-abc',
  'a rotating token': 'xoxe.xoxb-1-MS0yLTE3NjUzNjcyNDgxLTE5ODc0Njk4MzIz',
  'a refresh token': 'xoxe-1-My0xLTE3NjUzNjcyNDgx',
  'an app token': 'xapp-1-A0123-456-abcdef',
  'a command’s reply address': 'https://hooks.slack.com/commands/T1/2/abcdef123',
  'a button’s reply address': 'https://hooks.slack.com/actions/T1/2/abcdef123',
  'a view’s reply address': 'https://hooks.slack.com/app/T1/2/abcdef123',
  'a webhook': 'https://hooks.slack.com/services/T1/B2/abcdef123',
  'a hook’s token': 'smsh_Zq3v0vYwJ5cVh2m4Jt8kX1bQy7uRrN6sLpDaEfGhIjK',
  'a calendar’s token': 'smsc_Zq3v0vYwJ5cVh2m4Jt8kX1bQy7uRrN6sLpDaEfGhIjK',
  'a hook’s secret': 'smss_Zq3v0vYwJ5cVh2m4Jt8kX1bQy7uRrN6sLpDaEfGhIjK',
  'a key of the SMS service': 'smskey_Zq3v0vYwJ5cVh2m4Jt8kX1bQy7uRrN6s',
  'a workflow’s webhook': 'https://hooks.slack.com/workflows/T1/A2/3/abcdef123',
};
/** The secret part of each, in plain text, as JSON, and as a URL writes it. */
const tails = (secret: string) => {
  const tail = secret.split('/').at(-1) ?? secret;
  return [tail, JSON.stringify(tail).slice(1, -1), encodeURIComponent(tail)];
};

function logged(write: (log: Log) => void, level: (typeof LOG_LEVELS)[number] = 'trace'): string {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const secrets = [SIGNING_SECRET, SECRETS['a secret with signs that JSON escapes'], ''];
  write(createLog({ level, stream, secrets }));
  return lines.join('');
}

describe.each(Object.entries(SECRETS))('%s is never written', (_name, secret) => {
  const places: Record<string, (log: Log) => void> = {
    'in a message': log => log.info(`got ${secret} from Slack`),
    'in a field': log => log.debug({ token: secret }, 'x'),
    'deep in an object': log => log.trace({ a: [{ b: { c: [secret, { d: secret }] } }] }, 'x'),
    'as a name': log => log.info({ headers: { [secret]: 1 } }),
    'in an error': log => log.error({ err: new Error(`could not post to ${secret}: 404`) }, 'failed'),
    'in an error’s cause and fields': log =>
      log.fatal(Object.assign(new Error('x', { cause: new Error(secret) }), { request: { body: secret } })),
    'in JSON within a string': log =>
      log.warn({ body: JSON.stringify({ payload: JSON.stringify({ url: secret }) }) }),
    'in a posted form': log => log.info({ body: `token=1&response_url=${encodeURIComponent(secret)}&x=1` }),
    'by a child': log => log.child({ secret }).info('x'),
  };
  test('anywhere', () => {
    for (const [place, write] of Object.entries(places)) {
      const line = logged(write);
      for (const tail of tails(secret)) expect(line, place).not.toContain(tail);
      expect(() => JSON.parse(line), place).not.toThrow();
    }
  });
});

describe('harmless text', () => {
  test('stays readable: one JSON object a line', () => {
    const line = logged(log =>
      log.info({ text: 'id-7', url: 'https://sms.example.com/api/send-sms.php' }, 'sent'),
    );
    expect(JSON.parse(line)).toMatchObject({
      text: 'id-7',
      url: 'https://sms.example.com/api/send-sms.php',
      msg: 'sent',
    });
    expect(line).not.toContain('redacted');
    expect(line.endsWith('\n')).toBe(true);
  });

  test('writes lines from its level up', () => {
    const write = (log: Log) => {
      for (const level of LOG_LEVELS) if (level !== 'silent') log[level]('x');
    };
    expect(logged(write, 'warn').trim().split('\n')).toHaveLength(3);
    expect(logged(write, 'silent')).toBe('');
  });
});

describe('Slack’s addresses that let anyone who has them post', () => {
  const SEPARATORS = new Set([' ', '"', '\\', '\n']);
  const KINDS = ['commands', 'actions', 'app', 'workflows', 'triggers', 'services'];

  /** The rule, word by word: everything after a word's first `http://…/<kind>/` is cut. */
  function oracle(text: string, colonSlashes: string, slash: string, separators: Set<string>): string {
    let clean = '';
    let word = '';
    for (const character of [...text, '']) {
      if (character !== '' && !separators.has(character)) {
        word += character;
        continue;
      }
      clean += wordOf(word, colonSlashes, slash) + character;
      word = '';
    }
    return clean;
  }

  function wordOf(word: string, colonSlashes: string, slash: string): string {
    for (let end = 1; end < word.length; end++) {
      const start = word.slice(0, end);
      const isSecret = KINDS.some(kind => {
        const marker = slash + kind + slash;
        if (!start.endsWith(marker)) return false;
        const before = start.slice(0, -marker.length);
        return before.includes(`http${colonSlashes}`) || before.includes(`https${colonSlashes}`);
      });
      if (isSecret) return `${start}[redacted]`;
    }
    return word;
  }

  const pieces = (...more: string[]) =>
    fc
      .array(fc.constantFrom('http', 's', 'h', 'x', ' ', '\n', '"', '\\', 'app', 'commands', ...more), {
        maxLength: 14,
      })
      .map(all => all.join(''));
  const messageIn = (line: string): string => JSON.parse(line).msg;

  test.each([
    ['plain', pieces('://', '/', '/app/', 'http://x/'), '://', '/', SEPARATORS],
    [
      'as a form posts them',
      pieces('%3A%2F%2F', '%2F', '%2Fapp%2F', '&', 'http%3A%2F%2Fx%2F'),
      '%3A%2F%2F',
      '%2F',
      new Set([...SEPARATORS, '&']),
    ],
  ])('are redacted as an obvious, slow rule would, %s', (_name, text, colonSlashes, slash, separators) => {
    fc.assert(
      fc.property(text, written => {
        expect(messageIn(logged(log => log.info(`${written} `)))).toBe(
          oracle(`${written} `, colonSlashes, slash, separators),
        );
      }),
      { numRuns: 3000 },
    );
  });

  // A search that starts over at each of them takes more than a minute.
  test.each(['http://', 'http%3A%2F%2F', 'http://x/app/', '/app/', 'https:', 'xoxa.xoxb', 'smsh_', 'xapp'])(
    'a line of a megabyte of %s is written in time in proportion to its length',
    piece => {
      const text = piece.repeat(1e6 / piece.length);
      const message = messageIn(logged(log => log.info(text)));
      expect(message.length).toBeGreaterThan(0);
      expect(message.length).toBeLessThanOrEqual(text.length);
    },
  );
});

test('a line holds no control sequence, and is the same JSON', () => {
  const odd = '\u001b[31m\u009b31m\u007f\u202egpj\u2066\u2028 ক্ষ 👩‍💻';
  const line = logged(log => log.info({ odd }, odd));
  expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}]/u);
  expect(JSON.parse(line)).toMatchObject({ odd, msg: odd });
});
