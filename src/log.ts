import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What looks like a secret of Slack's, wherever it stands in a line. */
const SLACK_SECRETS = [
  /xox[a-z](?:\.xox[a-z])?-[\w.-]+/g,
  /xapp-[\w.-]+/g,
  /(https?:\/\/[^\s"\\]*\/(?:commands|actions|workflows|services)\/)[^\s"\\]+/g,
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
  return pino({ level }, { write: line => stream.write(redact(line, secrets)) });
}

function redact(line: string, secrets: readonly string[]): string {
  let clean = line;
  for (const secret of secrets) clean = clean.replaceAll(secret, '[redacted]');
  for (const pattern of SLACK_SECRETS) {
    clean = clean.replace(pattern, (_match, kept) => `${typeof kept === 'string' ? kept : ''}[redacted]`);
  }
  return clean;
}
