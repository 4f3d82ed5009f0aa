import { WebClient } from '@slack/web-api';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { asPlain, type Pictures } from '../../src/kit/slack/pictures.ts';
import { createPoster } from '../../src/kit/slack/posting.ts';
import { slackFailure, webClientOptions } from '../../src/kit/slack/web-api.ts';
import { settled } from '../support/settled.ts';
import { systemTimers } from '../support/system-timers.ts';
import { reply, startRawServer } from './gateway/raw-server.ts';

/* Slack's answers, their timing, and the result that the app derives from them. */

function poster() {
  const pictures: Pictures = {
    show: (_workspace, _shownIn, blocks, call) => call(asPlain({ blocks: [...blocks] }).blocks ?? []),
  };
  const poster = createPoster({
    webFor: async () => null,
    pictures,
    isSlacks: () => true,
    time: systemTimers,
  });
  onTestFinished(() => poster.close());
  return poster;
}
const answer = (url: string) => poster().respond(`${url}/commands/T1/1/x`, 'ephemeral', { text: 'hello' });

describe('a post through a response_url', () => {
  test.each(['ok', 'ok\n', '{"ok":true}'])('is accepted when Slack says so: %j', async body => {
    const server = await startRawServer(socket => socket.write(reply(200, body)));
    expect(await answer(server.url)).toEqual({ kind: 'ok' });
  });

  test.each(['{"ok":false,"error":"invalid_blocks"}', '<html><body>ok</body></html>', '"ok"', 'null', ''])(
    'is not accepted if it says anything else: %j',
    async body => {
      const server = await startRawServer(socket => socket.write(reply(200, body)));
      expect(await answer(server.url)).toMatchObject({ kind: 'refused' });
    },
  );

  test('is retried later if the answer never ends', async () => {
    const server = await startRawServer(socket => socket.write(reply(200, 'ok'.padEnd(70_000))));
    expect(await answer(server.url)).toMatchObject({ kind: 'away' });
  });
});

describe.each([
  ['a response_url', answer, 'ok'],
  [
    'the Web API',
    (url: string) => {
      const options = webClientOptions({
        slackApiUrl: `${url}/api/`,
        time: systemTimers,
        log: pino({ level: 'silent' }),
      });
      return new WebClient('xoxb-1', options).auth
        .test()
        .then(({ ok }) => ({ kind: ok ? 'ok' : 'none' }), slackFailure);
    },
    '{"ok":true}',
  ],
] as const)('the five seconds of %s', (_name, call, body) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('end without an answer', async () => {
    const server = await startRawServer(() => undefined);
    let outcome: unknown = 'none yet';
    call(server.url).then(it => {
      outcome = it;
    });
    await server.reached(1);
    vi.advanceTimersByTime(4999);
    await settled(20);
    expect(outcome).toBe('none yet');
    vi.advanceTimersByTime(1);
    await settled(20);
    expect(outcome).toMatchObject({ kind: 'away' });
  });

  test('an answer that has arrived by the deadline is read', async () => {
    const server = await startRawServer(() => undefined);
    const calling = call(server.url);
    await server.reached(1);
    server.sockets[0]?.write(reply(200, body, { 'Content-Type': 'application/json' }));
    vi.advanceTimersByTime(5000);
    expect(await calling).toMatchObject({ kind: 'ok' });
  });
});
