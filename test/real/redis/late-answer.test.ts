import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { givenUpElsewhere } from '../../support/given-up.ts';
import { createStage, MINUTE } from '../../support/stage.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';

/** An SMS service that answers a text when the test tells it to, and the question about a key at once. */
async function slowService() {
  const asked = Promise.withResolvers<ServerResponse>();
  let texts = 0;
  const server = createServer(async (request, response) => {
    let form = '';
    for await (const chunk of request) form += chunk;
    if (!new URLSearchParams(form).has('message')) return void response.writeHead(400).end('{}');
    texts += 1;
    asked.resolve(response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked: asked.promise, texts: () => texts };
}

const SENT = '{"success":true,"log_id":7,"cost":0.35,"balance":99.65}';
const BUSY = '{"success":false,"error":"RATE_LIMITED"}';

describe.skipIf(!hasRedisServer())('an answer that comes after another process gave the text up', () => {
  test.each([
    [
      '429: it surely was not sent',
      429,
      BUSY,
      /was too busy, so the text was not sent/,
      /this text was not sent/,
    ],
    ['200: it was sent', 200, SENT, /texted/, /accepted this text, so nothing more was sent/],
  ])(
    '%s: the post is corrected, nothing goes by itself, and "Send again" knows',
    async (_, status, body, result, knows) => {
      const redis = await startRedisServer();
      onTestFinished(redis.close);
      const service = await slowService();
      const REDIS_URL = redis.freshUrl();
      const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64');
      const stage = await createStage({
        environment: { SMS_BASE_URL: service.url, REDIS_URL, ENCRYPTION_KEYS },
      });
      await stage.link();
      await stage.sms('01712345678 hello');
      const answer = await service.asked;

      expect(await givenUpElsewhere(REDIS_URL, stage.clock.now())).toBe(1);
      const told = await stage.post(/may or may not have been sent: this app stopped/);

      answer.writeHead(status, { 'content-type': 'application/json' }).end(body);
      await stage.post(result);
      await stage.slack.press(told, 'send_again', { user: 'shirin' });
      expect((await stage.post(knows)).visibleTo).toBe(stage.slack.person('shirin').id);
      await stage.pass(15 * MINUTE);
      expect(service.texts()).toBe(1);
    },
  );
});
