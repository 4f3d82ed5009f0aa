import { hostname } from 'node:os';
import { createApp } from './app.ts';
import { ConfigError, readConfig, secretsOf } from './config.ts';
import { startWatchdog } from './kit/stalls/watchdog.ts';
import { StorageError } from './kit/store/errors.ts';
import { createLog } from './log.ts';

/* The program: environment, signals, exit code. */

/** The longest a stop may take: a request in progress gets its 20 s, within the container's 30 s. */
const STOP_MS = 25_000;

try {
  const config = readConfig(process.env);
  const secrets = secretsOf(config);
  const log = createLog({ level: config.logLevel, stream: process.stdout, secrets });
  const app = await createApp(config, log);
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) process.exit(1); // A second signal asks for the end at once.
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_MS).unref();
    app.stop().then(
      () => process.exit(0),
      error => {
        log.fatal({ err: error }, 'can’t stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A library's stray rejection must not end the texts in progress.
  process.on('unhandledRejection', error => log.error({ err: error }, 'unhandled error'));
  // The supervisor restarts the program, which continues from the store.
  app.failed.then(error => {
    log.fatal({ err: error }, 'exiting because the store failed');
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  // Not earlier, because opening a large store may take long.
  startWatchdog({
    ms: config.watchdogMs,
    handling: app.handling,
    storage: config.storage,
    process: { pid: process.pid, hostname: hostname() },
    log,
  });
  await app.start();
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`);
  process.exit(1);
}

function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StorageError) return error.message;
  const { code, message, stack, syscall, path, port } = error as NodeJS.ErrnoException & { port?: number };
  const name = String(port) === process.env.METRICS_PORT?.trim() ? 'METRICS_PORT' : 'PORT';
  if (code === 'EADDRINUSE')
    return `${name} is in use by another program: stop it, or set ${name} to a free one.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `${name} can’t be used without more rights: choose one above 1023.`;
  if (syscall === 'getaddrinfo' || code === 'EADDRNOTAVAIL') {
    return `HOST isn’t an address of this machine (${message}): set it to one, or leave it out.`;
  }
  if (path) return `DATA_DIR can't be used (${message}): set it to a folder that this user may write to.`;
  return `The app could not start: ${code ? message : stack}`;
}
