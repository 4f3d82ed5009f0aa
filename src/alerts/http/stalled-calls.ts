import { createHash } from 'node:crypto';
import type { SparingLog } from '../../kit/http/rate-limit.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Handling } from '../../kit/stalls/handling.ts';
import type { Stalls } from '../../kit/stalls/stalls.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import type { Hook } from '../hooks.ts';

/** Does what a call asks for; `stalled`: the app stood still at the same call before, so it isn't read. */
type UnlessStalled = <T>(body: Buffer, work: () => Promise<T>) => Promise<T | 'stalled'>;

/**
 * Reads calls so that it is known which of them the app stands still at. A call is stored only once it was read, so nobody would
 * set it aside: but its sender sends it again, to this process or another one.
 *
 * @param tell tells the hook's channel; false: it can't be reached now
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
    // Asked while the body still comes in.
    const asked = stalls.calls(hook.id);
    asked.catch(() => undefined);
    return async (body, work) => {
      const call = createHash('sha256').update(body).digest('base64url');
      const known = (await asked).get(call);
      if (!known) {
        return handling.run({ kind: 'call', of: hook.id, workspace, parts: [call] }, work);
      }
      logSparingly(
        'error',
        { workspace, hook: hook.id },
        'a call was refused because the app stood still at it',
      );
      if (!known.isTold) await tellOnce(workspace, hook, call);
      return 'stalled';
    };
  };
}

/** Tells a hook's channel, or its maker, that a call of it isn't read any more. */
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
