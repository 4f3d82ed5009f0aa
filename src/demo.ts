import { createDemo } from './demo/demo.ts';

/*
 * `npm run demo`: the SMS service, the app and a local Slack on this machine, with real HTTP between them. Nothing
 * is kept: each run begins with a fresh account in credit.
 */

const PAGE_PORT = 3900;

const demo = await createDemo({
  port: PAGE_PORT,
  language: process.env.DEFAULT_LANGUAGE,
  logLevel: process.env.LOG_LEVEL,
  log: process.stdout,
});

process.stdout.write(`
SMS for Slack, all on this machine.

  Open     ${demo.slack.url}
  API key  ${demo.service.apiKey()}

As the admin, type /sms link and paste the key; then /sms 01712345678 hello
Press Ctrl+C to end; nothing is kept.
`);

let ending = false;
async function end(): Promise<void> {
  if (ending) process.exit(1);
  ending = true;
  await demo.close();
  process.exit(0);
}
process.on('SIGINT', end);
process.on('SIGTERM', end);
