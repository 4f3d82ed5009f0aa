import type { KnownBlock } from '@slack/types';
import { StorageError } from '../store/errors.ts';
import type { Wording } from '../words/wording.ts';
import { section } from './elements.ts';

/** The ids of the blocks before a form's fields start like this: they change while what was typed stays. */
const NEWS = 'news_';

/** What came of the last press, above what a modal shows; whoever closed it early is told this, and nothing else of it. */
export const newsBlock = (line: string, index = 0): KnownBlock => ({
  ...section(line),
  block_id: `${NEWS}${index}`,
});
export const isFirstNews = ({ block_id: id }: KnownBlock): boolean => id === `${NEWS}0`;

/**
 * A form's blocks with new messages before the fields. The fields are returned as Slack sent them, under their ids, so
 * everything typed stays as it is.
 */
export function withNews(shown: readonly KnownBlock[], news: readonly string[]): KnownBlock[] {
  const fields = shown.filter(block => !block.block_id?.startsWith(NEWS));
  const lines = news.map(newsBlock);
  return [...lines, ...fields];
}

/** Why a form wasn't saved, or may not have been. */
export function failureNews({ settings }: Wording, error: unknown): string {
  const unsure = error instanceof StorageError && error.unsure;
  return unsure ? settings.saveUnsure : settings.notSaved(settings.storeAway);
}
