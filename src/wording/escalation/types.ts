import type { Labelled } from '../parts.ts';

/** The part of a hook's form that says what happens if nobody answers, what it may cost, and what a heartbeat is. */
export type EscalationWording = {
  field: {
    unanswered: Labelled & { nothing: string; goOn: string };
    firstMinutes: Labelled;
    /** Whom a step texts, counted from 1 after the first recipients. */
    stepTo: { label(step: number): string; hint: string };
    stepMinutes: { label(step: number): string };
    rounds: Labelled & { choice(rounds: number): string };
    climbing: Labelled;
    mention: Labelled & { everybody: string };
    link: Labelled & { add: string };
    dailyTexts: Labelled;
    dailyCredits: Labelled;
    heartbeat: Labelled;
  };
  /** In place of the field for the link: the app has no address that a phone reaches. */
  noLink: string;
  /** What happens, one step after the other. `after`: minutes since the one before. `last`: minutes after the last one. */
  plan(plan: {
    first: string;
    steps: { to: string; after: number }[];
    rounds: number;
    last: number;
    mention: boolean;
  }): string;
  /**
   * What one alert comes to if nobody acknowledges it. `cost` null: nobody knows what a part costs. `reminders`: these come
   * on top.
   */
  atMost(texts: { texts: number; cost: string | null; reminders: boolean }): string;
  wrong: {
    minutes(most: number): string;
    silence(most: number): string;
    /** The fields of what was just chosen aren't there yet. */
    notYet: string;
    nobody: string;
    twoLimits: string;
    texts(most: number): string;
  };
  /** What a hook in the list does, in short. */
  line: {
    goesOn(plan: { steps: number; rounds: number }): string;
    dailyTexts(texts: number): string;
    dailyCredits(credits: string): string;
    link: string;
    heartbeat(minutes: number): string;
  };
};
