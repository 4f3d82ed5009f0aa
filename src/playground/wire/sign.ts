import { createHmac } from 'node:crypto';

// https://docs.slack.dev/authentication/verifying-requests-from-slack

/** Slack's signature headers for a body sent at `nowMs`. */
export function signatureHeaders(signingSecret: string, body: string, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const digest = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${digest}` };
}
