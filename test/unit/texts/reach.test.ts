import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { createReach } from '../../../src/texts/sending/find-recipients.ts';
import { settingsSchema } from '../../../src/workspace/settings.ts';

const all = Array.from({ length: 12 }, (_, index) => `017000000${10 + index}` as LocalNumber);
const some = fc.subarray(all);

test('every recipient is texted or listed as left out: marked ones unless exempt, blocked ones always', async () => {
  await fc.assert(
    fc.asyncProperty(some, some, some, some, async (recipients, marked, blocked, exempt) => {
      const rules = settingsSchema.parse({ blocklist: blocked });
      const reach = createReach({
        find: async () => ({
          numbers: recipients,
          omitted: [],
          unavailable: [],
          retryAt: null,
          tooMany: null,
        }),
        doNotText: {
          of: async (_workspace, numbers) =>
            new Map(
              numbers.filter(number => marked.includes(number)).map(number => [number, { at: 0, by: null }]),
            ),
        },
        settings: { of: async () => rules, shown: async () => rules },
      });
      const { numbers, omitted } = await reach('T1', [], { numbers: new Set(exempt), retryAt: null });
      const isOut = (number: LocalNumber): boolean =>
        blocked.includes(number) || (marked.includes(number) && !exempt.includes(number));
      expect(numbers).toEqual(recipients.filter(number => !isOut(number)));
      expect(omitted.map(({ recipient, problem }) => [recipient, problem.kind])).toEqual(
        recipients
          .filter(isOut)
          .map(number => [
            { kind: 'number', number },
            blocked.includes(number) ? 'NUMBER_BLOCKED' : 'NEVER_TEXT',
          ]),
      );
    }),
  );
});

test('while it is unknown whether a marked number is exempt, it is checked again later, and the others go', async () => {
  const [marked, exempt, unmarked] = all as [LocalNumber, LocalNumber, LocalNumber];
  const rules = settingsSchema.parse({});
  const reach = createReach({
    find: async () => ({
      numbers: [marked, exempt, unmarked],
      omitted: [],
      unavailable: [],
      retryAt: null,
      tooMany: null,
    }),
    doNotText: { of: async () => new Map([marked, exempt].map(number => [number, { at: 0, by: null }])) },
    settings: { of: async () => rules, shown: async () => rules },
  });
  expect(await reach('T1', [], { numbers: new Set([exempt]), retryAt: 5000 })).toMatchObject({
    numbers: [exempt, unmarked],
    omitted: [],
    retryAt: 5000,
    unavailable: [{ kind: 'number', number: marked }],
  });
});
