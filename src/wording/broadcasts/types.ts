import type { Labelled } from '../parts.ts';

/** A broadcast before it starts: its form, and the review of what it comes to. */
export type BroadcastsWording = {
  title: string;
  /** The buttons that open the form. */
  make: string;
  textMany: string;
  field: {
    to: Labelled;
    pasted: Labelled;
    template: Labelled;
    message: Labelled;
    kind: Labelled & { service: string; promotional: string };
    channel: Labelled;
  };
  /** The button that leads to an import, and what that does. */
  fromFile: { button: string; hint: string };
  /** Submits the form. */
  toReview: string;
  wrong: { nobody: string; tooMany(limit: number): string };
  preview: {
    nothing: string;
    /** Before those are left out who are named twice. */
    recipients(count: number): string;
    /** Over what somebody will read. */
    example: string;
  };
  /** While rows are fixed. `done` null: nobody knows yet how many there are. */
  working(progress: { done: number; all: number } | null): string;
  workingHint: string;
  review: {
    /** How many get a text, and how many don't. */
    people(sums: { texts: number; leftOut: number }): string;
    moreLeftOut(count: number): string;
    parts(sums: { parts: number; by: { parts: number; people: number }[] }): string;
    longest: string;
    sample(number: string): string;
    /** `waits`: so many can’t be paid, and it pauses before them; null: the balance is enough, or isn't known. */
    cost(sums: {
      cost: string | null;
      balance: { amount: string; ageMs: number } | null;
      waits: number | null;
    }): string;
    /** `ahead`: so many texts wait before it; the times are times of day, `beginsAt` null: at once. */
    time(plan: {
      durationMs: number;
      ahead: number;
      beginsAt: number | null;
      pausesAt: number | null;
      /** Null: nobody knows. */
      endsAt: number | null;
    }): string;
    /**
     * A day's limit leaves `room` for so many texts, and `waits` are more. `isAuthor`: whoever reads it is its author;
     * `goesOnAt`: a time of day; `isLonger`: some wait longer.
     */
    dayRoom(day: {
      of: 'person' | 'workspace';
      isAuthor: boolean;
      room: number;
      isToday: boolean;
      isEstimate: boolean;
      waits: number;
      goesOnAt: number;
      isLonger: boolean;
    }): string;
    notBangla: string;
    needsApproval: string;
    repeats: string;
  };
  /** The form that sends one text first. */
  sample: { field: Labelled; intro: string; submit: string };
  button: { send: string; ask: string; sample: string; change: string; discard: string; review: string };
  confirmSend: {
    title(texts: number): string;
    text(sums: { texts: number; cost: string | null }): string;
    confirm: string;
    deny: string;
  };
  /** What came of a button. */
  sampleComing: string;
  started: string;
  asked: string;
  ended: string;
  discarded: string;
  /** In direct messages. */
  ready(texts: number): string;
  stillThere(texts: number): string;
  failed(because: string): string;
  interrupted: string;
  lapsed: string;
  /** In the Home tab. */
  drafts: string;
  draft(one: { texts: number; leftOut: number; at: number }): string;
  notStored: string;
};
