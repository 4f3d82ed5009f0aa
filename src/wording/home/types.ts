/** The app's Home tab. */
export type HomeWording = {
  title: string;
  intro: string;
  send: string;
  /** @param ask some of the people who can allow it */
  mayNotSend(ask: string[]): string;
  yourTexts: string;
  /** What a person sent today, and their limit. */
  today(usage: {
    texts: number;
    credits: string;
    mayTexts: number | null;
    mayCredits: string | null;
    /** Some have no end yet. */
    open: boolean;
  }): string;
  language: string;
  languageHint: string;
  asWorkspace(name: string): string;
  forAdmins: string;
  forManagers: string;
  noKey: string;
  unproven: string;
  waiting(texts: number): string;
  spentToday(sum: { texts: number; credits: string }): string;
  spentMonth(sum: { texts: number; credits: string }): string;
  /** What the totals are based on. */
  creditsAsTold: string;
  senderLine(sum: { actor: string; texts: number; credits: string }): string;
  moreSenders(people: number): string;
  link: string;
  linkAnew: string;
  unlink: string;
  settings: string;
  hooks: string;
  /** When the page was made. */
  asOf(at: number): string;
};
