import { z } from 'zod';
import { HOLDING_CODES } from '../../kit/problem.ts';
import { UNCERTAIN_REASONS, WAIT_REASONS, type WaitReason } from '../text.ts';

/*
 * What happened to a text that its other fields don't say, for its story (../story.ts). Written together with changes of the
 * text that happen anyway. Times are on the time line.
 */

const storyEventSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('claimed'), at: z.int() }),
  /** `times`: how often in a row, if more than once. */
  z.object({
    what: z.literal('waits'),
    at: z.int(),
    why: z.enum([...WAIT_REASONS, ...HOLDING_CODES]),
    times: z.int().optional(),
  }),
  z.object({ what: z.literal('uncertain'), at: z.int(), why: z.enum(UNCERTAIN_REASONS) }),
  /** A person said that the text arrived. */
  z.object({ what: z.literal('arrived'), at: z.int(), by: z.string() }),
]);
export type StoryEvent = Readonly<z.infer<typeof storyEventSchema>>;

/** A text that waits for a day with two reasons in turn would have hundreds. */
const MAX_EVENTS = 12;
export const storySchema = z.array(storyEventSchema);

export function withEvent(story: readonly StoryEvent[] | undefined, event: StoryEvent): StoryEvent[] {
  return [...(story ?? []), event].slice(-MAX_EVENTS);
}

/** A claim that ended without a request leaves only the reason why the text waits again; `why` null: there is none. */
export function withWait(
  story: readonly StoryEvent[] | undefined,
  why: WaitReason | null,
  at: number,
): StoryEvent[] | undefined {
  const before = story?.at(-1)?.what === 'claimed' ? story.slice(0, -1) : (story ?? []);
  const last = before.at(-1);
  if (why === null) return before.length > 0 ? [...before] : undefined;
  if (last?.what !== 'waits' || last.why !== why) return withEvent(before, { what: 'waits', at, why });
  return [...before.slice(0, -1), { ...last, times: (last.times ?? 1) + 1 }];
}
