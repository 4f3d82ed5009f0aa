import { describe, expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { givenUpElsewhere } from '../../support/given-up.ts';
import { rowTo, runBroadcast } from '../../support/running-broadcast.ts';
import { createLinkedStage, SECOND } from '../../support/stage.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';

/** Long enough for another process to give the text up meanwhile. */
const SLOW_MS = 5000;

describe.skipIf(!hasRedisServer())(
  'an answer that comes after another process gave a broadcast’s text up',
  () => {
    test('moves it from the uncertain to the sent, in the post, in the summary and in what it cost', async () => {
      const redis = await startRedisServer();
      onTestFinished(redis.close);
      const REDIS_URL = redis.freshUrl();
      const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64');
      const stage = await createLinkedStage({
        environment: { REDIS_URL, ENCRYPTION_KEYS },
        slack: { manifest: readManifest() },
      });
      const { service, accountId, posts } = stage;
      const first = service.log.list().length;
      service.faults.add({ kind: 'slow', ms: SLOW_MS, when: 'after' }, { requests: 1 });
      const rows = [0, 1, 2].map(index => rowTo(index, { message: `গ্রাম ${index}` }));
      await runBroadcast(stage, rows);
      await expect.poll(() => service.log.list().length).toBe(first + 1);

      expect(await givenUpElsewhere(REDIS_URL, stage.clock.now())).toBe(1);

      const said = async (fits: RegExp): Promise<void> => {
        await expect
          .poll(
            async () => {
              await stage.pass(SECOND);
              return posts(fits).length;
            },
            { timeout: 20_000 },
          )
          .toBeGreaterThan(0);
      };
      await said(/is over.*\n2 of 3 sent · 1 uncertain\ncost 0\.70 /);
      const slow = () => service.requests.list().find(({ status }) => status === null);
      await expect.poll(slow, { timeout: 2 * SLOW_MS }).toBeUndefined();
      await said(/sent a broadcast to .*\n100% done: 3 of 3 sent$/);
      await said(/is over.*\n3 of 3 sent\ncost 1\.05 /);
      expect(posts(/is over/), 'the summary is corrected, not repeated').toHaveLength(1);
      expect(service.accounts.get(accountId).balance).toBe('98.95');
    });
  },
);
