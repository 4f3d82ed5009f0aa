import type { ShiftHours } from '../../domain/rota.ts';
import type { Labelled } from '../parts.ts';

/** Who is on call: null is nobody. Until when: null where nothing is planned that ends it. */
export type ShownOnCall = {
  rota: string;
  who: string | null;
  until: number | null;
  next: string | null;
};

/** Rotas: who is on call when. Names come in harmless; moments are times of day. */
export type RotasWording = {
  title: string;
  /** Over who is on call now. */
  now: string;
  /** So many are not shown. */
  more(count: number): string;
  intro: string;
  none: string;
  /** To somebody who can't make one. */
  noneYet: string;
  /** In `/sms oncall NAME`. */
  unknown(name: string): string;
  /** Below times. */
  zone: string;
  onCall(now: ShownOnCall): string;
  /** What is planned of a rota in the list. */
  plan(rota: { people: string[]; hours: ShiftHours; weekday: number; time: string }): string;
  /** Somebody stands in; `who` null: nobody is on call. */
  standsIn(override: { who: string | null; from: number; to: number; by: string }): string;
  add: string;
  change: string;
  delete: string;
  standIn: string;
  /** Opens the list. */
  manage: string;
  confirmDelete: { title: string; text(name: string): string; confirm: string; deny: string };
  deleted(name: string): string;
  formTitle: { make: string; change: string };
  make: string;
  saved(name: string): string;
  gone: string;
  changedMeanwhile: string;
  taken(name: string): string;
  tooMany(limit: number): string;
  hours: Record<ShiftHours, string>;
  /** @param day 0 is Sunday */
  weekday(day: number): string;
  field: {
    name: Labelled;
    people: Labelled;
    hours: Labelled;
    weekday: Labelled;
    time: Labelled;
    channel: Labelled;
    texts: Labelled & { yes: string };
  };
  wrong: {
    nobody: string;
    tooMany(limit: number): string;
    notPeople: string;
    time: string;
    /** Somebody or a group has this name. */
    nameTaken(name: string): string;
  };
  preview: { title: string; nothing: string };
  /** A line of the preview; `until` null: nothing is planned that ends it. */
  stint(stint: { who: string | null; from: number; until: number | null }): string;
  standIns: {
    title: string;
    /** @param mine they may only give away their own time */
    intro(rota: string, mine: boolean): string;
    none: string;
    end: string;
    confirmEnd: { title: string; text: string; confirm: string; deny: string };
    save: string;
    saved: string;
    ended: string;
    tooMany(limit: number): string;
    field: {
      who: Labelled;
      nobody: Labelled & { yes: string };
      fromDate: Labelled;
      fromTime: Labelled;
      toDate: Labelled;
      toTime: Labelled;
    };
    wrong: {
      who: string;
      one: string;
      missing: string;
      order: string;
      over: string;
      far: string;
      notYours: string;
      notInRota: string;
    };
  };
  /** In the channel, at a hand-over. */
  handOver(now: ShownOnCall): string;
  /** To the phone of whoever comes on: plain letters in English, so that it is one part. */
  text(now: Pick<ShownOnCall, 'rota' | 'until'>): string;
  /** That text didn't go; the reasons follow. */
  notTexted(rota: string): string;
};
