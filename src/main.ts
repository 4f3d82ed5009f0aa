import { createApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { createLog } from './log.ts';
import { StorageError } from './storage/errors.ts';

/* The program: environment, signals, exit code. The only file of the app that touches `process`. */

/** The longest a stop may take: a request under way gets its 20 s, and the container's 30 s are not used up. */
const STOP_MS = 25_000;

try {
  const config = readConfig(process.env);
  const secrets = [config.slack.signingSecret, config.slack.botToken];
  const log = createLog({ level: config.logLevel, stream: process.stdout, secrets });
  const app = createApp(config, log);
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) process.exit(1); // The second signal: whoever sends it wants the end now.
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_MS).unref();
    app.stop().then(
      () => process.exit(0),
      error => {
        log.fatal({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await app.start();
} catch (error) {
  if (error instanceof ConfigError || error instanceof StorageError)
    process.stderr.write(`${error.message}\n`);
  else
    process.stderr.write(
      `The app could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
    );
  process.exit(1);
}
