import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config.ts';
import { systemTime } from '../kit/clock.ts';
import type { Config } from '../kit/config.ts';
import { type Finding, type LookedAtStore, look, ok, whyUnreachable, wrong } from '../kit/examination.ts';
import { type OperatorProgram, type ProgramContext, Refusal } from '../kit/program.ts';
import { StorageError } from '../kit/store/errors.ts';
import { isBusy } from '../kit/store/sqlite/file.ts';
import type { Storage } from '../kit/store/storage.ts';
import { storageOn } from '../wiring/storage.ts';

/* `npm run doctor`: a line for everything that has to be right, while the app runs or not. */

const USAGE = `npm run doctor [-- --json]

One line each: ok, look (it works, or nobody can tell from here) or wrong, with what to do.
--json  one object: {"ok": …, "findings": [{"name", "is", "detail", "todo"}]}

Ends with 0 if nothing is wrong, with 1 if something is, with 2 if it couldn't look.`;

const COULD_NOT_LOOK = 2;
const ANSWER_MS = 5000;

export const doctor: OperatorProgram = async (args, open, { nodeVersion, print }) => {
  const asJson = args.includes('--json');
  try {
    demandKnown(args);
    const findings = [ok('Node', nodeVersion)];
    const context = opened(open, findings);
    if (context) {
      findings.push(...(await examined(context)));
    }
    const isWell = findings.every(({ is }) => is !== 'wrong');
    print(asJson ? [JSON.stringify({ ok: isWell, findings })] : linesOf(findings));
    return isWell ? 0 : 1;
  } catch (error) {
    const why = error instanceof Error ? error.message : 'an unknown failure';
    print(asJson ? [JSON.stringify({ ok: false, findings: [], why })] : `Could not look: ${why}`.split('\n'));
    return COULD_NOT_LOOK;
  }
};

function demandKnown(args: readonly string[]): void {
  try {
    parseArgs({ args: [...args], options: { json: { type: 'boolean' } } });
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** Null if the environment can't be used; each of its mistakes is a finding then. */
function opened(open: () => ProgramContext, findings: Finding[]): ProgramContext | null {
  try {
    const context = open();
    findings.push(ok('environment', 'every variable can be used'));
    return context;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    findings.push(
      ...error.mistakes.map(mistake =>
        wrong('environment', mistake, 'correct it; the rest is looked at then'),
      ),
    );
    return null;
  }
}

async function examined(context: ProgramContext): Promise<Finding[]> {
  const { config, features, log } = context;
  const store = await lookAtStore(config, log);
  const running = await lookAtApp(config);
  const findings = [...running.findings, ...store.findings];
  const theRest = look('the rest', 'wasn’t looked at', 'mend the store, and run the doctor again');
  if (store.data === 'unusable') return [...findings, theRest];
  const opened =
    store.data === 'none' ? await openNothing(context) : await openBeside(context, running.isReady);
  if ('is' in opened) return [...findings, opened, theRest];
  const { storage, mayWrite, proof } = opened;
  findings.push(...proof);
  try {
    for (const { examine } of features)
      findings.push(
        ...((await examine?.({ config, features, log, storage, mayWrite, time: systemTime })) ?? []),
      );
  } finally {
    await storage.close();
  }
  return findings;
}

async function lookAtStore({ storage }: Config, log: ProgramContext['log']): Promise<LookedAtStore> {
  try {
    if (storage.kind === 'sqlite')
      return (await import('../kit/store/sqlite/examine.ts')).examineFolder(storage.dataDir);
    return await (await import('../kit/store/redis/examine.ts')).examineRedis(storage, log);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { findings: [wrong('store', error.message, 'start it, or correct REDIS_URL')], data: 'unusable' };
  }
}

/** Asks the app on this machine, which writes to the store to prove that it can. */
async function lookAtApp({ port, metricsPort }: Config): Promise<{ findings: Finding[]; isReady: boolean }> {
  const name = 'app';
  const url = `http://127.0.0.1:${metricsPort ?? port}/readyz`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    const text = (await answer.text()).trim();
    if (answer.status === 200) return { findings: [ok(name, 'runs here, and is ready')], isReady: true };
    return { findings: [wrong(name, `runs here, and isn't ready: ${text}`, 'see below')], isReady: false };
  } catch (error) {
    const why = whyUnreachable(error);
    const finding = look(name, `doesn't answer on this machine: ${why}`, 'start it, if it should run here');
    return { findings: [finding], isReady: false };
  }
}

type OpenedBeside = { storage: Storage; mayWrite: boolean; proof: Finding[] };

/** Before the first start, Slack and the SMS service are looked at with an empty store, which is deleted at the end. */
async function openNothing({ features, newId, log }: ProgramContext): Promise<OpenedBeside> {
  const { openSqlite } = await import('../kit/store/sqlite/index.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-doctor-'));
  const storage = storageOn(openSqlite({ dataDir, time: systemTime, newId, log }), newId, features);
  const close = async (): Promise<void> => {
    await storage.close();
    rmSync(dataDir, { recursive: true });
  };
  return { storage: { ...storage, close }, mayWrite: false, proof: [] };
}

/** Opens the store to write, or, where a running app has the folder, to read. A finding if it can't be opened, as the app couldn't. */
async function openBeside(
  { config, features, newId, openStorage }: ProgramContext,
  isReady: boolean,
): Promise<OpenedBeside | Finding> {
  const name = 'store writable';
  try {
    const storage = await openStorage();
    const proof = await storage.ping().then(
      () => ok(name, 'a test write succeeded'),
      error => wrong(name, error instanceof Error ? error.message : 'a test write failed', 'mend the store'),
    );
    return { storage, mayWrite: true, proof: [proof] };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    if (!isBusy(error.cause ?? {}) || config.storage.kind !== 'sqlite')
      return wrong(name, error.message, 'mend that: the app doesn’t start either');
    const { openSqliteToRead } = await import('../kit/store/sqlite/read-only.ts');
    const engine = openSqliteToRead({ dataDir: config.storage.dataDir, time: systemTime });
    return {
      storage: storageOn(engine, newId, features),
      mayWrite: false,
      proof: [
        isReady
          ? ok(name, 'the app, which has the folder, just wrote to it')
          : look(
              name,
              'a process has the folder, and nobody answers here for it',
              'ask /readyz where it listens',
            ),
      ],
    };
  }
}

const WIDTH = { ok: 'ok   ', look: 'look ', wrong: 'wrong' };

const linesOf = (findings: readonly Finding[]): string[] =>
  findings.map(
    ({ name, is, detail, todo }) =>
      `${WIDTH[is]}  ${name}: ${todo === '' ? detail : `${detail.replace(/\.$/, '')}; ${todo}`}`,
  );
