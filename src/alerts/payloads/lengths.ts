import { cut } from '../../kit/slack-text.ts';

/**
 * Fields are cut to these lengths, in UTF-16 units, before anything searches them, so that no call takes long. Texts and posts show
 * less.
 */
const LENGTHS = {
  /** Names and places. */
  name: 1000,
  /** The name of a label or an annotation. */
  label: 200,
  /** Sentences, values, addresses. */
  words: 4000,
};

export const readable = (kind: keyof typeof LENGTHS, text: string): string => cut(text, LENGTHS[kind]);
