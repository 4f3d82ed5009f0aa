import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What looks like a secret of Slack's or a hook's token, wherever it stands in a line; an address may be as a form posts it. */
const SECRETS = [
  /smsh_[\w-]+/g,
  /xox[a-z](?:\.xox[a-z])?-[\w.-]+/g,
  /xapp-[\w.-]+/g,
  /(https?:\/\/[^\s"\\]*\/(?:commands|actions|app|workflows|triggers|services)\/)[^\s"\\]+/g,
  /(https?%3A%2F%2F[^\s"\\&]*%2F(?:commands|actions|app|workflows|triggers|services)%2F)[^\s"\\&]+/gi,
];

/**
 * A log of JSON lines. Each finished line is searched for the given secrets and for Slack's own before it is
 * written, so neither an error's message nor a library's line can carry one out.
 *
 * @param secrets values that must never be written, such as the signing secret
 */
export function createLog(options: {
  level: LogLevel;
  stream: DestinationStream;
  secrets: readonly string[];
}): Log {
  const { level, stream, secrets } = options;
  // As they are, and as JSON and a posted form write them.
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
  for (const pattern of SECRETS) {
    clean = clean.replace(pattern, (_match, kept) => `${typeof kept === 'string' ? kept : ''}[redacted]`);
  }
  return clean;
}
