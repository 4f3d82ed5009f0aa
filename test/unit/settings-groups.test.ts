import { expect, test } from 'vitest';
import { GROUPS } from '../../src/slack/settings/groups.ts';
import { settingsSchema } from '../../src/workspaces/settings.ts';

test('every setting is in one form, where somebody can change it', () => {
  const inForms = Object.values(GROUPS).flatMap(({ settings }): readonly string[] => settings);
  expect(inForms.toSorted()).toEqual(Object.keys(settingsSchema.shape).sort());
});
