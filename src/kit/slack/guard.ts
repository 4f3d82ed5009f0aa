import type { ReceiverEvent } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { machineMs } from '../clock.ts';
import type { Problem } from '../problem.ts';
import { StorageError } from '../store/errors.ts';
import { wordProblem } from '../words/wording.ts';
import { problemOf } from './failure.ts';
import { Outdated } from './kept.ts';
import { payloadOf } from './payload.ts';
import type { Services } from './services.ts';
import { type Ack, answerInWords, tellInWords } from './telling.ts';
import type { UnderWay } from './under-way.ts';

/** Slack waits three seconds, including the time on the network. After this long, we answer in the handler's place. */
const ANSWER_MS = 2500;

type Handle = (event: ReceiverEvent) => Promise<void>;
export type Guard = (event: ReceiverEvent, handle: Handle) => Promise<void>;

/**
 * Makes sure that each payload gets an answer in time, whatever the store does, and that its sender gets a sentence if
 * nothing came of it. An event without a person behind it gets no ack instead, so that Slack delivers it again.
 *
 * @param clientOf the client for a payload's sender, by its body, without asking the store; null: there is none
 * @returns rejects, after logging, if only Slack can say that something went wrong
 */
export function createGuard(parts: {
  services: Pick<Services, 'poster' | 'words' | 'log' | 'clock'>;
  clientOf: (body: object) => WebClient | null;
  underWay: UnderWay;
}): Guard {
  const { services, clientOf, underWay } = parts;
  const { words, log, clock } = services;

  return async (event, handle) => {
    const payload = payloadOf(event.body);
    const { workspace, userId } = payload;
    const isPersons = !payload.isEvent && userId !== '';
    let answered: 'not yet' | 'by its handler' | 'for it' = 'not yet';

    const ack: Ack = async answer => {
      if (answered === 'for it') return; // It comes too late.
      answered = 'by its handler';
      await event.ack(answer as Parameters<ReceiverEvent['ack']>[0]);
    };

    async function say(problem: Problem): Promise<void> {
      const before = answered;
      if (before === 'for it') return;
      answered = before === 'not yet' ? 'for it' : before;
      const text = wordProblem(words.atOnce(workspace, userId), problem);
      const client = clientOf(event.body);
      if (before === 'not yet') await answerInWords(services, client, payload, event.ack as Ack, text);
      else await tellInWords(services, client, payload, text);
    }

    async function handleInWords(): Promise<void> {
      try {
        await handle({ ...event, ack });
      } catch (error) {
        if (error instanceof Outdated && isPersons) {
          log.info({ err: error }, 'a request from Slack is from another version of this app');
          return say({ kind: 'OUTDATED' });
        }
        log.error({ err: error }, 'handling a request from Slack failed');
        if (!isPersons) throw error;
        // Everything it did before its ack was one step.
        const unsure = answered !== 'not yet' || (error instanceof StorageError && error.unsure);
        await say(problemOf(error, unsure));
      }
    }

    const overdue = Promise.withResolvers<void>();
    const callOff = clock.after(machineMs(clock, ANSWER_MS), () => {
      if (answered !== 'not yet') return;
      log.warn('handling a request from Slack is taking too long');
      if (isPersons) say({ kind: 'STORE_UNSURE' }).then(overdue.resolve, overdue.reject);
      else overdue.reject(new Error('It was not handled in time'));
    });
    await Promise.race([underWay.track(handleInWords()), overdue.promise]).finally(callOff);
  };
}
