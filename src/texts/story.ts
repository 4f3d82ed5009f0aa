import type { Credits } from '../kit/credits.ts';
import type { HoldingCode, Problem } from '../kit/problem.ts';
import type { Intent } from './intent.ts';
import type { StoryEvent } from './store/story-events.ts';
import type { Text, UncertainReason, WaitReason } from './text.ts';

/** What the store knows of a text, for its story. */
export type StoryFacts = {
  text: Text;
  actor: string;
  events: readonly StoryEvent[];
  /** Null if its intent is deleted or unreadable. */
  intent: Intent | null;
  /** Its end is reported together with the other texts of its intent. */
  isShared: boolean;
  /** When its end was reported, and in which channel or to which person; null if it wasn't. */
  reported: { at: number; channel: string } | null;
  /** The user who sent it again; null if none did. */
  resent: { by: string; at: number } | null;
  /** It was sent again, even if it is no longer known by whom. */
  isResent: boolean;
  /** Why its key is held; null if it isn't. */
  held: HoldingCode | null;
  /** Its broadcast is paused. */
  isParked: boolean;
};

/** How a text was asked for. */
export type Asked = 'command' | 'form' | 'send_anyway' | 'resend' | 'schedule' | 'broadcast' | 'by_itself';

/** One thing that happened to a text, in the order of its story. `at`: null for what is so now. */
export type StoryLine = { at: number | null } & (
  | { what: 'asked'; by: string; how: Asked }
  /** `afterMs`: how long it took to find out who gets it. */
  | { what: 'accepted'; afterMs: number }
  /** It waited for so long, so that its sender could take it back. */
  | { what: 'undoable'; forMs: number }
  | { what: 'waited'; why: WaitReason; times: number }
  | { what: 'waits'; why: HoldingCode | 'paused' | 'turn' }
  | { what: 'claimed'; afterMs: number }
  | { what: 'uncertain'; why: UncertainReason }
  | { what: 'arrived'; by: string }
  /** `isLate`: the answer came after the text was uncertain. */
  | { what: 'sent'; logId: string | null; cost: Credits | null; isLate: boolean }
  | { what: 'refused'; problem: Problem | null }
  | { what: 'cancelled' }
  | { what: 'resent'; by: string }
  /** `channel`: a channel, or a person. */
  | { what: 'reported'; channel: string }
  | { what: 'reported_together' }
);

/** A text's story: what happened, when and why. Times are on the time line. */
export function storyOf(facts: StoryFacts): StoryLine[] {
  const { text, actor, events, intent, reported, resent, isShared } = facts;
  const { createdAt, undoUntil, settledAt } = text;
  const lines: StoryLine[] = [
    ...(intent ? [{ at: intent.acceptedAt, what: 'asked' as const, by: actor, how: howAsked(intent) }] : []),
    { at: createdAt, what: 'accepted', afterMs: intent ? createdAt - intent.acceptedAt : 0 },
    ...(undoUntil === undefined
      ? []
      : [{ at: createdAt, what: 'undoable' as const, forMs: undoUntil - createdAt }]),
    ...eventLines(events, undoUntil ?? createdAt),
    ...(settledAt === null ? [] : endLines(facts, settledAt)),
    ...(resent ? [{ at: resent.at, what: 'resent' as const, by: resent.by }] : []),
    ...(reported ? [{ what: 'reported' as const, ...reported }] : []),
  ];
  const inOrder = lines.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
  const now = nowLine(facts);
  const together = isShared && settledAt !== null;
  return [
    ...inOrder,
    ...(now ? [now] : []),
    ...(together ? [{ at: null, what: 'reported_together' as const }] : []),
  ];
}

function howAsked({ source, rows }: Intent): Asked {
  if (rows) return 'broadcast';
  return typeof source === 'string' ? source : 'by_itself';
}

/** @param mayGoAt from when the text may be sent */
function eventLines(events: readonly StoryEvent[], mayGoAt: number): StoryLine[] {
  return events.map((event, index) => {
    if (event.what === 'claimed') {
      const since = events[index - 1]?.at ?? mayGoAt;
      return { at: event.at, what: 'claimed', afterMs: event.at - since };
    }
    if (event.what === 'waits')
      return { at: event.at, what: 'waited', why: event.why, times: event.times ?? 1 };
    return event;
  });
}

/** The end that is certain. What a person said, and that nothing is certain, are events. */
function endLines({ text, events }: StoryFacts, at: number): StoryLine[] {
  const { state, byWord, logId, cost, problem } = text;
  if (state === 'refused') return [{ at, what: 'refused', problem }];
  if (state === 'cancelled') return [{ at, what: 'cancelled' }];
  if (state !== 'sent' || byWord) return [];
  return [{ at, what: 'sent', logId, cost, isLate: events.some(event => event.what === 'uncertain') }];
}

function nowLine({ text, held, isParked }: StoryFacts): StoryLine | null {
  if (text.state !== 'queued') return null;
  return { at: null, what: 'waits', why: isParked ? 'paused' : (held ?? 'turn') };
}
