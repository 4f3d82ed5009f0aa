import type { KnownBlock } from '@slack/types';
import type { ShowNumber } from '../../kit/number.ts';
import { context, section } from '../../kit/slack/elements.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Omitted } from '../../texts/recipient.ts';
import { leftOutLines } from '../../texts/slack/several/outcome.ts';
import type { Review } from '../service.ts';
import type { RowOutcome } from '../store/model.ts';

/** Some of those who are left out, and how many others are. */
export type NamedOut = { omitted: Omitted[]; more: number };

/** @param rows some of the rows that are left out */
export function namedOut({ broadcast }: Pick<Review, 'broadcast'>, rows: readonly RowOutcome[]): NamedOut {
  const omitted = rows.flatMap(({ who, number, problem }): Omitted[] =>
    problem ? [{ who: number === null ? who : { kind: 'number', number }, problem }] : [],
  );
  return { omitted, more: Math.max(0, broadcast.counts.leftOut - rows.length) };
}

/** Who gets a broadcast, who doesn't, and what they read: the longest text and a few others, exactly as they will arrive. */
export function whatBlocks(
  words: Wording,
  review: Pick<Review, 'broadcast'>,
  { omitted, more }: NamedOut,
  show: ShowNumber,
): KnownBlock[] {
  const its = words.broadcasts.review;
  const { size, counts, of: earlier } = review.broadcast;
  const { texts, parts, byParts, longest, samples } = size;
  const by = Object.entries(byParts).map(([count, people]) => ({ parts: Number(count), people }));
  const people = [
    its.people({ texts, leftOut: counts.leftOut }),
    ...leftOutLines(words, show, { omitted }),
    ...(more > 0 ? [its.moreLeftOut(more)] : []),
  ];
  return [
    section(people.join('\n')),
    ...(earlier === null ? [] : [context(its.repeats)]),
    ...(texts === 0 ? [] : [section(its.parts({ parts, by }))]),
    ...(longest === null || texts === 1 ? [] : [context(its.longest), exactly(longest)]),
    ...samples.flatMap(({ number, message }) => [context(its.sample(show(number))), exactly(message)]),
  ];
}

/**
 * What it will cost, how long it will take, and what the regulator says of it.
 *
 * @param reader whether they are its author, and what to tell them if it should be in Bangla and isn't
 */
export function planBlocks(
  words: Wording,
  review: Review,
  reader: { isAuthor: boolean; notBangla: string },
): KnownBlock[] {
  const its = words.broadcasts.review;
  const { texts } = review.broadcast.size;
  const waits = review.affordable === null ? null : texts - review.affordable;
  return [
    ...(texts === 0 ? [] : [section([its.cost({ ...review, waits }), its.time(review)].join('\n'))]),
    ...(review.dayRoom ? [section(its.dayRoom({ ...review.dayRoom, isAuthor: reader.isAuthor }))] : []),
    ...(review.shouldBeInBangla ? [section(reader.notBangla)] : []),
  ];
}

const exactly = (text: string): KnownBlock => ({
  type: 'section',
  text: { type: 'plain_text', text, emoji: false },
});
