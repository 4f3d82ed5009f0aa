import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { portOfTest } from '../../support/ports.ts';

const PROGRAM = 'prometheus-alertmanager';
/** The pause between two checks for readiness. */
const READY_MS = 20;

/**
 * Why we can't test with a real Alertmanager here, in one line; undefined if we can. With CI=true it throws instead.
 */
export function whyNoAlertmanager(): string | undefined {
  if (spawnSync(PROGRAM, ['--version']).status === 0) return undefined;
  const sentence = `No ${PROGRAM}: tests with a real one are skipped (apt-get install ${PROGRAM}).`;
  if (process.env.CI === 'true') throw new Error(sentence);
  return sentence;
}

/** An alert as Prometheus sends it. */
export type Fired = {
  labels: Record<string, string>;
  annotations?: Record<string, string>;
  startsAt: string;
  /** The end of the alert. */
  endsAt?: string;
};

/** A real Alertmanager in its own process, which ends with the test. */
export type Alertmanager = {
  url: string;
  /** The address for its peers. */
  clusterAddress: string;
  /** Accepts alerts as Prometheus posts them. */
  post(alerts: Fired[]): Promise<void>;
  /** The calls to webhooks since its last start, and how many failed. */
  notified(): Promise<{ calls: number; failed: number }>;
  /** `kill -9`: it loses its notification log. */
  kill(): Promise<void>;
  /** Starts it again at the same address. @param peers as at first, if it has others now */
  start(peers?: string[]): Promise<void>;
};

/**
 * @param config as in its alertmanager.yml
 * @param peers their cluster addresses; null: it is on its own
 */
export async function startAlertmanager(
  config: unknown,
  peers: string[] | null = null,
): Promise<Alertmanager> {
  const dir = mkdtempSync(join(tmpdir(), 'sms-alertmanager-'));
  const [port, clusterPort] = [await portOfTest(), await portOfTest()];
  const url = `http://127.0.0.1:${port}`;
  const clusterAddress = `127.0.0.1:${clusterPort}`;
  writeFileSync(join(dir, 'alertmanager.yml'), stringify(config));
  const clusterOf = (peers: string[] | null): string[] =>
    peers === null
      ? ['--cluster.listen-address=']
      : [
          `--cluster.listen-address=${clusterAddress}`,
          `--cluster.advertise-address=${clusterAddress}`,
          ...peers.map(peer => `--cluster.peer=${peer}`),
          // The time that the second of a pair gives the first to notify.
          '--cluster.peer-timeout=300ms',
          '--cluster.settle-timeout=5s',
        ];
  let child: ChildProcess;
  let ended: Promise<unknown>;
  let output = '';
  function launch(otherPeers: string[] | null): void {
    const flags = [
      `--config.file=${join(dir, 'alertmanager.yml')}`,
      `--storage.path=${dir}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    child = spawn(PROGRAM, [...flags, ...clusterOf(otherPeers)], { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr?.setEncoding('utf8').on('data', text => {
      output += text;
    });
    ended = once(child, 'close');
  }
  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
  }
  launch(peers);
  onTestFinished(async () => {
    await kill();
    rmSync(dir, { recursive: true, force: true });
  });

  const ask = async (path: string, init: RequestInit = {}): Promise<string> => {
    if (child.exitCode !== null) throw new Error(`${PROGRAM} ended (${child.exitCode}):\n${output}`);
    const answer = await fetch(url + path, init);
    if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  const isReady = () =>
    ask('/-/ready').then(
      () => true,
      error => {
        if (child.exitCode !== null) throw error;
        return false;
      },
    );
  const ready = async () => {
    while (!(await isReady())) await sleep(READY_MS);
  };
  await ready();

  return {
    url,
    clusterAddress,
    async post(alerts) {
      await ask('/api/v2/alerts', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alerts),
      });
    },
    async notified() {
      const metrics = await ask('/metrics');
      const sum = (name: string) =>
        [...metrics.matchAll(new RegExp(`^${name}\\{integration="webhook"[^}]*\\} (\\d+)`, 'gm'))]
          .map(([, count]) => Number(count))
          .reduce((all, count) => all + count, 0);
      return {
        calls: sum('alertmanager_notification_requests_total'),
        failed: sum('alertmanager_notification_requests_failed_total'),
      };
    },
    kill,
    async start(otherPeers) {
      launch(otherPeers ?? peers);
      await ready();
    },
  };
}
