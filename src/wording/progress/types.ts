import type { BroadcastKind, PauseReason, RowState } from '../../domain/broadcast.ts';

/** A broadcast in a line: whose it is, to whom, and what kind of texts. */
type About = { actor: string; to: string; kind: BroadcastKind };

type Counts = {
  /** Everybody who gets a text, or was to. */
  texts: number;
  sent: number;
  refused: number;
  uncertain: number;
  /** Also those that are being sent. */
  waiting: number;
  cancelled: number;
  leftOut: number;
};

/** What people see and press while a broadcast goes, and after. */
export type ProgressWording = {
  headline: {
    running(about: About): string;
    paused(about: About): string;
    /** `isAll`: everybody got it who was to. */
    ended(about: About & { isAll: boolean }): string;
    /** `went`: how many had been sent, or had begun to be. */
    cancelled(about: About & { by: string; went: number; texts: number }): string;
  };
  /** How far it is; read aloud too. */
  done(percent: number): string;
  counts(counts: Counts): string;
  /** `costless`: of so many, the service didn't say what they cost. */
  cost(sum: { credits: string; costless: number; isOver: boolean }): string;
  left(left: { ms: number; endsAt: number }): string;
  /** While it is paused. */
  leftOnceOn(ms: number): string;
  /** Why it is paused, and what to do. */
  paused: Record<PauseReason, (pause: { by: string; until: number | null }) => string>;
  /** Tells its author that it paused itself; the reason follows. */
  pausedItself(about: { actor: string; to: string }): string;
  wentWrong(row: { who: string; because: string }): string;
  button: Record<'pause' | 'resume' | 'cancel' | 'details' | 'again' | 'download', string>;
  confirmCancel: { title: string; text(left: number): string; confirm: string; deny: string };
  summary: {
    heading(about: { actor: string; to: string }): string;
    took(ms: number): string;
    leftOut(some: { people: number; because: string }): string;
    /** Of those refused: what to do. */
    refused(count: number): string;
    uncertain(count: number): string;
    /** The table of those who weren't reached; `more`: so many are not in it. */
    table: string;
    moreRows(count: number): string;
  };
  details: {
    title: string;
    /** One of them was just asked to be sent again. */
    again: string;
    filter: string;
    filters: Record<RowState | 'all', string>;
    none: string;
    state: Record<RowState, string>;
    /** Parts, cost and log id of a row; null: not known. */
    facts(row: { parts: number; cost: string | null; logId: string | null }): string;
    sentAgain: string;
    /** Who has no name. */
    nameless: string;
    next: string;
    previous: string;
    /** Opens the modal with the link to the file. */
    link: string;
  };
  /** "Send to those not reached". */
  again: {
    title: string;
    intro(counts: { refused: number; never: number }): string;
    alsoUncertain: { label: string; option(count: number): string; hint: string };
    nobody: string;
    submit: string;
    preparing: string;
  };
  /** The page with the file. */
  page: { title: string; intro(rows: number): string; download: string; notAllowed: string };
  heading: Record<
    'name' | 'number' | 'state' | 'reason' | 'parts' | 'cost' | 'logId' | 'time' | 'text',
    string
  >;
  home: { heading: string };
};
