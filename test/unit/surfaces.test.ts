import type { App } from '@slack/bolt';
import { expect, test } from 'vitest';
import { ACTION, COMMAND, EVENT, SHORTCUT, STEP } from '../../src/slack/ids.ts';
import type { Services } from '../../src/slack/services.ts';
import { registerSurfaces } from '../../src/slack/surfaces.ts';

/** What surfaces ask Slack's framework for, by its way of asking. */
function registered(): Record<string, string[]> {
  const asked: Record<string, string[]> = {};
  const listen =
    (kind: string) =>
    (what: string | Record<string, string>): void => {
      const id = typeof what === 'string' ? what : (what.action_id ?? what.callback_id);
      const where = typeof what === 'string' || !what.block_id ? '' : ` in ${what.block_id}`;
      asked[kind] = [...(asked[kind] ?? []), `${id}${where}`];
    };
  const kinds = ['action', 'event', 'function', 'options', 'shortcut', 'view'];
  const listens = Object.fromEntries(kinds.map(kind => [kind, listen(kind)]));
  // Only the command, which doesn't wait for the others.
  const use = listen('middleware').bind(null, COMMAND);
  const presses = { serve: () => undefined, note: async () => undefined };
  registerSurfaces({ ...listens, use } as unknown as App, { presses } as unknown as Services);
  return asked;
}

test('every button, shortcut, step and event has a surface that answers it, and no two answer the same', () => {
  const { action = [], middleware, event = [], function: step, shortcut = [] } = registered();
  expect(Object.values(ACTION).filter(id => !action.includes(id))).toEqual([]);
  expect(action.length).toBe(new Set(action).size);
  expect(shortcut.sort()).toEqual(Object.values(SHORTCUT).sort());
  expect(event.sort()).toEqual(Object.values(EVENT).sort());
  expect(step).toEqual(Object.values(STEP));
  expect(middleware).toEqual([COMMAND]);
});
