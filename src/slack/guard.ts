import type { Problem } from '../domain/problem.ts';
import { StorageError } from '../storage/errors.ts';
import { wordProblem } from '../wording/index.ts';
import type { Message } from './posting.ts';
import type { Services } from './services.ts';
import type { Who } from './who.ts';

/**
 * Runs what a person started; if it fails unexpectedly, they are told in one sentence instead of nothing.
 *
 * @param who started it, for the language: as last known, since the store may be what failed
 * @param tell shows the sentence to that person alone
 */
export async function guarded(
  services: Pick<Services, 'log' | 'words'>,
  what: string,
  who: Who,
  tell: (message: Message) => Promise<unknown>,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    services.log.error({ err: error, what }, 'a request from Slack failed');
    await tell({ text: wordProblem(services.words.atOnce(who.workspace, who.userId), problemOf(error)) });
  }
}

/** What may be said of a failure: "nothing was sent" only when that is sure. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof StorageError)) return { kind: 'UNEXPECTED' };
  return { kind: error.unsure ? 'STORE_UNSURE' : 'STORE_AWAY' };
}
