import type { Button } from '@slack/types';
import type { Wording } from '../words/wording.ts';

/* Warnings of what may become trouble. Each feature finds its own; one feature shows and tells them all. */

/** The kinds of warnings, which features declare (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface WarningKinds {}
type WarningKind = keyof WarningKinds;

/** Whom a warning concerns as a rule: the managers and the admin who linked the key, or only that admin. */
export const LEADERS = ['managers', 'admins'] as const;
export type Leaders = (typeof LEADERS)[number];

/** A warning as it is now. */
export type Warning = {
  /** Equal as long as it is the same warning of its kind in the workspace: an id, never people's words. */
  subject: string;
  /** User ids of people whom it concerns, besides `leaders`. */
  people: readonly string[];
  leaders: Leaders | null;
  /** Other messages tell of it, so that it is only shown. */
  isToldElsewhere: boolean;
  /** `button`: opens the place where it is mended; null if its readers can't do anything about it. */
  say(words: Wording): { text: string; button: Button | null };
};

/** A feature's warnings of one kind. */
export type WarningSource = {
  kind: WarningKind;
  /** It stands first, and is told at night, too. */
  isUrgent: boolean;
  /**
   * The warnings of a workspace now. Called every few minutes, so it must be cheap.
   *
   * @param among only warnings with these subjects, for a page that shows them; null: all
   */
  find(workspace: string, among: ReadonlySet<string> | null): Promise<readonly Warning[]>;
};

declare module './services.ts' {
  interface Extensions {
    warnings: readonly WarningSource[];
  }
}

/** True if a warning with this subject is looked for. */
export const isSought = (among: ReadonlySet<string> | null, subject: string): boolean =>
  among === null || among.has(subject);
