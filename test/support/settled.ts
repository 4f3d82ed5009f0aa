import { awaitsRedis } from './redis-commands.ts';

/**
 * Resolves when what `look` returns hasn't changed for this many turns of the event loop, nothing is being written to a
 * file (the app syncs its database outside the event loop), and Redis owes no answer: it gives them in its own time.
 */
export async function settled(turns: number, look: () => string = () => ''): Promise<void> {
  let before = '';
  for (let calm = 0; calm < turns; calm++) {
    await new Promise(resolve => setImmediate(resolve));
    const now = look();
    const isBusy = awaitsRedis() || process.getActiveResourcesInfo().includes('FSReqCallback');
    if (isBusy || now !== before) calm = 0;
    before = now;
  }
}
