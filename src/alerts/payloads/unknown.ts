import { abridged } from '../../kit/slack-text.ts';
import type { PayloadProblem } from './payload.ts';

/** How much of what was seen is said. */
const NAMES = 5;
const NAME_CHARACTERS = 24;

/** What a body has that nobody whom we know sends, and what would have been understood. */
export function unknownBody(body: unknown): PayloadProblem {
  return {
    field: null,
    ...(typeof body === 'object' && body !== null && !Array.isArray(body)
      ? { seen: topLevelNames(body) }
      : {}),
    error: `The body ${seenIn(body)}: nothing that could be texted, such as a "title" or a "message".`,
  };
}

function seenIn(body: unknown): string {
  if (Array.isArray(body)) return 'is a list';
  if (body === null) return 'is null';
  if (typeof body !== 'object') return `is a ${typeof body === 'string' ? 'text' : typeof body}`;
  const names = topLevelNames(body);
  if (names.length === 0) return 'is an empty object';
  const more = Object.keys(body).length - names.length;
  return `has ${names.map(name => `"${name}"`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Some of a body's own names, made harmless: short, of letters, and no long numbers. */
function topLevelNames(body: object): string[] {
  return Object.keys(body)
    .slice(0, NAMES)
    .map(name => nameSeen(name));
}

/** A name or a path in a body, which may hold anything, as far as it may be shown and kept. */
export function nameSeen(name: string, characters = NAME_CHARACTERS): string {
  return abridged(name.replace(/[^\p{L}\p{M}\p{N}_.[\] -]+/gu, '?').replace(/\p{Nd}{5,}/gu, '…'), characters);
}
