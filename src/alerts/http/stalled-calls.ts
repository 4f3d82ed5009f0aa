import { createHash } from 'node:crypto';
import type { SparingLog } from '../../kit/http/rate-limit.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Handling } from '../../kit/stalls/handling.ts';
import type { Stalls } from '../../kit/stalls/stalls.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import type { Hook } from '../hooks.ts';

/** Does the work for a call; returns `stalled` without doing it if the app stood still at the same body before. */
type UnlessStalled = <T>(body: Buffer, work: () => Promise<T>) => Promise<T | 'stalled'>;

/**
 * Remembers the calls at which the app stands still. A call is stored only after it was read, so it can't be quarantined like a stored
 * event, and its sender sends it again, to this process or another.
 *
 * @param tell posts to the hook's channel; false if that can't be reached now
 */
export function createStalledCalls(deps: {
  stalls: Pick<Stalls, 'calls' | 'markTold'>;
  handling: Pick<Handling, 'run'>;
  tell: (workspace: string, hook: Hook) => Promise<boolean>;
  logSparingly: SparingLog;
}): (workspace: string, hook: Hook) => UnlessStalled {
  const { stalls, handling, tell, logSparingly } = deps;

  async function tellOnce(workspace: string, hook: Hook, call: string): Promise<void> {
    if (await tell(workspace, hook)) await stalls.markTold(hook.id, call);
  }

  return (workspace, hook) => {
    // Loads the stalled calls while the body is still arriving.
    const stalledCalls = stalls.calls(hook.id);
    stalledCalls.catch(() => undefined);
    return async (body, work) => {
      const call = createHash('sha256').update(body).digest('base64url');
      const stalled = (await stalledCalls).get(call);
      if (!stalled) {
        return handling.run({ kind: 'call', of: hook.id, workspace, parts: [call] }, work);
      }
      logSparingly(
        'error',
        { workspace, hook: hook.id },
        'a call was refused because the app stood still at it',
      );
      if (!stalled.isTold) await tellOnce(workspace, hook, call);
      return 'stalled';
    };
  };
}

/** Posts to a hook's channel, or to the hook's maker, that a call isn't read any more. */
export function createTellStalled(deps: {
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
}): (workspace: string, hook: Hook) => Promise<boolean> {
  const { poster, words } = deps;
  return async (workspace, { name, channel, createdBy }) => {
    const text = (await words.of(workspace, null)).hooks.stalled({ hook: harmless(name, 60) });
    const posted = await poster.post(workspace, channel, { text });
    if (posted.kind !== 'refused') return posted.kind === 'ok';
    return (await poster.post(workspace, createdBy, { text })).kind !== 'away';
  };
}
