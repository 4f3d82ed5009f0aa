import { z } from 'zod';
import { dayOf } from '../kit/day.ts';
import { fold } from '../kit/name-matching.ts';
import { soughtName, soundsIn } from '../kit/name-sounds.ts';
import { type LocalNumber, toAscii } from '../kit/number.ts';
import type { HistoryEntry } from '../texts/store/model.ts';

/* What people look for among the texts of their workspace. Pure. */

/** Where a text comes from. */
export const SOURCES = ['people', 'broadcast', 'workflow', 'hook', 'rota'] as const;
export type LogSource = (typeof SOURCES)[number];

/** States as people tell them apart. */
export const STATES = ['waiting', 'sent', 'by_word', 'uncertain', 'refused', 'cancelled'] as const;
export type LogState = (typeof STATES)[number];

/** The most characters that people search for. */
export const MAX_SOUGHT = 60;

export const filterSchema = z.object({
  /** True: only the viewer's own texts. */
  mine: z.boolean(),
  typed: z.string().max(MAX_SOUGHT),
  /** A user id. */
  person: z.string().nullable(),
  source: z.enum(SOURCES).nullable(),
  state: z.enum(STATES).nullable(),
  /** See `dayOf`. */
  day: z.int().nullable(),
});
export type LogFilter = z.infer<typeof filterSchema>;

export const ALL_OF_MINE: LogFilter = {
  mine: true,
  typed: '',
  person: null,
  source: null,
  state: null,
  day: null,
};

export const sourceOf = ({
  actor,
  isOfBroadcast,
}: Pick<HistoryEntry, 'actor' | 'isOfBroadcast'>): LogSource => {
  if (isOfBroadcast) return 'broadcast';
  return actor === 'workflow' || actor === 'hook' || actor === 'rota' ? actor : 'people';
};

export const stateOf = ({ state, byWord }: Pick<HistoryEntry, 'state' | 'byWord'>): LogState => {
  if (byWord) return 'by_word';
  return state === 'queued' || state === 'sending' ? 'waiting' : state;
};

/** The sender whose texts have an index of their own; null: those of all. */
export function actorOf({ mine, person, source }: LogFilter, viewer: string): string | null {
  if (mine) return viewer;
  if (person !== null) return person;
  return source === 'workflow' || source === 'hook' || source === 'rota' ? source : null;
}

/** Everything but what was typed. */
export const isAmong = (text: HistoryEntry, { source, state, day }: LogFilter): boolean =>
  (source === null || sourceOf(text) === source) &&
  (state === null || stateOf(text) === state) &&
  (day === null || dayOf(text.madeAt) === day);

/** What the viewer sees of a text. `message`: null if its words aren't for them. */
export type VisibleText = { number: LocalNumber; shown: string; message: string | null };

const MIN_DIGITS = 4;

/**
 * How to look for what was typed: digits are the end of a number, anything else is in the recipient's name, in either script, or
 * in the text's words. Null: nothing was typed.
 *
 * @param isMasked the viewer sees only the last four digits of a number, so no more of them count
 */
export function matcherOf(typed: string, isMasked: boolean): ((visible: VisibleText) => boolean) | null {
  const sought = fold(typed.trim());
  if (sought === '') return null;
  const ascii = toAscii(typed);
  const digits = /^\+?[\d\s()-]+$/.test(ascii) ? ascii.replaceAll(/\D/g, '') : '';
  const { sounds } = soughtName(typed, false);
  const saysIt = ({ shown, message }: VisibleText): boolean =>
    fold(shown).includes(sought) ||
    (message !== null && fold(message).includes(sought)) ||
    (sounds !== null && soundsIn(shown).includes(sounds));
  if (digits.length < MIN_DIGITS) return saysIt;
  const end = isMasked ? digits.slice(-MIN_DIGITS) : digits.slice(-11);
  return ({ number, message }) =>
    number.endsWith(end) || (message !== null && fold(message).includes(sought));
}
