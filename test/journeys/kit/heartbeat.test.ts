import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/* HEARTBEAT_URL: a watch outside is called once a minute while all is well. */

const PATH = '/ping/secret-of-the-watch?status=up';

/** A watch, with the requests that it got. `answer`: its status. */
async function watch() {
  const state = { calls: [] as string[], answer: 200 };
  const listen: RequestListener = ({ method, url }, response) => {
    state.calls.push(`${method} ${url}`);
    response.writeHead(state.answer, { location: '/elsewhere' }).end('OK');
  };
  const server = createServer(listen);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { state, url: `http://127.0.0.1:${port}${PATH}` };
}

const linesAbout = (stage: Stage, words: string): number => stage.logged().split(words).length - 1;

test('is called once a minute, but not at once after a start, and not after a stop', async () => {
  const { state, url } = await watch();
  const stage = await createLinkedStage({ environment: { HEARTBEAT_URL: url } });
  await stage.pass(30 * SECOND);
  expect(state.calls).toEqual([]);
  for (let minute = 1; minute <= 3; minute++) {
    await stage.pass(MINUTE);
    await expect.poll(() => state.calls.length).toBe(minute);
  }
  expect(new Set(state.calls)).toEqual(new Set([`GET ${PATH}`]));
  await stage.stop();
  await stage.clock.advance(5 * MINUTE);
  expect(state.calls).toHaveLength(3);
  expect(stage.logged()).not.toContain('secret-of-the-watch');
});

test('is not called while the SMS service gives no answers, which one line of the log says, and again once it does', async () => {
  const { state, url } = await watch();
  const stage = await createLinkedStage({ environment: { HEARTBEAT_URL: url } });
  await stage.serviceGoesAway();
  await stage.sms('01712345671 hello');
  await expect
    .poll(async () => {
      await stage.pass(20 * SECOND);
      return linesAbout(stage, 'not well: HEARTBEAT_URL isn’t called');
    })
    .toBe(1);
  const before = state.calls.length;
  await stage.pass(MINUTE);
  await stage.pass(MINUTE);
  expect(state.calls).toHaveLength(before);
  expect(linesAbout(stage, 'not well: HEARTBEAT_URL isn’t called')).toBe(1);
  expect(stage.logged()).toContain('smsService: its last answers didn’t come');
  await stage.serviceReturns();
  await expect
    .poll(async () => {
      await stage.pass(20 * SECOND);
      return state.calls.length > before && stage.accepted().length;
    })
    .toBe(1);
  expect(linesAbout(stage, 'all is well again')).toBe(1);
});

test('is not called while Slack doesn’t answer; that the watch itself fails is logged once and stops nothing', async () => {
  const { state, url } = await watch();
  const stage = await createLinkedStage({ environment: { HEARTBEAT_URL: url } });
  state.answer = 302;
  for (let minute = 0; minute < 3; minute++) await stage.pass(MINUTE);
  await expect.poll(() => state.calls.length).toBeGreaterThan(1);
  expect(linesAbout(stage, 'HEARTBEAT_URL can’t be called')).toBe(1);
  expect(new Set(state.calls), 'no redirect is followed').toEqual(new Set([`GET ${PATH}`]));
  state.answer = 200;
  stage.slack.faults.add({ on: 'auth.test', kind: 'status', status: 503 });
  await expect
    .poll(async () => {
      await stage.pass(MINUTE);
      return stage.logged().includes('slack: Slack does not answer');
    })
    .toBe(true);
  const before = state.calls.length;
  await stage.pass(MINUTE);
  expect(state.calls).toHaveLength(before);
});
