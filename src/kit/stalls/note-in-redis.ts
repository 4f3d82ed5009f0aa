import { randomUUID } from 'node:crypto';
import { createLog } from '../../log.ts';
import { systemTime } from '../clock.ts';
import { openRedis } from '../store/redis/index.ts';
import type { StorageChoice } from '../store/storage.ts';
import type { Handled } from './handling.ts';
import { createStalls } from './stalls.ts';

/** Notes a stall from the watchdog's thread, over a new connection, because the stalled main thread can't use its own. */
export async function noteInRedis(
  choice: Extract<StorageChoice, { kind: 'redis' }>,
  handled: Handled,
  death: string,
): Promise<void> {
  const log = createLog({ level: 'silent', stream: { write: () => undefined }, secrets: [] });
  const { store } = await openRedis({ ...choice, newId: randomUUID, log, time: systemTime });
  await createStalls(store).note(handled, death);
}
