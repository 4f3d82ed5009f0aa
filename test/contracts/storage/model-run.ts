import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Model } from './model.ts';
import { commands } from './model-commands.ts';
import { type Engine, KEY, Rig, WORKSPACE } from './rig.ts';

const RUNS = Number(process.env.MODEL_RUNS);

/** Half a minute on an idle machine; several times as long beside other tests. */
const HANG_MS = 300_000;

/**
 * Any sequence of events keeps the promises of the outbox, as a small model has them.
 *
 * @param runs the number of sequences, unless MODEL_RUNS is set
 */
export function describeModel(name: string, engine: Engine, runs: number): void {
  test(
    `${name}: any sequence of events keeps order, pace and states, and reports every end`,
    async () => {
      await fc.assert(
        fc.asyncProperty(commands, async course => {
          const rig = await Rig.open(engine);
          try {
            const model = new Model();
            model.now = rig.now;
            await fc.asyncModelRun(() => ({ model, real: rig }), course);
            for (const { id, state } of model.texts.values()) {
              expect(await rig.outbox.text(WORKSPACE, id)).toMatchObject({ state });
            }
            const states = Object.groupBy(model.texts.values(), ({ state }) => state);
            const counts = Object.entries(states).map(([state, texts]) => [state, texts?.length]);
            expect(await rig.outbox.counts()).toEqual(Object.fromEntries(counts));
            const waiting = { texts: states.queued?.length ?? 0 };
            expect(await rig.outbox.waiting(WORKSPACE, KEY)).toMatchObject(waiting);
            const reported: string[] = [];
            const outcomes = new Map<string, number>();
            for (const { kind, text, intent } of await rig.told()) {
              if (kind === 'result' && text) reported.push(text.id);
              if (kind === 'outcome') outcomes.set(intent.id, (outcomes.get(intent.id) ?? 0) + 1);
            }
            expect(reported.toSorted()).toEqual([...model.ends].toSorted());
            expect(outcomes).toEqual(model.outcomes);
          } finally {
            await rig.close();
          }
        }),
        { numRuns: RUNS || runs },
      );
    },
    HANG_MS,
  );
}
