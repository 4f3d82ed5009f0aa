import type { Poster } from '../../kit/slack/posting.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import type { Log } from '../../log.ts';
import type { ForgettingJob } from '../store/forgetting-model.ts';

/**
 * Tells whoever had somebody forgotten what was done. Leaves out the name, since Slack would keep it.
 *
 * @returns a function that rejects if Slack may accept it later
 */
export function createForgottenNotice(parts: {
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
  log: Log;
}): (job: ForgettingJob) => Promise<void> {
  const { poster, words, log } = parts;
  return async ({ workspace, by, wall, ...did }) => {
    const { people } = await words.of(workspace, by);
    const hooks = did.hooks.map(name => harmless(name, 60));
    const posted = await poster.post(workspace, by, {
      text: people.forget.report({ asked: wall, ...did, hooks }),
    });
    if (posted.kind === 'away') throw new Error('Slack did not take the news that somebody is forgotten');
    if (posted.kind === 'refused')
      log.warn({ workspace, error: posted.error }, 'nobody could be told of a forgotten person');
  };
}
