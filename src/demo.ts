import { createDemo } from './demo/demo.ts';

/*
 * `npm run demo`: the SMS service, the app and a local Slack on this machine, with real HTTP between them. Nothing is
 * kept: each run starts with a fresh account that has credits.
 */

const PAGE_PORT = 3900;

const starting = createDemo({
  port: PAGE_PORT,
  language: process.env.DEFAULT_LANGUAGE,
  logLevel: process.env.LOG_LEVEL,
  log: process.stdout,
});

// Listen from the start, so that Ctrl+C during startup leaves nothing behind.
let ending = false;
async function end(): Promise<void> {
  if (ending) process.exit(1);
  ending = true;
  await (await starting).close();
  process.exit(0);
}
process.on('SIGINT', end);
process.on('SIGTERM', end);

const { slack, service } = await starting;
process.stdout.write(`
SMS for Slack, all on this machine.

  Open       ${slack.url}
  Dashboard  ${slack.url}/page/go/dashboard
  API key    ${service.apiKey()}
  Operators  ${service.inviteOperator('ops@sms.example')}

Make an API key in the dashboard's API section, or take this one. As the admin, type /sms link and paste it; then /sms 01712345678 hello
Press Ctrl+C to end; nothing is kept.
`);
