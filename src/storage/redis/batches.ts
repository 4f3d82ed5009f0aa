import { z } from 'zod';
import { StorageError } from '../errors.ts';

type Waiting<Step> = { step: Step; done: () => void; failed: (error: unknown) => void };

/** For each step what went wrong with it; null: nothing. */
const failuresSchema = z.array(z.string().nullable());

/**
 * Steps of one kind that are asked for while the last ones are under way go together, as one script: the more there is
 * to do, the less each costs. With nothing under way a step goes at once.
 *
 * @param most more in one script would keep Redis to themselves for too long
 * @param run asks for all of them; each succeeds or fails on its own
 * @returns asks for one step; rejects with why that one failed
 */
export function inBatches<Step>(
  most: number,
  run: (steps: Step[]) => Promise<unknown>,
): (step: Step) => Promise<void> {
  const waiting: Waiting<Step>[] = [];
  let underWay = false;

  async function go(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const failures = failuresSchema.length(batch.length).parse(await run(batch.map(({ step }) => step)));
        batch.forEach(({ done, failed }, index) => {
          const failure = failures[index];
          if (failure) failed(new StorageError(`Redis refused a step: ${failure}`));
          else done();
        });
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    underWay = false;
  }

  return step =>
    new Promise((done, failed) => {
      waiting.push({ step, done, failed });
      // What is asked for in the same turn goes along.
      if (!underWay) {
        underWay = true;
        queueMicrotask(() => void go());
      }
    });
}
