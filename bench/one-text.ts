import { tracingChannel } from 'node:diagnostics_channel';
import { Session } from 'node:inspector/promises';
import { StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { ask, request } from './commands.ts';
import { connect } from './wire.ts';
import { createWorld, type Engine } from './world.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** SQL statements that ran, and Redis commands, by name. */
const queries = { sql: [] as string[], redis: [] as string[] };

/** Records queries until the returned function is called, so that each engine is counted separately. */
function listen(): () => void {
  const names = ['run', 'get', 'all'] as const;
  const originals = names.map(name => StatementSync.prototype[name]);
  for (const [index, name] of names.entries()) {
    const run = originals[index] as (...values: unknown[]) => unknown;
    StatementSync.prototype[name] = function (this: StatementSync, ...values: unknown[]) {
      queries.sql.push(this.sourceSQL.trim());
      return run.apply(this, values);
    } as never;
  }
  const start = (command: unknown): void => {
    const { args = [] } = command as { args?: readonly string[] };
    queries.redis.push(args.join(' ').replaceAll('\n', ' ').slice(0, 700));
  };
  const channel = tracingChannel<string, object>('node-redis:command');
  const listener = { start } as never;
  channel.subscribe(listener);
  return () => {
    for (const [index, name] of names.entries()) StatementSync.prototype[name] = originals[index] as never;
    channel.unsubscribe(listener);
  };
}

/**
 * Counts our functions, and their files, that run for one `/sms` from Slack's request to the receipt, once warm; and the
 * store's queries meanwhile: SQL statements, or Redis commands that are answered one by one.
 */
export async function passedByOneText(
  engine: Engine,
): Promise<{ functions: number; files: number; queries: number; commits: number }> {
  const stop = listen();
  const world = await createWorld(engine, 1);
  const app = await world.startHere();
  const line = await connect(app.url);
  const aim = { url: app.url, slackUrl: world.slackUrl, teams: 1 };
  const session = new Session();
  session.connect();
  const text = async (index: number): Promise<void> => {
    await ask(line, request(aim, index));
    await world.reported();
    // Waits until the report itself is stored.
    await new Promise(resolve => setTimeout(resolve, 200));
  };
  await text(1);
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await text(2);
  await session.post('Profiler.takePreciseCoverage'); // Drops calls that started earlier.
  await new Promise(resolve => setTimeout(resolve, 3000)); // Avoids the next sign of life.
  queries.sql.length = 0;
  queries.redis.length = 0;
  await text(3);
  stop();
  const { sql, redis } = queries;
  if (process.env.BENCH_VERBOSE) process.stderr.write(`${[...sql, ...redis].join('\n')}\n`);
  const counted =
    engine === 'sqlite'
      ? { queries: sql.length, commits: sql.filter(statement => statement === 'COMMIT').length }
      : { queries: redis.length, commits: Number.NaN };
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  line.close();
  await app.stop();
  await world.close();
  const passed = result
    .filter(({ url }) => url.startsWith(`file://${SRC}`))
    .map(
      ({ functions }) =>
        functions.filter(({ ranges: [all] }) => all && all.startOffset > 0 && all.count > 0).length,
    )
    .filter(functions => functions > 0);
  return {
    functions: passed.reduce((sum, functions) => sum + functions, 0),
    files: passed.length,
    ...counted,
  };
}
