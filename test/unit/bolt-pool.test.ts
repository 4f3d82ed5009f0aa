import { App, type ReceiverEvent } from '@slack/bolt';
import { expect, test } from 'vitest';
import { boundPools } from '../../src/slack/bolt-pool.ts';
import { quiet } from '../contracts/playground-app.ts';

test('Bolt’s clients of workspaces are let go past a bound; it makes them anew as they are needed', async () => {
  const receiver = { init: () => undefined, start: async () => undefined, stop: async () => undefined };
  const app = new App({
    receiver,
    logger: quiet(),
    convoStore: false,
    authorize: async ({ teamId }) => ({ botToken: `xoxb-${teamId}` }),
  });
  const tokens: (string | undefined)[] = [];
  app.command('/sms', async ({ client }) => void tokens.push(client.token));
  const kept = () => Object.keys((app as unknown as { clients: object }).clients).length;
  const ask = (team: number): ReceiverEvent => ({
    body: { command: '/sms', team_id: `T${team}`, user_id: 'U1', channel_id: 'C1' },
    ack: async () => undefined,
  });
  for (let team = 0; team < 600; team++) {
    await app.processEvent(ask(team));
    boundPools(app);
    expect(kept()).toBeLessThanOrEqual(500);
  }
  expect(kept()).toBeGreaterThan(50);
  await app.processEvent(ask(3));
  expect(tokens.at(-1)).toBe('xoxb-T3');
});
