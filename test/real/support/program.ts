import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/** The real program in its own process, started as `npm start` does. */
export type Program = {
  pid: number;
  /** Resolves with the port once it listens; rejects with its output if it ends first. */
  listening: Promise<number>;
  /** All output, of both streams. */
  output(): string;
  /** Resolves when a line of its log contains this. */
  says(words: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
};

export type RunProgram = typeof runProgram;

/** @param command Node's arguments and folder, if they differ from what `npm start` uses here; `program`: in the place of Node */
export function runProgram(
  environment: Record<string, string | undefined>,
  command: { args: string[]; cwd?: string; program?: string } = {
    args: ['--import', './src/node-version.mjs', 'src/main.ts'],
  },
): Program {
  const child = spawn(command.program ?? process.execPath, command.args, {
    cwd: command.cwd,
    // Without this machine's environment, so variables that a test doesn't set are unset.
    env: { NODE_COMPILE_CACHE: 'node_modules/.cache/programs', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', line => {
      lines.push(line);
      for (const look of waiting) look(line);
    });
  }
  const output = () => lines.join('\n');
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);

  const line = (fits: (line: string) => boolean): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const look = (line: string): void => {
      if (fits(line)) resolve(line);
    };
    waiting.add(look);
    lines.forEach(look);
    void ended.then(how => reject(new Error(`The program ended (${how}):\n${output()}`)));
    return promise.finally(() => waiting.delete(look));
  };

  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const listening = line(text => text.includes('"listening"')).then(text => Number(JSON.parse(text).port));
  listening.catch(() => undefined); // Some tests expect it to end instead.
  return {
    pid: child.pid ?? 0,
    listening,
    output,
    says: async words => void (await line(text => text.includes(words))),
    kill: signal => void child.kill(signal),
    ended,
  };
}
