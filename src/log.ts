import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Anything that looks like one of Slack's tokens, a hook's token or secret, a calendar's, or a key of the SMS service, anywhere in a line. */
const TOKENS = /sms(?:h|s|c|key)_[\w-]+|xox[a-z](?:\.xox[a-z])?-[\w.-]+|xapp-[\w.-]+/g;
const KINDS = '(?:commands|actions|app|workflows|triggers|services)';
/**
 * Slack's addresses that let anyone who has them post, plain and form-encoded; the secret is the part after the kind of
 * address. An address is matched as a whole and then examined, so that no character is read more than twice.
 */
const ADDRESSES = [
  { address: /(https?:\/\/)([^\s"\\]*)/g, kind: new RegExp(`/${KINDS}/(?=.)`) },
  { address: /(https?%3A%2F%2F)([^\s"\\&]*)/gi, kind: new RegExp(`%2F${KINDS}%2F(?=.)`, 'i') },
];

/**
 * A log of JSON lines. Each finished line is searched for the given secrets and for Slack's own before it is written, so
 * neither an error's message nor a library's line can leak one.
 *
 * @param secrets values that must never be written, such as the signing secret
 */
export function createLog(options: {
  level: LogLevel;
  stream: DestinationStream;
  secrets: readonly string[];
}): Log {
  const { level, stream, secrets } = options;
  // Each secret unchanged, in JSON, and form-encoded.
  const written = secrets.flatMap(secret => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
  ]);
  const unwanted = [...new Set(written)].filter(secret => secret !== '');
  return pino({ level }, { write: line => stream.write(redact(line, unwanted)) });
}

function redact(line: string, secrets: readonly string[]): string {
  let clean = line;
  for (const secret of secrets) clean = clean.replaceAll(secret, '[redacted]');
  clean = clean.replace(TOKENS, '[redacted]');
  for (const { address, kind } of ADDRESSES) {
    clean = clean.replace(address, (whole, scheme: string, path: string) => {
      const match = kind.exec(path);
      return match ? `${scheme}${path.slice(0, match.index + match[0].length)}[redacted]` : whole;
    });
  }
  // JSON doesn't escape these, and a terminal obeys them.
  return clean.replace(/[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
