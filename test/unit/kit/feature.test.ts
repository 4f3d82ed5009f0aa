import { expect, test } from 'vitest';
import { FEATURES } from '../../../src/features.ts';
import { deletionOrder } from '../../../src/kit/feature.ts';

test('a feature’s data of a workspace is deleted before that of the features it depends on', () => {
  const order = deletionOrder(FEATURES);
  const pairs = FEATURES.flatMap(({ persistence, dependsOn = [] }) =>
    dependsOn.map(needed => [persistence?.deleteWorkspaceData, needed.persistence?.deleteWorkspaceData]),
  ).flatMap(([dependant, needed]) => (dependant && needed ? [{ dependant, needed }] : []));
  expect(pairs.length).toBeGreaterThan(3);
  for (const { dependant, needed } of pairs)
    expect(order.indexOf(dependant)).toBeLessThan(order.indexOf(needed));
  expect(order).toHaveLength(
    FEATURES.filter(({ persistence }) => persistence?.deleteWorkspaceData !== undefined).length,
  );
});
