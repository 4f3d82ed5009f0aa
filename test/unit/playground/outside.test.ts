import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/playground/json.ts';
import { parseJson } from '../../../src/playground/json.ts';
import { carryValues, stateIn, stateOf, withState } from '../../../src/playground/world/values.ts';

/* The oddest requests that an app under development can send to the local Slack. */

test('JSON nested deeper than anything real is refused', () => {
  const nested = (levels: number) => `[{"type":"section","more":${'['.repeat(levels)}${']'.repeat(levels)}}]`;
  expect(parseJson(nested(50))).toEqual(JSON.parse(nested(50)));
  for (const levels of [101, 100_000]) expect(parseJson(nested(levels))).toBeUndefined();
});

describe.each(Object.getOwnPropertyNames(Object.prototype))('an input called %s', name => {
  const element = { type: 'plain_text_input', action_id: name };
  const blocks: JsonObject[] = [{ type: 'input', block_id: name, element }];
  const typed = stateOf(element, 'tea');

  test('keeps typed values under their own names, in JSON too', () => {
    const values = withState(carryValues(blocks), name, name, typed);
    expect(JSON.parse(JSON.stringify(values))).toEqual(
      JSON.parse(`{"${name}":{"${name}":${JSON.stringify(typed)}}}`),
    );
    expect(stateIn(carryValues(blocks, values), name, name)).toEqual(typed);
  });

  test('has no state where there is none', () => {
    expect(stateIn({}, name, 'name')).toBeUndefined();
    expect(stateIn({ tea: {} }, 'tea', name)).toBeUndefined();
    expect(stateOf({ type: name }, 'tea')).toEqual({ type: name, value: 'tea' });
  });

  test('begins empty, without what every object has', () => {
    expect(stateIn(carryValues(blocks), name, name)).toEqual({ type: 'plain_text_input', value: null });
  });
});
