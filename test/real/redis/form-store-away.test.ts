import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseRecipient } from '../../support/recipients.ts';
import { createStage } from '../../support/stage.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

const TYPED = { compose_message_input: 'hello' };

/* A form that can't be written down stays open with all that was typed; whatever is pressed, its text goes once. */
describe.skipIf(!hasRedisServer())('the form while Redis is', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.close());

  async function openForm() {
    const stage = await createStage({
      environment: { REDIS_URL: redis.freshUrl(), ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64') },
    });
    await stage.link();
    await stage.slack.command({ user: 'rafiq', text: '' });
    const form = await stage.slack.waitForView('rafiq');
    await stage.quiet();
    const ready = async () => (await fetch(`${stage.appUrl}/readyz`)).status;
    return { ...stage, form, ready };
  }

  test('frozen: nothing is sure, and the same form sends once all the same', async () => {
    const { slack, form, post, accepted, ready, quiet } = await openForm();
    await chooseRecipient({ slack, quiet }, form, '01712345678');
    redis.signal('SIGSTOP');
    try {
      const { errors } = await slack.submit(form, TYPED);
      expect(errors).toEqual({ compose_message: expect.stringContaining('one text at most') });
    } finally {
      redis.signal('SIGCONT');
    }
    expect(slack.openViews('rafiq')).toEqual([form]);
    await expect.poll(ready).toBe(200);
    expect((await slack.submit(form)).errors).toEqual({});
    await post(/texted/);
    expect(accepted()).toEqual(['hello']);
  });

  test('gone: nothing was sent; when it is back, the form takes what still stands in it', async () => {
    const { slack, form, post, posts, ready, quiet } = await openForm();
    await chooseRecipient({ slack, quiet }, form, '01712345678');
    await redis.kill();
    await expect.poll(ready).toBe(503);
    const { errors } = await slack.submit(form, TYPED);
    expect(errors).toEqual({ compose_message: expect.stringContaining('nothing was sent') });
    await redis.start();
    await expect.poll(ready).toBe(200);
    expect((await slack.submit(form)).errors).toEqual({});
    // It goes half a minute later: nothing is sent at once by a store that may have forgotten something.
    await post(/is on hold.*database has restarted/);
    expect(posts()).toHaveLength(1);
  });

  test('gone: the form opens and counts all the same, without a cost', async () => {
    const { slack, ready, quiet, pass } = await openForm();
    await redis.kill();
    await expect.poll(ready).toBe(503);
    await slack.command({ user: 'shirin', text: '' });
    const form = await slack.waitForView('shirin');
    await slack.act(form, 'compose_message_input', 'hello');
    await pass(300);
    await slack.waitFor(() => JSON.stringify(form.content.blocks).includes('5 characters'), 'the count');
    await quiet();
    await redis.start();
    await expect.poll(ready).toBe(200);
  });
});
