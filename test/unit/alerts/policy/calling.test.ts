import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOfUser } from '../../../../src/alerts/calling/called-person.ts';
import {
  type Calling,
  callsOf,
  DEFAULT_CALLING,
  MAX_MINUTES,
  MAX_TIMES,
  WAYS,
} from '../../../../src/alerts/calling/calling.ts';
import { withCallings } from '../../../../src/alerts/calling/with-callings.ts';
import type { RecipientLookup } from '../../../../src/alerts/policy/events.ts';
import type { Route } from '../../../../src/alerts/policy/incidents/route.ts';
import { runToEnd } from '../../../../src/kit/fair-scheduler.ts';
import {
  AFTERNOON,
  HOUR,
  lookupOf,
  MINUTE,
  nameOf,
  person,
  read,
  routeTo,
  SECOND,
  STEPS,
  World,
} from './world.ts';

/* How people are called: by message, text or both, again until somebody acknowledges, and not at all if they want that. */

const RAFIQS = '01712345678';
const [RAFIQ, SHIRIN] = ['U1', 'U2'].map(keyOfUser) as [string, string];
const MESSAGE: Calling = { ...DEFAULT_CALLING, first: 'message' };
const MESSAGE_THEN_TEXT: Calling = { ...MESSAGE, second: { by: 'text', minutes: 3 } };
const QUIET: Calling = { ...DEFAULT_CALLING, quietUnlessCritical: true };

type Team = {
  chosen?: Record<string, Calling>;
  numbers?: Record<string, string>;
  requiresText?: boolean;
  route?: Route;
};

/** A workspace that calls Rafiq (U1), and five minutes later Shirin (U2), who has no number. */
function worldOf({
  chosen = {},
  numbers = { U1: RAFIQS },
  requiresText = false,
  route = routeTo([RAFIQ], {
    escalation: {
      ...STEPS,
      severities: ['critical', 'warning'],
      steps: [{ to: [SHIRIN], waitMs: 10 * MINUTE }],
    },
  }),
}: Team = {}): World {
  const w = new World({ ops: route });
  w.isStored = true;
  w.takesMs = 1;
  w.lookUp = key => {
    const name = nameOf(key);
    const number = numbers[name] ?? (name.startsWith('U') ? null : name);
    const omitted = [
      { recipient: keyOfUser(name), problem: { kind: 'TEAMMATE_WITHOUT_NUMBER', userId: name } },
    ];
    const lookup: RecipientLookup =
      number === null ? { ...lookupOf(), omitted: omitted as RecipientLookup['omitted'] } : lookupOf(number);
    const callings = {
      chosen: new Map(Object.entries(chosen)),
      users: new Map(Object.entries(numbers).map(([userId, number]) => [number, userId])),
      requiresText,
    };
    return runToEnd(withCallings(new Map([[key, lookup]]), callings)).get(key) ?? lookup;
  };
  return w;
}

/** Who was called, with the minute and what they were told. */
const calls = ({ texts }: World): string[] =>
  texts.flatMap(text => {
    const at = Math.round((text.at - AFTERNOON) / MINUTE);
    return read([text]).map(line => `${at} ${line}`);
  });

test('a message comes first, a text some minutes later, and the step’s time runs from the message', () => {
  const w = worldOf({ chosen: { U1: MESSAGE_THEN_TEXT, U2: MESSAGE } });
  w.call('g', { x: 'critical' });
  w.pass(20 * MINUTE);
  expect(calls(w)).toEqual(['0 U1: firing x', `3 ${RAFIQS}: firing x`, '5 U2: firing x']);
  expect(w.happened.filter(({ happening }) => happening === 'messaged').map(({ by }) => by)).toEqual([
    person('U1'),
    person('U2'),
  ]);
});

test('an acknowledgement, a mute and the end of the alert stop further calls', () => {
  for (const stop of [
    (w: World) => w.act('g', 'acknowledge'),
    (w: World) => w.mute(HOUR, { hook: 'ops' }),
    (w: World) => w.call('g', { x: null }),
  ]) {
    const w = worldOf({
      chosen: { U1: { ...MESSAGE_THEN_TEXT, repeat: { by: 'both', minutes: 5, times: 3 } } },
    });
    w.call('g', { x: 'critical' });
    w.pass(2 * MINUTE);
    stop(w);
    expect(w.incident('g').calls).toEqual([]);
    w.pass(30 * MINUTE);
    expect(calls(w).filter(call => call.includes(RAFIQS))).toEqual([]);
  }
});

test('both are told at once, again as often as chosen, and each hears of the end', () => {
  const again: Calling = { ...MESSAGE, first: 'both', repeat: { by: 'both', minutes: 2, times: 2 } };
  const w = worldOf({ chosen: { U1: again }, route: routeTo([RAFIQ]) });
  w.call('g', { x: 'warning' });
  w.pass(10 * MINUTE);
  w.call('g', { x: null });
  expect(calls(w)).toEqual([
    '0 U1: firing x',
    `0 ${RAFIQS}: firing x`,
    '2 U1: reminder x',
    `2 ${RAFIQS}: reminder x`,
    '4 U1: reminder x',
    `4 ${RAFIQS}: reminder x`,
    '10 U1: resolved x',
    `10 ${RAFIQS}: resolved x`,
  ]);
});

test('a person without a number who chose messages is reached; without a choice the step gives way', () => {
  const messaged = worldOf({ numbers: {}, chosen: { U1: MESSAGE } });
  messaged.call('g', { x: 'critical' });
  messaged.pass(MINUTE);
  expect(calls(messaged)).toEqual(['0 U1: firing x']);
  expect(messaged.times('next_step')).toBe(0);
  const silent = worldOf({ numbers: {} });
  silent.call('g', { x: 'critical' });
  silent.pass(MINUTE);
  expect(silent.times('next_step')).toBe(1);
});

