import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Aim, load, steadily } from './commands.ts';

/* The load comes from a process of its own, which is this file again: it gets what is wanted over Node's channel. */

type Wanted =
  | { kind: 'load'; aim: Aim; total: number; warm: number; width: number }
  | { kind: 'steadily'; aim: Aim; total: number; gapMs: number };

/** Resolves with commands a second, or with how long each took. */
export function generate<W extends Wanted>(wanted: W): Promise<W['kind'] extends 'load' ? number : number[]> {
  const child = fork(fileURLToPath(import.meta.url));
  child.send(wanted);
  return new Promise((resolve, reject) => {
    child.once('message', answer => resolve(answer as never));
    child.once('exit', code => reject(new Error(`The load ended with ${code}`)));
  });
}

process.on('message', async (wanted: Wanted) => {
  const answer = wanted.kind === 'load' ? await load(wanted.aim, wanted) : await steadily(wanted.aim, wanted);
  process.send?.(answer, () => process.exit(0));
});
