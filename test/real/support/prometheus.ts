import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { portOfTest } from '../../support/ports.ts';

/** The pause between two checks for readiness. */
const READY_MS = 20;
/** Short, so that what happens is seen soon. */
const EVERY = '200ms';

/** Why we can't test with a real Prometheus here, in one line; undefined if we can. With CI=true it throws instead. */
export function whyNoPrometheus(): string | undefined {
  if (['prometheus', 'promtool'].every(program => spawnSync(program, ['--version']).status === 0))
    return undefined;
  const sentence = 'No prometheus: tests with a real one are skipped (apt-get install prometheus).';
  if (process.env.CI === 'true') throw new Error(sentence);
  return sentence;
}

/** Runs promtool; returns its exit code with what it says. */
export function promtool(args: readonly string[], input = ''): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

export type Prometheus = {
  /** The states of the alerts of a rule: `pending` until its `for` is over, then `firing`. */
  alerts(name: string): Promise<string[]>;
};

/**
 * A real Prometheus with a file of rules, which ends with the test. It has seen each target when this resolves.
 *
 * @param jobs addresses by the name of their job
 */
export async function startPrometheus(rules: string, jobs: Record<string, string>): Promise<Prometheus> {
  const dir = mkdtempSync(join(tmpdir(), 'sms-prometheus-'));
  const port = await portOfTest();
  const file = join(dir, 'prometheus.yml');
  const config = {
    global: { scrape_interval: EVERY, scrape_timeout: EVERY, evaluation_interval: EVERY },
    rule_files: [resolve(rules)],
    scrape_configs: Object.entries(jobs).map(([job, url]) => ({
      job_name: job,
      static_configs: [{ targets: [new URL(url).host] }],
    })),
  };
  writeFileSync(file, stringify(config));
  const child = spawn(
    'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${dir}/data`, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    output += text;
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  });
  const ask = async (path: string): Promise<Response> => {
    if (child.exitCode !== null) throw new Error(`prometheus ended (${child.exitCode}):\n${output}`);
    return fetch(`http://127.0.0.1:${port}${path}`);
  };
  const isReady = () =>
    ask('/-/ready').then(
      ({ ok }) => ok,
      error => {
        if (child.exitCode !== null) throw error;
        return false;
      },
    );
  while (!(await isReady())) await sleep(READY_MS);
  // It looks at its targets some seconds later, and sees only changes after that.
  const areSeen = async (): Promise<boolean> => {
    const { data } = (await (await ask('/api/v1/query?query=up==1')).json()) as {
      data: { result: object[] };
    };
    return data.result.length === Object.keys(jobs).length;
  };
  while (!(await areSeen())) await sleep(READY_MS);
  return {
    async alerts(name) {
      const { data } = (await (await ask('/api/v1/alerts')).json()) as {
        data: { alerts: { labels: { alertname: string }; state: string }[] };
      };
      return data.alerts.filter(({ labels }) => labels.alertname === name).map(({ state }) => state);
    },
  };
}
