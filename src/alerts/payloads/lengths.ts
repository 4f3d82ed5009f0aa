import { cut } from '../../kit/slack-text.ts';

/**
 * How much of a field is read, in UTF-16 units: more than any text or post says of it. What a sender writes is cut to this
 * before anything searches it, so that no call takes long, whatever it is about.
 */
const LENGTHS = {
  /** What people call a thing, and where it is. */
  name: 1000,
  /** A label or an annotation: what it is called. */
  label: 200,
  /** Sentences, values, addresses. */
  words: 4000,
};

export const readable = (kind: keyof typeof LENGTHS, text: string): string => cut(text, LENGTHS[kind]);
