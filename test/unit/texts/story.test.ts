import { expect, test } from 'vitest';
import { withEvent, withWait } from '../../../src/texts/store/story-events.ts';
import { type StoryFacts, storyOf } from '../../../src/texts/story.ts';

const ASKED = 1000;
const INTENT = {
  source: 'command',
  acceptedAt: ASKED,
};
const TEXT = { state: 'queued', createdAt: ASKED + 10, settledAt: null, byWord: null, problem: null };

type Changes = Partial<Omit<StoryFacts, 'text' | 'intent'>> & { text?: object; intent?: object | null };

function storyWith({ text, intent, ...changes }: Changes): string[] {
  const facts = {
    actor: 'U1',
    events: [],
    isShared: false,
    reported: null,
    resent: null,
    isResent: false,
    held: null,
    isParked: false,
    ...changes,
    text: { ...TEXT, logId: null, cost: null, ...text },
    intent: intent === null ? null : { ...INTENT, ...intent },
  } as unknown as StoryFacts;
  return storyOf(facts).map(({ at, what: event, ...details }) =>
    [
      at ?? 'now',
      event,
      ...Object.values(details).flatMap(value => (value === 0 ? [] : [JSON.stringify(value)])),
    ].join(' '),
  );
}

const claimed = { what: 'claimed', at: 1020 } as const;
const uncertain = { what: 'uncertain', at: 2000, why: 'timeout' } as const;
const arrived = { what: 'arrived', at: 3000, by: 'U2' } as const;
const sent = { state: 'sent', settledAt: 1500, logId: '7', cost: '0.35' };

test.each<[string, Changes, string[]]>([
  [
    'sent at once',
    { text: sent, events: [claimed], reported: { at: 1600, channel: 'C1' } },
    [
      '1000 asked "U1" "command"',
      '1010 accepted 10',
      '1020 claimed 10',
      '1500 sent "7" "0.35" false',
      '1600 reported "C1"',
    ],
  ],
  [
    'of a request that is deleted, which waited',
    {
      text: sent,
      intent: null,
      events: [
        { what: 'waits', at: 1100, why: 'UNREACHABLE', times: 3 },
        { ...claimed, at: 1200 },
      ],
    },
    ['1010 accepted', '1100 waited "UNREACHABLE" 3', '1200 claimed 100', '1500 sent "7" "0.35" false'],
  ],
  [
    'kept back so that it could be undone, which is no wait for its turn',
    { text: { ...sent, undoUntil: 11_010, settledAt: 11_500 }, events: [{ ...claimed, at: 11_010 }] },
    [
      '1000 asked "U1" "command"',
      '1010 accepted 10',
      '1010 undoable 10000',
      '11010 claimed',
      '11500 sent "7" "0.35" false',
    ],
  ],
  [
    'on its way, for a held key',
    { held: 'INSUFFICIENT_CREDITS' },
    ['1000 asked "U1" "command"', '1010 accepted 10', 'now waits "INSUFFICIENT_CREDITS"'],
  ],
  [
    'of a paused broadcast',
    { isParked: true, intent: { rows: true } },
    ['1000 asked "U1" "broadcast"', '1010 accepted 10', 'now waits "paused"'],
  ],
  [
    'in its turn, of a schedule',
    { intent: { source: 'schedule' } },
    ['1000 asked "U1" "schedule"', '1010 accepted 10', 'now waits "turn"'],
  ],
  [
    'marked as sent after it was reported as uncertain',
    {
      text: { ...sent, settledAt: 3000, byWord: { by: 'U2', at: 3000 } },
      events: [claimed, uncertain, arrived],
      reported: { at: 2100, channel: 'C1' },
    },
    [
      '1000 asked "U1" "command"',
      '1010 accepted 10',
      '1020 claimed 10',
      '2000 uncertain "timeout"',
      '2100 reported "C1"',
      '3000 arrived "U2"',
    ],
  ],
  [
    'and answered after all',
    { text: { ...sent, settledAt: 4000 }, events: [claimed, uncertain, arrived] },
    [
      '1000 asked "U1" "command"',
      '1010 accepted 10',
      '1020 claimed 10',
      '2000 uncertain "timeout"',
      '3000 arrived "U2"',
      '4000 sent "7" "0.35" true',
    ],
  ],
  [
    'sent again, with others',
    {
      text: { state: 'uncertain', settledAt: 2000 },
      intent: { source: { feature: 'alerts', kind: 'alert', data: {} } },
      events: [claimed, uncertain],
      resent: { by: 'U2', at: 2500 },
      isShared: true,
    },
    [
      '1000 asked "U1" "by_itself"',
      '1010 accepted 10',
      '1020 claimed 10',
      '2000 uncertain "timeout"',
      '2500 resent "U2"',
      'now reported_together',
    ],
  ],
  [
    'refused, told',
    {
      text: { state: 'refused', settledAt: 1500, problem: { kind: 'EXPIRED' } },

      reported: { at: 1600, channel: 'C1' },
    },
    [
      '1000 asked "U1" "command"',
      '1010 accepted 10',
      '1500 refused {"kind":"EXPIRED"}',
      '1600 reported "C1"',
    ],
  ],
  [
    'cancelled',
    { text: { state: 'cancelled', settledAt: 1500 } },
    ['1000 asked "U1" "command"', '1010 accepted 10', '1500 cancelled'],
  ],
])('%s', (_, changes, story) => {
  expect(storyWith(changes)).toEqual(story);
});

test('a claim that came back leaves why, once however often, and no story grows for good', () => {
  let story = withWait([claimed], 'UNREACHABLE', 1100);
  for (let at = 1200; at < 1500; at += 100)
    story = withWait(withEvent(story, { ...claimed, at }), 'UNREACHABLE', at + 1);
  expect(story).toEqual([{ what: 'waits', at: 1100, why: 'UNREACHABLE', times: 4 }]);
  expect(withWait([claimed], null, 1100), 'it only came too late').toBeUndefined();
  for (let at = 0; at < 100; at += 1) story = withWait(story, at % 2 === 0 ? 'PACE' : 'UNANSWERED', at);
  expect(story).toHaveLength(12);
});
