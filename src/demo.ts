import { parseArgs } from 'node:util';
import { createDemo } from './demo/demo.ts';
import { asSentences } from './demo/log-sentences.ts';

/*
 * `npm run demo`: the SMS service, the app and a local Slack on this machine, with real HTTP between them. No data is
 * kept: each run starts with some people and a new account that has credits and a linked key.
 */

const PAGE_PORT = 3900;

/** The port in the command line; undefined if there is none. Ends the program with a message if the options are wrong. */
function readPort(): number | undefined {
  try {
    const { port } = parseArgs({ options: { port: { type: 'string' } } }).values;
    if (port === undefined) return undefined;
    const number = Number(port);
    if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
  } catch {
    // An unknown option gets the same message.
  }
  return exitWith('The demo takes one option, the page’s port: npm run demo -- --port 4000');
}

function exitWith(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const port = readPort();
const starting = createDemo({
  port: port ?? PAGE_PORT,
  orAnyPort: port === undefined,
  language: process.env.DEFAULT_LANGUAGE,
  logLevel: process.env.LOG_LEVEL,
  log: process.env.LOG_LEVEL ? process.stdout : asSentences(process.stdout),
});

// The signals are handled from the start, so that Ctrl+C during startup leaves nothing behind.
let ending = false;
async function end(): Promise<void> {
  if (ending) process.exit(1);
  ending = true;
  await (await starting).close();
  process.exit(0);
}
process.on('SIGINT', end);
process.on('SIGTERM', end);

const { slack, service } = await starting.catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  return exitWith(`Something else listens on port ${port}. Choose another: npm run demo -- --port 4000`);
});
process.stdout.write(`
Open  ${slack.url}
Try   /sms 01712345678 hello there (linked: the API key ${service.apiKey()})
Stop  with Ctrl+C; nothing is kept, and nothing leaves this machine
`);
