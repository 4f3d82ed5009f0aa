import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { signatureHeaders } from '../../../src/playground/wire/delivery.ts';
import { createLinkedStage } from '../../support/stage.ts';

/* Answers go only to Slack, whatever address a payload names. */

/** Another server, and the number of its requests. */
async function serveElsewhere() {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end('ok');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => requests };
}

test('a signed payload with a response URL elsewhere is refused, and does nothing', async () => {
  const stage = await createLinkedStage({ mode: 'http' });
  const { slack, appUrl } = stage;
  const elsewhere = await serveElsewhere();
  const person = { id: slack.person('rafiq').id, team_id: 'T0PADMA0001' };
  const to = { response_url: `${elsewhere.url}/commands/x` };
  const command = {
    command: '/sms',
    team_id: person.team_id,
    user_id: person.id,
    channel_id: 'C0GENERAL01',
    trigger_id: '1.2.abc',
    ...to,
  };
  const press = {
    type: 'block_actions',
    team: { id: person.team_id },
    user: person,
    trigger_id: '1.2.abd',
    actions: [{ action_id: 'try_again', block_id: 'b', type: 'button', value: '' }],
    ...to,
  };
  const payloads: Record<string, string>[] = [
    { ...command, text: '01712345678 hello' },
    { ...command, text: 'link' },
    { payload: JSON.stringify(press) },
    { payload: JSON.stringify({ ...press, response_url: { toString: 'x' } }) },
  ];
  for (const fields of payloads) {
    const body = new URLSearchParams(fields).toString();
    const response = await fetch(`${appUrl}/slack/events`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...signatureHeaders(slack.signingSecret, body, Date.now()),
      },
      body,
    });
    expect(response.status, body).toBe(400);
  }
  await stage.quiet();
  expect([elsewhere.asked(), stage.service.requests.count(), stage.posts()]).toEqual([0, 0, []]);
  expect(stage.logged()).toContain(new URL(elsewhere.url).host);
});
