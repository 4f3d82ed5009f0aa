import { expect, test } from 'vitest';
import { settingsSchema } from '../../../src/workspace/settings.ts';
import { GROUPS } from '../../../src/workspace/slack/settings/groups.ts';

test('every setting is in one form, where an admin can change it', () => {
  const inForms = Object.values(GROUPS).flatMap(({ settings }): readonly string[] => settings);
  expect(inForms.toSorted()).toEqual(Object.keys(settingsSchema.shape).sort());
});
