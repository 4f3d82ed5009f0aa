import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Aim, load } from './commands.ts';

/* Generates load from a separate process, which runs this file and gets its order over Node's channel. */

type LoadOrder = { aim: Aim; total: number; warm: number; width: number };

/** Resolves with commands a second. */
export function generate(order: LoadOrder): Promise<number> {
  const child = fork(fileURLToPath(import.meta.url));
  child.send(order);
  return new Promise((resolve, reject) => {
    child.once('message', answer => resolve(answer as number));
    child.once('exit', code => reject(new Error(`The load ended with ${code}`)));
  });
}

process.on('message', async (order: LoadOrder) => {
  const answer = await load(order.aim, order);
  process.send?.(answer, () => process.exit(0));
});
