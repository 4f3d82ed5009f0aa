import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver, LogLevel } from '@slack/bolt';
import { BOT_TOKEN, SIGNING_SECRET } from './parts.ts';

/* The baseline of the app: Bolt checks the signature, routes and acks, and nothing else. */

const receiver = new HTTPReceiver({
  signingSecret: SIGNING_SECRET,
  endpoints: ['/slack/events'],
  logLevel: LogLevel.ERROR,
});
const app = new App({
  receiver,
  logLevel: LogLevel.ERROR,
  convoStore: false,
  ignoreSelf: false,
  authorize: async () => ({ botToken: BOT_TOKEN }),
});
app.command('/sms', async ({ ack }) => ack());
process.on('SIGTERM', () => process.exit(0));
const server = createServer(receiver.requestListener);
server.listen(Number(process.env.PORT), process.env.HOST, () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