test('a text takes the place of a message that Slack refuses, and without a number the step gives way', () => {
  const w = worldOf({ chosen: { U1: MESSAGE } });
  w.outcome = address => (address === 'U1' ? 'unsent' : 'sent');
  w.call('g', { x: 'critical' });
  w.pass(MINUTE);
  expect(calls(w)).toEqual(['0 U1: firing x', `0 ${RAFIQS}: firing x`]);
  expect([w.times('not_messaged'), w.times('next_step')]).toEqual([1, 0]);
  const numberless = worldOf({ numbers: {}, chosen: { U1: MESSAGE, U2: MESSAGE } });
  numberless.outcome = address => (address === 'U1' ? 'unsent' : 'sent');
  numberless.call('g', { x: 'critical' });
  numberless.pass(MINUTE);
  expect(calls(numberless)).toEqual(['0 U1: firing x', '0 U2: firing x']);
});

test('a message that didn’t arrive ends no step in which somebody else was texted', () => {
  const route = routeTo([RAFIQ, keyOfUser('K')], {
    escalation: { ...STEPS, steps: [{ to: [keyOfUser('B')], waitMs: 5 * MINUTE }] },
  });
  const w = worldOf({ numbers: {}, chosen: { U1: MESSAGE }, route });
  w.outcome = address => (address === 'U1' ? 'unsent' : 'sent');
  w.call('g', { x: 'critical' });
  w.pass(4 * MINUTE);
  expect(calls(w)).toEqual(['0 K: firing x', '0 U1: firing x']);
});

test('who wants quiet is called about what is critical only, and a step in which all want it gives way', () => {
  const w = worldOf({ chosen: { U1: QUIET, U2: MESSAGE } });
  w.call('g', { x: 'warning' });
  w.pass(MINUTE);
  expect(calls(w)).toEqual(['0 U2: firing x']);
  w.call('g', { x: 'critical' });
  expect(calls(w).slice(1)).toContain(`1 ${RAFIQS}: firing x`);
  const alone = worldOf({ chosen: { U1: QUIET }, route: routeTo([RAFIQ]) });
  alone.call('g', { x: 'warning' });
  expect([alone.times('unreached'), alone.texts.length]).toEqual([1, 0]);
  const [entry] = alone.updates.flatMap(({ undeliverable }) => undeliverable);
  expect(entry?.problem).toMatchObject({ kind: 'CHOSE_QUIET' });
});

test('a person who goes back to texts is no longer called again', () => {
  const chosen: Record<string, Calling> = { U1: MESSAGE_THEN_TEXT };
  const w = worldOf({ chosen, route: routeTo([RAFIQ]) });
  w.call('g', { x: 'critical' });
  delete chosen.U1;
  w.pass(10 * MINUTE);
  expect(calls(w)).toEqual(['0 U1: firing x']);
});

test('messages don’t count towards the hook’s daily limit, and texts still do', () => {
  const w = worldOf({
    chosen: { U1: MESSAGE },
    route: routeTo([RAFIQ, keyOfUser('K')], { daily: { texts: 1 } }),
  });
  for (const group of ['g', 'h']) {
    w.call(group, { [group]: 'warning' });
    w.pass(2 * MINUTE);
  }
  expect(calls(w)).toEqual(['0 K: firing g', '0 U1: firing g', '2 U1: firing h']);
});

const ways = fc.constantFrom(...WAYS);
const minutes = fc.integer({ min: 1, max: MAX_MINUTES });
const callings = fc.record({
  first: ways,
  second: fc.option(fc.record({ by: ways, minutes })),
  repeat: fc.option(fc.record({ by: ways, minutes, times: fc.integer({ min: 1, max: MAX_TIMES }) })),
  quietUnlessCritical: fc.boolean(),
});

test('with any choice, a critical alert gets a text at once if an admin requires it, and calls are in order and few', () => {
  fc.assert(
    fc.property(callings, fc.boolean(), (calling, requiresText) => {
      const critical = callsOf(calling, { isCritical: true, requiresText });
      expect(critical[0]?.afterMs).toBe(0);
      if (requiresText) expect(critical[0]?.by).not.toBe('message');
      expect(critical.length).toBeLessThanOrEqual(2 + MAX_TIMES);
      const times = critical.map(({ afterMs }) => afterMs);
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      expect(callsOf(calling, { isCritical: false, requiresText }).length === 0).toBe(
        calling.quietUnlessCritical,
      );
    }),
  );
});

test('with any choice and any time, nobody is called after an acknowledgement, and what is critical is texted where required', () => {
  fc.assert(
    fc.property(
      callings,
      fc.boolean(),
      fc.integer({ min: 0, max: 300 }),
      fc.constantFrom('critical' as const, 'warning' as const),
      (calling, requiresText, minute, severity) => {
        const w = worldOf({ chosen: { U1: calling, U2: calling }, requiresText });
        w.call('g', { x: severity });
        w.pass(minute * MINUTE + SECOND);
        const isCritical = severity === 'critical';
        if (isCritical && requiresText) expect(calls(w)).toContain(`0 ${RAFIQS}: firing x`);
        const [first] = w.texts;
        if (!calling.quietUnlessCritical || isCritical) expect(first?.at).toBe(AFTERNOON);
        w.act('g', 'acknowledge');
        const before = w.texts.length;
        w.pass(3 * HOUR);
        expect(w.texts.length).toBe(before);
        expect(w.incident('g').calls).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});
