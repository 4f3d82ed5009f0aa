import { z } from 'zod';
import { parseDay } from '../days.ts';
import { localNumber } from '../decisions.ts';
import { entryStates } from '../delivery/states.ts';
import type { LogQuery } from '../store/log-search.ts';
import type { Problem } from './forms.ts';

/** What somebody typed into the search of the log. */
export interface TypedSearch {
  number: string;
  day: string;
  state: string;
}

const searchSchema = z.object({
  number: z.string().max(40).default(''),
  day: z.string().max(40).default(''),
  state: z
    .enum(['', ...entryStates])
    .catch('')
    .default(''),
  before: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/)
    .optional()
    .catch(undefined),
});

/** Reads a search, or says what is wrong with it. Numbers may contain spaces and hyphens. */
export function readSearch(query: Record<string, string>): {
  typed: TypedSearch;
  query: LogQuery;
  problem?: Problem;
} {
  const parsed = searchSchema.safeParse(query);
  if (!parsed.success) return { typed: { number: '', day: '', state: '' }, query: {}, problem: 'form' };
  const { before, ...typed } = parsed.data;
  const number = typed.number.trim() === '' ? undefined : localNumber(typed.number.replace(/[\s-]/g, ''));
  const day = typed.day.trim() === '' ? undefined : parseDay(typed.day.trim());
  if (number === null) return { typed, query: {}, problem: 'number' };
  if (day === null) return { typed, query: {}, problem: 'day' };
  const [sentAt, logId] = before?.split('-').map(Number) ?? [];
  const state = typed.state === '' ? undefined : typed.state;
  const place = sentAt === undefined || logId === undefined ? undefined : { sentAt, logId };
  return { typed, query: { number, day, state, before: place } };
}

/** The address of the page that continues after an entry. */
export function pageAfter(typed: TypedSearch, last: { sentAt: number; logId: number }): string {
  const filled = Object.entries(typed).filter(([, value]) => value !== '');
  return `/log?${new URLSearchParams([...filled, ['before', `${last.sentAt}-${last.logId}`]])}`;
}
