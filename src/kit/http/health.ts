import type { RequestListener } from 'node:http';
import { createSingleFlight } from '../fair-scheduler.ts';

/** Checks one dependency of the app; rejects with the problem. */
export type Check = () => Promise<void>;

const CHECK_MS = 2000;

/** `/healthz`: the process is alive. Checks nothing else, so that an outage of Redis or Slack restarts nothing. */
export const healthz: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}\n');
};

/** `/readyz`: 200 if every check passes, otherwise 503 with the failures. Concurrent requests share each check. */
export function readyz(checks: Record<string, Check>): RequestListener {
  const once = createSingleFlight<string>();
  return async (_request, response) => {
    const results = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, await once(name, () => verdictOf(check))] as const,
      ),
    );
    const ready = results.every(([, result]) => result === 'ok');
    response
      .writeHead(ready ? 200 : 503, { 'content-type': 'application/json' })
      .end(`${JSON.stringify({ status: ready ? 'ready' : 'not ready', ...Object.fromEntries(results) })}\n`);
  };
}

/** `ok`, or what is wrong; a check that takes too long is. */
export async function verdictOf(check: Check): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>(resolve => {
    timer = setTimeout(resolve, CHECK_MS, 'no answer');
  });
  const result = check().then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : 'failed'),
  );
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
