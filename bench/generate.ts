import { fork } from 'node:child_process';
import type { Wanted } from './generator.ts';

type Answer<W extends Wanted> = W['kind'] extends 'load' ? number : number[];

/** Makes a load from another process; resolves with commands a second, or with how long each took. */
export function generate<W extends Wanted>(wanted: W): Promise<Answer<W>> {
  const child = fork('bench/generator.ts');
  child.send(wanted);
  return new Promise((resolve, reject) => {
    child.once('message', answer => resolve(answer as Answer<W>));
    child.once('exit', code => reject(new Error(`The load ended with ${code}`)));
  });
}
