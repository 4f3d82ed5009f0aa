import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock as SlackClock } from '../../../src/playground/index.ts';
import type { Clock as ServiceClock } from '../../../src/sms-service/testing/service.ts';
import type { Stage } from '../../support/stage.ts';
import { type Program, runProgram } from './program.ts';

/** A clock that a program, Slack and the SMS service share: it jumps. */
export type Jumps = {
  now(): number;
  slack: SlackClock;
  service: ServiceClock;
  program: typeof runProgram;
  /** Once the program waits for no answer, so much time passes at once; resolves when what that began has its answers, too. */
  jump(stage: Stage, ms: number): Promise<void>;
  close(): void;
};

/**
 * @param jumped is called before the program's clock jumps: somebody else's jumps, too
 * @param aheadMs how far ahead of the machine's clock it begins; below zero: behind
 */
export function createJumps(jumped: (ms: number) => void = () => undefined, aheadMs = 0): Jumps {
  const dir = mkdtempSync(join(tmpdir(), 'sms-jumps-'));
  const file = join(dir, 'ahead');
  const preload = join(import.meta.dirname, 'jumping-clock.ts');
  let ahead = aheadMs;
  let looks = 0;
  const write = (): void => writeFileSync(file, JSON.stringify({ ahead, looks }));
  write();
  const now = (): number => Date.now() + ahead;

  /** Lets the program read the clock, once it waits for no answer; resolves when it is quiet again. */
  async function look({ kill, says }: Program): Promise<void> {
    looks += 1;
    write();
    const looked = says(JSON.stringify({ looked: looks }));
    kill('SIGUSR2');
    await looked;
  }

  return {
    now,
    slack: { now },
    service: {
      now,
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    program: (environment, command) =>
      runProgram({ ...environment, NODE_OPTIONS: `--import=${preload}`, JUMPS_FILE: file }, command),
    async jump(stage, ms) {
      await look(stage.program());
      ahead += ms;
      jumped(ms);
      await look(stage.program());
      stage.slack.traffic.clear();
    },
    close: () => rmSync(dir, { recursive: true }),
  };
}
