import { type Aim, load, steadily } from './commands.ts';

/* The load in a process of its own: a rate is asked for and answered over Node's channel to its parent. */

export type Wanted =
  | { kind: 'load'; aim: Aim; total: number; warm: number; width: number }
  | { kind: 'steadily'; aim: Aim; total: number; gapMs: number };

process.on('message', async (wanted: Wanted) => {
  const answer = wanted.kind === 'load' ? await load(wanted.aim, wanted) : await steadily(wanted.aim, wanted);
  process.send?.(answer, () => process.exit(0));
});
