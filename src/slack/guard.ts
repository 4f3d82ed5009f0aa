import { StorageError } from '../storage/errors.ts';
import { wordingIn, wordProblem } from '../wording/index.ts';
import type { Message } from './posting.ts';
import type { Services } from './services.ts';

/**
 * Runs what a person started; if it fails unexpectedly, they are told in one sentence instead of nothing.
 *
 * @param tell shows the sentence to that person alone
 */
export async function guarded(
  services: Pick<Services, 'log' | 'language'>,
  what: string,
  tell: (message: Message) => Promise<unknown>,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    services.log.error({ err: error, what }, 'a request from Slack failed');
    const kind = error instanceof StorageError ? 'STORE_AWAY' : 'UNEXPECTED';
    await tell({ text: wordProblem(wordingIn(services.language), { kind }) });
  }
}
