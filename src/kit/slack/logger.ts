import { type Logger, LogLevel } from '@slack/bolt';
import type { Log } from '../../log.ts';

/**
 * Slack's libraries log through ours. Their debug lines carry whole payloads, with what people typed into modals (the
 * API key!) and their messages: we drop those, whatever the level.
 *
 * @param trouble the level for what the library calls warnings and errors, if they are reported elsewhere too
 */
export function slackLogger(log: Log, trouble?: 'debug' | 'warn'): Logger {
  const words = (parts: unknown[]): string =>
    parts.map(part => (part instanceof Error ? part.message : String(part))).join(' ');
  const errorOf = (parts: unknown[]): { err?: Error } => {
    const err = parts.find(part => part instanceof Error);
    return err ? { err } : {};
  };
  return {
    debug: () => undefined,
    info: (...parts) => log.debug({ from: 'slack' }, words(parts)),
    warn: (...parts) => log[trouble ?? 'warn']({ from: 'slack' }, words(parts)),
    error: (...parts) => log[trouble ?? 'error']({ from: 'slack', ...errorOf(parts) }, words(parts)),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}
