import type { ShownBlock } from '../../../kit/slack/charts.ts';
import { context } from '../../../kit/slack/elements.ts';
import { MAX_VIEW_BLOCKS } from '../../../kit/slack/limits.ts';
import { inView } from '../../../kit/slack/message.ts';

/** The blocks of one thing on a Home tab. `mayShrink`: its end may be left out. */
export type HomeGroup = { blocks: readonly ShownBlock[]; mayShrink: boolean };

/** The most blocks that Slack may get for one. */
const sizeOf = (blocks: readonly ShownBlock[]): number =>
  blocks.reduce((sum, block) => sum + (block.type === null ? Math.max(1, block.plain.length) : 1), 0);

/**
 * All parts as one page of at most as many blocks as Slack takes. If there are more, the longest parts that may shrink lose
 * their ends, and say that there is more.
 *
 * @param more the sentence that says so
 */
export function fitPage(
  parts: readonly HomeGroup[],
  more: string,
  most: number = MAX_VIEW_BLOCKS,
): ShownBlock[] {
  const fitted = parts.map(({ blocks, mayShrink }) => ({ blocks: inView(blocks), mayShrink }));
  const fixed = sizeOf(fitted.flatMap(({ blocks, mayShrink }) => (mayShrink ? [] : blocks)));
  const limit = mostEach(
    fitted.flatMap(({ blocks, mayShrink }) => (mayShrink ? sizeOf(blocks) : [])),
    most - fixed,
  );
  return fitted.flatMap(({ blocks, mayShrink }) =>
    mayShrink && sizeOf(blocks) > limit ? [...beginning(blocks, limit - 1), context(more)] : blocks,
  );
}

/** The most blocks for each part, so that together they have no more than `room`. */
function mostEach(sizes: readonly number[], room: number): number {
  let limit = Math.max(2, ...sizes);
  const together = (): number => sizes.reduce((sum, size) => sum + Math.min(size, limit), 0);
  while (limit > 2 && together() > room) limit -= 1;
  return limit;
}

function beginning(blocks: readonly ShownBlock[], room: number): ShownBlock[] {
  const end = blocks.findIndex((_, index) => sizeOf(blocks.slice(0, index + 1)) > room);
  return blocks.slice(0, end === -1 ? blocks.length : end);
}
