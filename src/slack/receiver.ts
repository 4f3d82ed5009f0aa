import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import { cut } from '../domain/cut.ts';
import type { Log } from '../log.ts';
import type { Acks } from '../sending/acks.ts';
import type { Guard } from './guard.ts';
import { EVENT } from './ids.ts';
import { readPayload } from './payloads/read.ts';
import type { IsSlacks } from './response-urls.ts';

/** Slack has to deliver these again until they were handled: tokens and keys are deleted by them. */
const ACKED_WHEN_DONE = new Set<unknown>([EVENT.appUninstalled, EVENT.tokensRevoked]);

const MAX_LOGGED = 100;

/**
 * Hands over a payload of Slack's, whichever way it came. `refused`: Slack does not send such a one, and nobody was asked
 * about it. Rejects, after it was logged, when Slack is to hear that it failed.
 */
export type TakeEvent = (event: ReceiverEvent) => Promise<'taken' | 'refused'>;

/** Where payloads enter Bolt: those that came over HTTP and those that came over a socket alike. */
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
    // What listens and connects is the app's, which serves more than Slack.
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

/** Bolt acks every event before anybody has looked at it; some are acked here, when all went well. */
async function processWithLateAck(event: ReceiverEvent, bolt: App): Promise<void> {
  const { event: inner } = event.body as { event?: { type?: unknown } };
  if (!ACKED_WHEN_DONE.has(inner?.type)) return bolt.processEvent(event);
  await bolt.processEvent({ ...event, ack: async () => undefined });
  await event.ack();
}
