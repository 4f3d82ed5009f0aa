import { createHmac } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { SLACKBOT_PATH } from '../../src/kit/slack/slackbot-ids.ts';
import type { Stage } from './stage.ts';

/*
 * Slackbot, as Slack documents it: each request is signed as Slack signs events, and a call says in `_meta.slack` for whom it
 * is. The protocol is the SDK's own.
 */

const PADMA = 'T0PADMA0001';

/** Slack's headers for a body, at a moment in epoch milliseconds. */
export function signed(secret: string, body: string, at = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const hash = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${hash}` };
}

export type Reply = { text: string; isError: boolean };

export type Slackbot = {
  client: Client;
  /** Uses a tool for a person. `meta` replaces what Slack says of them. */
  ask(user: string, tool: string, input?: Record<string, unknown>, meta?: unknown): Promise<Reply>;
};

/** @param mode of the protocol's versions, which one the client speaks */
export async function createSlackbot(
  stage: Stage,
  mode: 'legacy' | 'auto' = 'legacy',
  secret = stage.slack.signingSecret,
): Promise<Slackbot> {
  const client = new Client({ name: 'slackbot', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(stage.appUrl + SLACKBOT_PATH), {
    async fetch(url, init) {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(signed(secret, String(init?.body ?? ''))))
        headers.set(name, value);
      return fetch(url, { ...init, headers });
    },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    client,
    async ask(user, tool, input = {}, meta = { user_id: stage.slack.person(user).id, team_id: PADMA }) {
      const { content, isError } = await client.callTool({
        name: tool,
        arguments: input,
        _meta: { slack: meta },
      });
      const text = content.map(part => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
      return { text, isError: isError === true };
    },
  };
}
