import { awaitsRedis } from './redis-commands.ts';

/**
 * Resolves when the result of `look` hasn't changed for this many turns of the event loop, no file is being written (the
 * app syncs its database outside the event loop), and Redis owes no answer, because it answers in its own time.
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
