import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import type { Log } from '../../log.ts';
import type { Acks } from '../acks.ts';
import { cut } from '../cut.ts';
import type { Guard } from './guard.ts';
import { EVENT } from './payloads/events.ts';
import { readPayload } from './payloads/read.ts';
import type { IsSlacks } from './response-urls.ts';

/** Slack must deliver these again until they are handled: they delete tokens and keys. */
const ACKED_WHEN_DONE = new Set<unknown>([EVENT.appUninstalled, EVENT.tokensRevoked]);

const MAX_LOGGED = 100;

/**
 * Handles a payload from Slack, however it came. `refused`: Slack doesn't send such payloads, and no listener saw it.
 * Rejects, after logging, if Slack should hear that it failed.
 */
export type TakeEvent = (event: ReceiverEvent) => Promise<'taken' | 'refused'>;

/** Where payloads enter Bolt, over HTTP and over sockets alike. */
export type SlackReceiver = Receiver & { take: TakeEvent };

export function createReceiver(parts: {
  guard: Guard;
  isSlacks: IsSlacks;
  acks: Pick<Acks, 'owe'>;
  log: Log;
}): SlackReceiver {
  const { guard, isSlacks, acks, log } = parts;
  let bolt: App;
  return {
    init(app) {
      bolt = app;
    },
    // The app itself listens and connects, since it serves more than Slack.
    start: async () => undefined,
    stop: async () => undefined,

    async take(given) {
      const read = readPayload(given.body);
      if (read.kind === 'unknown') {
        log.info({ type: cut(read.type, MAX_LOGGED) }, 'Slack sent a payload this app doesn’t use');
        await given.ack();
        return 'taken';
      }
      if (read.kind === 'malformed') {
        const where = read.where.slice(0, 3).map(path => cut(path, MAX_LOGGED));
        log.warn({ where }, 'Slack sent a payload we can’t read; refused');
        return 'refused';
      }
      const { body } = read;
      const { response_url: responseUrl } = body;
      if (responseUrl && !isSlacks(responseUrl)) {
        const host = typeof responseUrl === 'string' ? URL.parse(responseUrl)?.host : undefined;
        log.warn({ host }, 'a payload’s response_url is not at Slack (or SLACK_API_URL); refused');
        return 'refused';
      }
      const isGiven = acks.owe();
      const ack: ReceiverEvent['ack'] = said => given.ack(said).finally(isGiven);
      await guard({ ...given, ack, body }, guarded => processWithLateAck(guarded, bolt)).finally(isGiven);
      return 'taken';
    },
  };
}

/** Bolt acks every event before any listener has seen it; some we ack here, once everything went well. */
async function processWithLateAck(event: ReceiverEvent, bolt: App): Promise<void> {
  const { event: inner } = event.body as { event?: { type?: unknown } };
  if (!ACKED_WHEN_DONE.has(inner?.type)) return bolt.processEvent(event);
  await bolt.processEvent({ ...event, ack: async () => undefined });
  await event.ack();
}
