import type { Severity } from '../../domain/alert.ts';

/** What a text about alerts says, and what is said of it in Slack. */
export type AlertsWording = {
  /** The templates of a hook that has none of its own. In a language of their own: src/alerts/template.ts. */
  template: { firing: string; resolved: string };
  severity: Record<Severity, string>;
  status: { firing: string; resolved: string };
  /** Behind the one alert of a group that is named. */
  more(count: number): string;
  /** What one text says of others beside the one it is about. */
  others(others: { alerts: number; groups: number; resolved: number }): string;
  /** Before the text of an alert that was told before and still fires. */
  reminder: string;
  /** Lines of what is posted in a hook's channel. */
  post: {
    headline(news: { hook: string; fired: number; resolved: number }): string;
    resolved(name: string): string;
    texted(text: { numbers: string; fate: string }): string;
    notTexted(because: string): string;
    /** `others`: so many other numbers wait for as much. */
    held(held: { number: string; others: number; alerts: number; until: number; because: string }): string;
    moreHeld(numbers: number): string;
    because: { pace: string; quiet: string };
    /** `alerts` 0: those of the text that the line stands behind. */
    unreached(who: { who: string; alerts: number; because: string }): string;
    moreUnreached(recipients: number): string;
    unrouted(alerts: number): string;
    overUntold(alerts: number): string;
    folded(alerts: number): string;
    reminded(alerts: number): string;
    repeated(alerts: number): string;
    leftOut(alerts: number): string;
    untracked(alerts: number): string;
    unlisted(alerts: number): string;
    /** `ids`: by which the operator finds what was set aside. */
    unreadable(ids: readonly string[]): string;
    /** In a post that went on with a message which got shorter since. */
    saidAbove: string;
    uncertain(text: { number: string; because: string }): string;
    /** To the hook's maker: its channel can't be posted in. */
    astray(hook: { hook: string; channel: string }): string;
  };
};
