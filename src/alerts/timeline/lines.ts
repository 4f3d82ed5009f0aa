import { type Wording, wordLeftOut } from '../../kit/words/wording.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { fromKey, type Responder } from '../alert.ts';
import type { TimelineEntry } from '../policy/timeline-entry.ts';
import type { IncidentTimeline } from './timeline.ts';

/* The words of timelines: the same in a modal, on a page and in a file, which show people and times each in their way. */

/** How a place shows people, times and what senders wrote. */
export type TimelineShowing = {
  number(number: string): string;
  responder(by: Responder): string;
  recipient(recipient: Recipient): string;
  /** A time of day. */
  time(at: number): string;
  /** What a sender wrote. */
  text(text: string): string;
};

/** The names of an incident's alerts. */
export const namesOf = (
  { names }: IncidentTimeline,
  { timeline }: Wording,
  { text }: TimelineShowing,
): string => names.map(text).join(', ') || timeline.counted;

/** When it began and ended, and how long it took until it was acknowledged. @param named its alerts */
export const incidentLine = (
  { startedAt, endedAt, acknowledgedMs }: IncidentTimeline,
  named: string,
  { timeline }: Wording,
  { time }: TimelineShowing,
): string =>
  timeline.incident({
    named,
    at: time(startedAt),
    over: endedAt === null ? '' : time(endedAt),
    tookMs: acknowledgedMs,
  });

/** What an entry says, without its time. */
export function entryLine(entry: TimelineEntry, words: Wording, showing: TimelineShowing): string {
  const { event, count, names = [], by, until, step = 0, problem } = entry;
  const sentence = words.timeline.happened[event];
  if (typeof sentence === 'string') return sentence;
  return sentence({
    count,
    named: names.map(showing.text).join(', '),
    to: peopleOf(entry, words, showing),
    by: by ? showing.responder(by) : '',
    until: until === undefined ? '' : showing.time(until),
    step,
    because: problem ? wordLeftOut(words, problem) : '',
  });
}

function peopleOf(
  { event, to = [], count }: TimelineEntry,
  { alerts: { post } }: Wording,
  { number, recipient }: TimelineShowing,
): string {
  const people = to.map(each => {
    if (event !== 'asked') return number(each);
    const person = recipientIn(each);
    return person ? recipient(person) : '•';
  });
  const more = count - to.length;
  const named = [...new Set(people)].join(', ');
  return more > 0 ? post.andMore({ named, more }) : named;
}

/** The recipient with this key; null if erasing a person has left a key that no recipient has. */
export function recipientIn(key: string): Recipient | null {
  try {
    return fromKey(key);
  } catch {
    return null;
  }
}

/** All lines of an incident, oldest first, each after its time. */
export const timelineLines = (
  { entries, dropped }: Pick<IncidentTimeline, 'entries' | 'dropped'>,
  words: Wording,
  showing: TimelineShowing,
): string[] =>
  entries.map((entry, index) => {
    const line = `${showing.time(entry.at)}: ${entryLine(entry, words, showing)}`;
    return index === 0 && dropped > 0 ? `${line} ${words.timeline.dropped(dropped)}` : line;
  });
