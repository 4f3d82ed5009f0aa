/**
 * Resolves when what `look` returns hasn't changed for this many turns of the event loop, and nothing is being written
 * to a file: the app syncs its database outside the event loop.
 */
export async function settled(turns: number, look: () => string = () => ''): Promise<void> {
  let before = '';
  for (let calm = 0; calm < turns; calm++) {
    await new Promise(resolve => setImmediate(resolve));
    const now = look();
    if (now !== before || process.getActiveResourcesInfo().includes('FSReqCallback')) calm = 0;
    before = now;
  }
}
