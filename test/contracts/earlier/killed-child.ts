import { MOVE_TO_RECORDS } from '../../../src/storage/redis/earlier.ts';
import { openNow } from './redis.ts';

/* Leads the data of a Redis on, and is killed: behind so many writes, or (0) when all is written, and nothing cleared away. */

const [url = '', writes = '0'] = process.argv.slice(2);
let left = Number(writes);
const die = (): never => process.kill(process.pid, 'SIGKILL') as never;

await openNow(url, [
  {
    isMade: MOVE_TO_RECORDS.isMade,
    isLeftOver: die,
    lead: ({ connection, write }) =>
      MOVE_TO_RECORDS.lead({
        connection,
        async write(some) {
          await write(some);
          left -= 1;
          if (left === 0) die();
        },
      }),
  },
]);
