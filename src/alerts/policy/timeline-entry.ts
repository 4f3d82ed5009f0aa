import { z } from 'zod';
import { addCounts, countSchema } from '../../kit/json.ts';
import { type Problem, problemSchema } from '../../kit/problem.ts';
import { abridged } from '../../kit/slack-text.ts';
import { placed, type Responder, responderSchema } from '../alert.ts';
import { MAX_NAME } from './channel/alert-summary.ts';
import { HAPPENINGS } from './channel/channel-update.ts';
import { type Incident, isShown } from './incidents/state.ts';

/*
 * What a decision adds to the timelines of incidents. Like calls of a storm, alike entries of one decision are one entry with a count.
 */

/**
 * Besides the happenings that a post is told:
 *
 * fired      alerts fired: a call came and was understood
 * folded     alerts fired again so soon that no text of their own goes out
 * ended      alerts ended
 * lapsed     alerts expired before their sender said that they ended
 * muted      a mute covers alerts
 * unmuted    the mute that covered alerts is over
 * asked      a step's recipients, or others whom a responder added, are to be texted
 * texted     texts were handed over for these numbers
 * accepted   the SMS service accepted them; `uncertain`: it may have; `unsent`: they didn't go, and `problem` says why
 * over       the incident is over
 */
export const TIMELINE_EVENTS = [
  ...HAPPENINGS,
  'fired',
  'folded',
  'ended',
  'lapsed',
  'muted',
  'unmuted',
  'asked',
  'texted',
  'accepted',
  'uncertain',
  'unsent',
  'over',
] as const;
export type TimelineEvent = (typeof TIMELINE_EVENTS)[number];

export const timelineEntrySchema = z.object({
  event: z.enum(TIMELINE_EVENTS),
  at: z.number(),
  by: responderSchema.optional(),
  until: z.number().optional(),
  /** The number of its alerts or numbers; 0 if it is about neither. */
  count: countSchema,
  /** The first of its alerts' names. */
  names: z.array(z.string()).optional(),
  /** The keys of the first recipients, or the first numbers. */
  to: z.array(z.string()).optional(),
  /** The step of the escalation, from 1. */
  step: z.int().optional(),
  problem: problemSchema.optional(),
  /** The timeline of another incident counts these texts, which tell of both. */
  isShared: z.boolean().optional(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** An entry, and the incident whose timeline gets it. `since`: with its id, identifies it even if ids begin again. */
export const timelineNoteSchema = timelineEntrySchema.extend({
  incident: z.int(),
  since: z.number(),
  post: z.int(),
});
export type TimelineNote = z.infer<typeof timelineNoteSchema>;

type Details = {
  by?: Responder | undefined;
  until?: number | undefined;
  alert?: { name: string; place: string; count: number };
  to?: readonly string[];
  step?: number;
  problem?: Problem | undefined;
  isShared?: boolean;
};

/** The most names and the most recipients of an entry; the remaining ones are only counted. */
const MAX_NAMES = 3;
const MAX_TO = 20;

export type TimelineNotes = {
  add(incident: Incident, event: TimelineEvent, details?: Details): void;
  /** All notes by hook, in the order in which they were added. */
  byHook(): Map<string, TimelineNote[]>;
};

/** The notes of one decision. Tests and ends of unknown alerts have no timeline. */
export function createTimelineNotes(now: number): TimelineNotes {
  const notes = new Map<string, { hook: string; note: TimelineNote }>();
  return {
    add({ id, hook, since, post, kind }, event, { alert, to = [], ...details } = {}) {
      if (!isShown(kind)) return;
      const key = JSON.stringify([id, event, details]);
      const added = notes.get(key) ?? {
        hook,
        note: { incident: id, since, post, event, at: now, count: 0, ...details },
      };
      notes.set(key, added);
      const { note } = added;
      const more = to.filter(each => !note.to?.includes(each));
      note.count = addCounts(note.count, alert?.count ?? more.length);
      if (alert) note.names = withFirst(note.names, [abridged(placed(alert), MAX_NAME)], MAX_NAMES);
      if (more.length > 0) note.to = withFirst(note.to, more, MAX_TO);
    },
    byHook() {
      const byHook = Map.groupBy(notes.values(), ({ hook }) => hook);
      return new Map([...byHook].map(([hook, added]) => [hook, added.map(({ note }) => note)]));
    },
  };
}

function withFirst(before: readonly string[] = [], more: readonly string[], limit: number): string[] {
  return before.length >= limit ? [...before] : [...new Set([...before, ...more])].slice(0, limit);
}
