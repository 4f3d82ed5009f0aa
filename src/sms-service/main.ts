import { runCommandLine } from './cli/run.ts';

/** The first signal asks the program to stop; the second ends it at once. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const onSignal = () => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  return stopping.signal;
}

// A reader that closes the pipe early (`| head`) isn't a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { stdout, stderr, env: environment } = process;
process.exitCode = await runCommandLine(process.argv.slice(2), { stdout, stderr, stopSignal, environment });
