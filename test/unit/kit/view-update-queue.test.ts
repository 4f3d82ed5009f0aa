import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLiveForms, type FormChange, type Showing } from '../../../src/kit/slack/view-update-queue.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** Forms that show the time of each change, unless told otherwise. */
function rig(
  showing: (hash: string) => Showing | Promise<Showing> = hash => ({ kind: 'shown', hash: `${hash}+` }),
) {
  const clock = createManualClock();
  const forms = createLiveForms({ clock });
  const shown: { viewId: string; at: number; hash: string }[] = [];
  const change = (viewId: string, at: number, more: Partial<FormChange> = {}) =>
    forms.changed({
      viewId,
      workspace: 'T1',
      hash: 'h',
      at,
      show: async hash => {
        shown.push({ viewId, at, hash });
        return showing(hash);
      },
      ...more,
    });
  return { clock, forms, shown, change };
}

test('in any order of payloads, the form ends on the last typed text and never goes back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ at: fc.nat(50), pauseMs: fc.constantFrom(0, 10, 299, 300, 1000) }), {
        minLength: 1,
      }),
      async typed => {
        const { clock, shown, change } = rig();
        for (const { at, pauseMs } of typed) {
          change('V1', at);
          await clock.advance(pauseMs);
        }
        await clock.advance(1000);
        const times = shown.map(({ at }) => at);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        expect(times.at(-1)).toBe(Math.max(...typed.map(({ at }) => at)));
      },
    ),
    { numRuns: 50 },
  );
});

test('the hash of our own last update counts, even if a payload still has the one before', async () => {
  const { clock, shown, change } = rig();
  for (const at of [1, 2, 3]) {
    change('V1', at);
    await clock.advance(300);
  }
  change('V1', 4, { hash: 'of another process' });
  await clock.advance(300);
  expect(shown.map(({ hash }) => hash)).toEqual(['h', 'h+', 'h++', 'of another process']);
});

test('one update at a time: later typing is shown after it', async () => {
  const { promise, resolve } = Promise.withResolvers<Showing>();
  const { clock, shown, change } = rig(() => promise);
  change('V1', 1, { immediate: true });
  for (const at of [2, 3]) change('V1', at, { immediate: true });
  await clock.advance(10_000);
  expect(shown).toHaveLength(1);
  resolve({ kind: 'shown', hash: 'next' });
  await clock.advance(300);
  expect(shown.map(({ at, hash }) => [at, hash])).toEqual([
    [1, 'h'],
    [3, 'next'],
  ]);
});

test('when Slack is busy, all forms of that workspace wait, and no others', async () => {
  const answers: Showing[] = [{ kind: 'busy', afterMs: 5000 }];
  const { clock, shown, change } = rig(hash => answers.shift() ?? { kind: 'shown', hash });
  change('V1', 1, { immediate: true });
  await clock.advance(0);
  change('V2', 1);
  change('V9', 1, { workspace: 'T9' });
  await clock.advance(4999);
  expect(shown.map(({ viewId }) => viewId)).toEqual(['V1', 'V9']);
  await clock.advance(1);
  expect(
    shown
      .map(({ viewId }) => viewId)
      .slice(2)
      .sort(),
  ).toEqual(['V1', 'V2']);
});

test('shows nothing after the form is closed or submitted, or the app stops', async () => {
  const { clock, forms, shown, change } = rig(() => ({ kind: 'gone' }));
  change('V1', 1);
  change('V2', 1);
  forms.closed('V2');
  await clock.advance(60_000);
  change('V3', 1);
  forms.close();
  await clock.advance(60_000);
  expect(shown.map(({ viewId }) => viewId)).toEqual(['V1']);
});

test('with very many forms, forgets the ones idle longest', async () => {
  const { clock, shown, change } = rig();
  for (let form = 0; form < 2500; form++) change(`V${form}`, 1);
  await clock.advance(300);
  expect(shown).toHaveLength(2000);
  expect(shown[0]?.viewId).toBe('V500');
});
