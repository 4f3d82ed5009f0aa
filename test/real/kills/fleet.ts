import { failSyncs } from '../support/failing-syncs.ts';
import { type Program, runProgram } from '../support/program.ts';
import type { Dice } from './dice.ts';

export type Fleet = {
  /** The address of one that is listening; null while there is none. */
  target(): string | null;
  /** Starts the `index`th process unless it is running; resolves when it listens. */
  start(index: number): Promise<void>;
  /** Starts those that were killed. */
  startMissing(): Promise<void>;
  /** `kill -9`. Resolves when it is gone. */
  kill(index: number): Promise<void>;
  /** Its disk fails, and it ends by itself; resolves with its exit code. */
  failDisk(index: number): Promise<number | NodeJS.Signals | undefined>;
  /** SIGTERM to all; resolves with how each ended. */
  stop(): Promise<(number | NodeJS.Signals)[]>;
  /** Log lines of all started processes, each with its process number, to explain a failure. */
  linesAbout(words: string): string[];
};

/** The real program, several times. @param command see `runProgram` */
export function createFleet(
  environment: Record<string, string>,
  dice: Dice,
  command?: { args: string[] },
): Fleet {
  const all: Program[] = [];
  const running = new Map<number, Program>();
  const urls = new Map<number, string>();
  const known = new Set<number>();

  async function start(index: number): Promise<void> {
    known.add(index);
    const program = runProgram(environment, command);
    all.push(program);
    running.set(index, program);
    const port = await program.listening.catch(error => {
      if (running.get(index) === program) throw error;
    });
    if (port !== undefined && running.get(index) === program) urls.set(index, `http://127.0.0.1:${port}`);
  }

  return {
    target() {
      const listening = [...urls.values()];
      return listening[Math.floor(dice.below(listening.length))] ?? null;
    },
    start,
    async startMissing() {
      await Promise.all([...known].filter(index => !running.has(index)).map(start));
    },
    async kill(index) {
      const program = running.get(index);
      running.delete(index);
      urls.delete(index);
      program?.kill('SIGKILL');
      await program?.ended;
    },
    async failDisk(index) {
      const program = running.get(index);
      if (!program) return undefined;
      await failSyncs(program.pid);
      const code = await program.ended;
      running.delete(index);
      urls.delete(index);
      return code;
    },
    async stop() {
      const programs = [...running.values()];
      running.clear();
      urls.clear();
      for (const program of programs) program.kill('SIGTERM');
      return Promise.all(programs.map(program => program.ended));
    },
    linesAbout: words =>
      all.flatMap((program, nth) =>
        program
          .output()
          .split('\n')
          .filter(line => line.includes(words))
          .map(line => `process ${nth}: ${line.slice(0, 400)}`),
      ),
  };
}
