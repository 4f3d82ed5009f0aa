import type { App, Receiver, ReceiverEvent } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Log } from '../../log.ts';
import { type Clock, type Timers, within } from '../clock.ts';
import type { Problem } from '../problem.ts';
import { cut } from '../slack-text.ts';
import { StorageError } from '../store/errors.ts';
import { wordProblem } from '../words/wording.ts';
import { ACK_MS } from './limits.ts';
import { problemOf } from './modals.ts';
import { EVENT, readPayload, type SlackPayload } from './payloads.ts';
import type { IsSlacks } from './posting.ts';
import { type Ack, ackWithText, respondAfterAck } from './respond.ts';
import type { Services } from './services.ts';
import { OutdatedMetadataError } from './view-state.ts';

/** Events that are acked once handled, so that Slack redelivers them until then. They delete tokens and keys. */
const ACKED_WHEN_DONE = new Set<unknown>([EVENT.appUninstalled, EVENT.tokensRevoked]);

const MAX_LOGGED_CHARACTERS = 100;

/**
 * Handles a payload from Slack, over HTTP or a socket. `refused`: Slack doesn't send such payloads; no listener saw it.
 * Rejects, after logging, if Slack should learn of the failure.
 */
export type TakeEvent = (event: ReceiverEvent) => Promise<'taken' | 'refused'>;

/** The entry of all payloads into Bolt. */
type SlackReceiver = Receiver & { take: TakeEvent };

export function createReceiver(deps: { guard: Guard; isSlacks: IsSlacks; log: Log }): SlackReceiver {
  const { guard, isSlacks, log } = deps;
  let bolt: App;
  return {
    init(app) {
      bolt = app;
    },
    // The app itself listens and connects, because it serves more than Slack.
    start: async () => undefined,
    stop: async () => undefined,

    async take(received) {
      const read = readPayload(received.body);
      if (read.kind === 'unknown') {
        log.info(
          { type: cut(read.type, MAX_LOGGED_CHARACTERS) },
          'Slack sent a payload this app doesn’t use',
        );
        await received.ack();
        return 'taken';
      }
      if (read.kind === 'malformed') {
        const where = read.where.slice(0, 3).map(path => cut(path, MAX_LOGGED_CHARACTERS));
        log.warn({ where }, 'Slack sent a payload we can’t read; refused');
        return 'refused';
      }
      const { body, payload } = read;
      const { response_url: responseUrl } = body;
      if (responseUrl && !isSlacks(responseUrl)) {
        const host = typeof responseUrl === 'string' ? URL.parse(responseUrl)?.host : undefined;
        log.warn({ host }, 'a payload’s response_url is not at Slack (or SLACK_API_URL); refused');
        return 'refused';
      }
      const event = { ...received, body, customProperties: { payload } };
      await guard(event, payload, guarded => processWithLateAck(guarded, bolt));
      return 'taken';
    },
  };
}

/** Bolt acks every event before any listener sees it. This acks those in `ACKED_WHEN_DONE` once they are handled. */
async function processWithLateAck(event: ReceiverEvent, bolt: App): Promise<void> {
  const { event: inner } = event.body as { event?: { type?: unknown } };
  if (!ACKED_WHEN_DONE.has(inner?.type)) return bolt.processEvent(event);
  await bolt.processEvent({ ...event, ack: async () => undefined });
  await event.ack();
}

type Handle = (event: ReceiverEvent) => Promise<void>;
type Guard = (event: ReceiverEvent, payload: SlackPayload, handle: Handle) => Promise<void>;

/**
 * Acks each payload in time, even while the store is slow, and tells its sender if handling failed. An event without a sender
 * gets no ack instead, so that Slack delivers it again.
 *
 * @param clientOf the client for a payload's sender, by its body, without the store; null if there is none
 * @returns rejects, after logging, if only Slack can report the failure
 */
export function createGuard(deps: {
  services: Pick<Services, 'poster' | 'words' | 'log' | 'clock'> & { time: Timers };
  clientOf: (body: object) => WebClient | null;
  inFlight: InFlight;
}): Guard {
  const { services, clientOf, inFlight } = deps;
  const { words, log, time } = services;

  return async (event, payload, handle) => {
    const { workspace, userId } = payload;
    const isPersons = !payload.isEvent && userId !== '';
    let answered: 'not yet' | 'by its handler' | 'for it' = 'not yet';

    const ack: Ack = async answer => {
      if (answered === 'for it') return;
      answered = 'by its handler';
      await event.ack(answer as Parameters<ReceiverEvent['ack']>[0]);
    };

    async function say(problem: Problem): Promise<void> {
      const before = answered;
      if (before === 'for it') return;
      answered = before === 'not yet' ? 'for it' : before;
      const text = wordProblem(words.cached(workspace, userId), problem);
      const client = clientOf(event.body);
      if (before === 'not yet') await ackWithText(services, client, payload, event.ack as Ack, text);
      else await respondAfterAck(services, client, payload, text);
    }

    async function handleInWords(): Promise<void> {
      try {
        await handle({ ...event, ack });
      } catch (error) {
        if (error instanceof OutdatedMetadataError && isPersons) {
          log.info({ err: error }, 'a request from Slack is from another version of this app');
          return say({ kind: 'OUTDATED' });
        }
        log.error({ err: error }, 'handling a request from Slack failed');
        if (!isPersons) throw error;
        // A handler changes the store at most once before its ack.
        const unsure = answered !== 'not yet' || (error instanceof StorageError && error.unsure);
        await say(problemOf(error, unsure));
      }
    }

    const overdue = Promise.withResolvers<void>();
    const cancelTimer = time.after(ACK_MS, () => {
      if (answered !== 'not yet') return;
      log.warn('handling a request from Slack is taking too long');
      if (isPersons) say({ kind: 'STORE_UNSURE' }).then(overdue.resolve, overdue.reject);
      else overdue.reject(new Error('It was not handled in time'));
    });
    await Promise.race([inFlight.track(handleInWords()), overdue.promise]).finally(cancelTimer);
  };
}

/** Work of requests from Slack that continues after their ack, such as filling a modal or linking a key. */
type InFlight = {
  /** Settles as `work` does. */
  track(work: Promise<void>): Promise<void>;
  /** Resolves when all tracked work has ended, or after `maxMs`. */
  ended(maxMs: number): Promise<void>;
};

export function createInFlight(clock: Clock): InFlight {
  const works = new Set<Promise<void>>();
  return {
    async track(work) {
      works.add(work);
      try {
        await work;
      } finally {
        works.delete(work);
      }
    },
    async ended(maxMs) {
      await within(clock, maxMs, Promise.allSettled(works), []);
    },
  };
}
