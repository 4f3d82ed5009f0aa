import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/* Shared by all measurements: programs in their own processes, and quantiles. */

export const SIGNING_SECRET = 'bench';
export const BOT_TOKEN = 'xoxb-bench';

export type Program = {
  url: string;
  /** The processor time used so far, in milliseconds. */
  cpuMs(): number;
  /** The current memory, in MB. */
  residentMb(): number;
  /** Sends `SIGKILL` by default. */
  stop(signal?: NodeJS.Signals): Promise<void>;
};

/** Starts a program and waits until it prints its port. */
export function startProgram(file: string, environment: Record<string, string>): Promise<Program> {
  const child: ChildProcess = spawn(process.execPath, [...flagsOf(file), file], {
    env: { ...environment, HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`${file} ended with ${code}`)));
    child.stdout?.on('data', data => {
      const port = /"(?:port":|url":"http:[^"]*:)(\d+)/.exec(String(data))?.[1];
      if (!port) return;
      resolve({
        url: `http://127.0.0.1:${port}`,
        cpuMs: () => cpuMsOf(child.pid),
        residentMb: () => residentMbOf(child.pid),
        stop(signal = 'SIGKILL') {
          child.kill(signal);
          return ended;
        },
      });
    });
  });
}

/** Node's flags for the app are those of `npm start`. */
function flagsOf(file: string): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  const [, ...start] = scripts.start.split(' ');
  return start.at(-1) === file ? start.slice(0, -1) : ['--import', './src/node-version.mjs'];
}

/** Linux counts hundredths of a second; NaN on other systems. */
function cpuMsOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

function residentMbOf(pid: number | undefined): number {
  try {
    const [, kb] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kb) / 1024;
  } catch {
    return Number.NaN;
  }
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
