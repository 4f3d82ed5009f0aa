import type { Repeat } from '../../domain/recurrence.ts';
import type { Labelled } from '../parts.ts';

/** A moment as a clock in somebody's zone shows it. */
export type ShownMoment = { local: string; zone: string };
/** The next run, and how it repeats. */
export type ShownWhen = ShownMoment & { repeat: Repeat | null; until: string | null; times: number | null };

/** What is to be sent later. */
export type SchedulesWording = {
  title: string;
  changeTitle: string;
  /** Of the form that says when a broadcast goes out, and what it says. */
  laterTitle: string;
  laterHint: string;
  /** On a submit button. */
  schedule: string;
  save: string;
  field: {
    when: Labelled & { now: string; later: string };
    at: Labelled;
    repeat: Labelled & { never: string } & Record<Repeat, string>;
    until: Labelled;
    times: Labelled;
  };
  wrong: {
    missing: string;
    soon: string;
    until: string;
    times(limit: number): string;
    both: string;
  };
  /** In the form, of what is chosen there. */
  goes(when: ShownWhen): string;
  /** Somebody asked for it just now. */
  planned(one: ShownWhen & { to: string }): string;
  changed(one: ShownWhen & { to: string }): string;
  /** Beside when it goes out: that is far off. */
  far(ms: number): string;
  /** The same of a promotional broadcast, which may not go out at that hour. */
  atNight(hours: { from: string; to: string }): string;
  full(limit: number): string;
  gone: string;
  skipped(one: { to: string; skipped: ShownMoment; next: ShownMoment | null }): string;
  cancelled(to: string): string;
  /** One of a list. `words`: how its message begins. `by`: null: the reader. */
  line(one: ShownWhen & { to: string; words: string; by: string | null }): string;
  /** A run that was too late and waits for its author; in a list, after the rest. */
  lateLine(moment: ShownMoment): string;
  intro: string;
  /** A manager sees everybody's. */
  introAll: string;
  none: string;
  /** What its author is told, of a run or of all there was to come. */
  news: {
    late(one: ShownMoment & { to: string; missed: number }): string;
    missed(one: ShownMoment & { to: string; runs: number }): string;
    refused(one: ShownMoment & { to: string; because: string }): string;
    /** A broadcast's run began: only what is different is said. `approved`: how many texts its approval saw. */
    began(
      one: ShownMoment & {
        to: string;
        texts: number;
        before: number;
        unaffordable: number;
        approved: number | null;
        awaits: boolean;
      },
    ): string;
    forgotten: string;
    unreadable(id: string): string;
  };
  sentNow(to: string): string;
  notSent(to: string): string;
  button: {
    /** Opens the list of so many. */
    all(count: number): string;
    change: string;
    /** Of a broadcast: when it goes, and everything else. */
    changeTimes: string;
    copy: string;
    skip: string;
    cancel: string;
    sendNow: string;
    skipLate: string;
    later: string;
  };
  confirmCancel: { title: string; text: string; confirm: string; deny: string };
};
