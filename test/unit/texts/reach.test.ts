import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { createReach } from '../../../src/texts/sending/find-recipients.ts';
import { settingsSchema } from '../../../src/workspace/settings.ts';

const all = Array.from({ length: 12 }, (_, index) => `017000000${10 + index}` as LocalNumber);
const some = fc.subarray(all);

test('whoever is asked for is texted or named as left out: marked ones unless spared, blocked ones always', async () => {
  await fc.assert(
    fc.asyncProperty(some, some, some, some, async (asked, marked, blocked, exempt) => {
      const rules = settingsSchema.parse({ blocklist: blocked });
      const reach = createReach({
        find: async () => ({ numbers: asked, omitted: [], unavailable: [], retryAt: null, tooMany: null }),
        doNotText: {
          of: async (_workspace, numbers) =>
            new Map(numbers.filter(one => marked.includes(one)).map(one => [one, { at: 0, by: null }])),
        },
        settings: { of: async () => rules, shown: async () => rules },
      });
      const { numbers, omitted } = await reach('T1', [], { numbers: new Set(exempt), retryAt: null });
      const isOut = (one: LocalNumber): boolean =>
        blocked.includes(one) || (marked.includes(one) && !exempt.includes(one));
      expect(numbers).toEqual(asked.filter(one => !isOut(one)));
      expect(omitted.map(({ recipient: who, problem }) => [who, problem.kind])).toEqual(
        asked
          .filter(isOut)
          .map(number => [
            { kind: 'number', number },
            blocked.includes(number) ? 'NUMBER_BLOCKED' : 'NEVER_TEXT',
          ]),
      );
    }),
  );
});

test('while it isn’t known whether a marked number is spared, it is asked about again, and the others go', async () => {
  const [marked, exempt, other] = all as [LocalNumber, LocalNumber, LocalNumber];
  const rules = settingsSchema.parse({});
  const reach = createReach({
    find: async () => ({
      numbers: [marked, exempt, other],
      omitted: [],
      unavailable: [],
      retryAt: null,
      tooMany: null,
    }),
    doNotText: { of: async () => new Map([marked, exempt].map(one => [one, { at: 0, by: null }])) },
    settings: { of: async () => rules, shown: async () => rules },
  });
  expect(await reach('T1', [], { numbers: new Set([exempt]), retryAt: 5000 })).toMatchObject({
    ...{ numbers: [exempt, other], omitted: [], retryAt: 5000 },
    unavailable: [{ kind: 'number', number: marked }],
  });
});
