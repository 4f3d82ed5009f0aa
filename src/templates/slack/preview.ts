import type { KnownBlock } from '@slack/types';
import type { PastCost } from '../../kit/credits.ts';
import { context } from '../../kit/slack/elements.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { measure } from '../../texts/draft.ts';
import {
  fillIn,
  hasStop,
  NAME_KEY,
  type Pieces,
  parsePlaceholders,
  placeholdersIn,
  STOP_KEY,
} from '../../texts/placeholders.ts';
import type { StopLinks } from '../../texts/text-links.ts';

/** A template as somebody would get it whom we know everything about; null: it can't be read. */
export function sampleOf(words: Wording, text: string, stopLinks: Pick<StopLinks, 'sample'>): string | null {
  const read = parsePlaceholders(text);
  return read.ok ? filled(words, read.pieces, stopLinks) : null;
}

function filled(words: Wording, pieces: Pieces, stopLinks: Pick<StopLinks, 'sample'>): string | null {
  const named = new Map(placeholdersIn(pieces).map(({ key, name }) => [key, name]));
  const sample = fillIn(pieces, key => {
    if (key === NAME_KEY) return words.templates.preview.somebody;
    if (key === STOP_KEY) return stopLinks.sample();
    const name = named.get(key);
    // In brackets: nobody should take the name of a column, perhaps a misspelt one, for what is in it.
    return name === undefined ? null : `(${name})`;
  });
  return sample.ok ? sample.text.trim() : null;
}

/**
 * What a template comes to, as far as it is typed.
 *
 * @param past what a part has cost; null: that isn't known
 */
export function previewBlocks(
  words: Wording,
  text: string,
  stopLinks: Pick<StopLinks, 'sample' | 'isPossible'>,
  past: PastCost | null,
): KnownBlock[] {
  const { preview, wrong } = words.templates;
  const read = parsePlaceholders(text.trim());
  if (text.trim() === '') return [context(preview.nothing)];
  if (!read.ok) {
    const { kind: fault, near } = read.fault;
    return [context(`:warning: ${wrong.broken({ fault, near: harmless(near, 24) })}`)];
  }
  const sample = filled(words, read.pieces, stopLinks) ?? '';
  const measured = measure({ message: sample }, past);
  const all = placeholdersIn(read.pieces);
  const needs = all.filter(({ key, fallback }) => key !== STOP_KEY && fallback === null);
  const names = [...new Set(needs.map(({ name }) => harmless(name, 40)))];
  const hasDeadLink = all.some(({ key }) => key === STOP_KEY) && !stopLinks.isPossible();
  return [
    context(preview.title),
    { type: 'section', text: { type: 'plain_text', text: sample || '…', emoji: false } },
    ...(measured ? [context(words.compose.measure(measured))] : []),
    ...(names.length > 0 ? [context(preview.needs(names))] : []),
    ...(hasDeadLink ? [context(`:warning: ${wrong.stopLink}`)] : []),
  ];
}

/** Why a template can't be sent as it is; null: nothing is wrong with it. */
export function templateProblem({ templates }: Wording, text: string, linksWork: boolean): string | null {
  const read = parsePlaceholders(text.trim());
  if (!read.ok) {
    return templates.wrong.broken({ fault: read.fault.kind, near: harmless(read.fault.near, 24) });
  }
  return hasStop(read.pieces) && !linksWork ? templates.wrong.stopLink : null;
}
