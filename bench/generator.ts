import { type Aim, load, steadily } from './commands.ts';

/*
 * The load generator, a process of its own: the parent asks for a rate over Node's channel, and gets the result there.
 */

export type Wanted =
  | { kind: 'load'; aim: Aim; total: number; warm: number; width: number }
  | { kind: 'steadily'; aim: Aim; total: number; gapMs: number };

process.on('message', async (wanted: Wanted) => {
  const answer = wanted.kind === 'load' ? await load(wanted.aim, wanted) : await steadily(wanted.aim, wanted);
  process.send?.(answer, () => process.exit(0));
});
