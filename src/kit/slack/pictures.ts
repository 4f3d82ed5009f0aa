import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import { DAY_MS } from '../day.ts';
import type { Temporary } from '../store/temporary.ts';
import type { ChartBlock, Picture, ShownBlock } from './charts.ts';
import { MAX_CHARTS } from './limits.ts';
import { slackFailure } from './web-api.ts';

/** A block as Slack gets it. */
export type TakenBlock = KnownBlock | ChartBlock;

/** Where Slack shows blocks. It may take a chart or table in one and not in the other. */
type ShownIn = 'message' | 'home';

const PICTURE_TYPES = ['data_table', 'data_visualization'] as const;
type PictureType = (typeof PICTURE_TYPES)[number];

export type Pictures = {
  /**
   * Gives Slack charts and tables as its own blocks, where the workspace's Slack takes them. If it refuses the call because of them, calls it
   * again with plain blocks, and keeps to these for a day.
   *
   * @param call sends the blocks to Slack
   * @throws what `call` throws, unless plain blocks can help
   */
  show<T>(
    workspace: string,
    shownIn: ShownIn,
    blocks: readonly ShownBlock[],
    call: (blocks: TakenBlock[]) => Promise<T>,
  ): Promise<T>;
};

/** How long a refusal is remembered. Then Slack may have learnt the block. */
const REMEMBERED_MS = DAY_MS;
const rememberedSchema = z.array(z.enum(PICTURE_TYPES));
const documentOf = (shownIn: ShownIn): string => `blocks-refused-${shownIn}`;

export function createPictures({ temporary, log }: { temporary: Temporary; log: Log }): Pictures {
  /** Without an answer of the store, Slack is asked. */
  async function refusedBefore(workspace: string, shownIn: ShownIn): Promise<PictureType[]> {
    try {
      return (await temporary.get(workspace, documentOf(shownIn), rememberedSchema)) ?? [];
    } catch (error) {
      log.warn({ err: error }, 'can’t read which blocks Slack refused');
      return [];
    }
  }

  /** Never throws: Slack already has the content. */
  async function remember(workspace: string, shownIn: ShownIn, refused: Iterable<PictureType>) {
    try {
      await temporary.set(workspace, documentOf(shownIn), [...refused], REMEMBERED_MS);
    } catch (error) {
      log.warn({ err: error }, 'can’t remember which blocks Slack refused');
    }
  }

  return {
    async show(workspace, shownIn, blocks, call) {
      const present = new Set(picturesIn(blocks).map(({ own }) => own.type));
      if (present.size === 0) return call(taken(blocks, present));
      const refused = new Set(await refusedBefore(workspace, shownIn));
      for (let isNew = false; ; isNew = true) {
        try {
          const answer = await call(taken(blocks, refused));
          // Only now is it known that the refusal was about these blocks.
          if (isNew) await remember(workspace, shownIn, refused);
          return answer;
        } catch (error) {
          const more = refusedNow(
            error,
            [...present].filter(type => !refused.has(type)),
          );
          if (more.length === 0) throw error;
          for (const type of more) refused.add(type);
        }
      }
    },
  };
}

/** The blocks to give Slack, with pictures of `refused` types, and charts beyond the most it takes, as plain blocks. */
function taken(blocks: readonly ShownBlock[], refused: ReadonlySet<PictureType>): TakenBlock[] {
  const charts = picturesIn(blocks).filter(({ own }) => own.type === 'data_visualization');
  const tooMany = new Set(charts.slice(MAX_CHARTS));
  return blocks.flatMap((block): readonly TakenBlock[] => {
    if (block.type !== null) return [block];
    return refused.has(block.own.type) || tooMany.has(block) ? block.plain : [block.own];
  });
}

const picturesIn = (blocks: readonly ShownBlock[]): Picture[] => blocks.filter(block => block.type === null);

/** Slack's errors about the content of a message, and of a view. */
const ABOUT_CONTENT: ReadonlySet<string> = new Set(['invalid_blocks', 'invalid_arguments']);

/** The types that an error of Slack's is about: those it names, or else all that it was given. */
function refusedNow(error: unknown, present: readonly PictureType[]): readonly PictureType[] {
  const failure = slackFailure(error);
  if (failure.kind !== 'refused' || !ABOUT_CONTENT.has(failure.error)) return [];
  const { data } = error as { data?: { response_metadata?: { messages?: string[] } } };
  const sentences = data?.response_metadata?.messages ?? [];
  const named = present.filter(type => sentences.some(sentence => sentence.includes(type)));
  return named.length > 0 ? named : present;
}

/** A message with plain blocks only. */
export function asPlain<M extends { blocks?: ShownBlock[] }>(
  message: M,
): Omit<M, 'blocks'> & { blocks?: TakenBlock[] } {
  const { blocks, ...more } = message;
  return blocks ? { ...more, blocks: taken(blocks, new Set(PICTURE_TYPES)) } : more;
}
