import type { SenderLink, Severity } from '../../domain/alert.ts';
import type { HoldClauses } from '../parts.ts';

/** What texts about alerts say, and what Slack shows about them. */
export type AlertsWording = {
  /** One alert, for hooks without words of their own. `place` or `summary` empty: not said; `name` empty: there is no room. */
  said(alert: { head: string; name: string; place: string; summary: string }): string;
  placed(alert: { name: string; place: string }): string;
  /** In place of the severity: somebody tries whether the sender reaches us. */
  test: string;
  severity: Record<Severity, string>;
  status: { firing: string; resolved: string };
  /** After the named alert: how many others are called the same, and how many still fire in its group if it is over. */
  more(counts: { alerts: number; still: number }): string;
  /** Several alerts that are called the same. */
  times(kind: { name: string; alerts: number }): string;
  /** Begins a text that names several alerts. `more`: another text went before. */
  total(counts: { severity: Severity; alerts: number; more: boolean }): string;
  /** Beyond the alerts that a text names: how many of a severity, how many others that fire, and how many that are over. */
  rest(counts: { severity: Severity; alerts: number; others: number; resolved: number }): string;
  /** Introduces alerts that are over. */
  resolved: string;
  /** Introduces an alert that was texted before and is still firing. */
  reminder: string;
  /** What a sender's links are called. */
  link: Record<SenderLink['what'], string>;
  /** Lines of the posts in a hook's channel. */
  post: {
    /** `earlier`: fired, and nobody said that they are over. */
    headline(news: {
      hook: string;
      firing: number;
      resolved: number;
      earlier: number;
      tests: number;
    }): string;
    /** Some names with counts, and how many more alerts there are. */
    andMore(alerts: { named: string; more: number }): string;
    /** Alerts that have no line of their own. */
    others(named: string): string;
    resolved(named: string): string;
    /** Who did something, and when. */
    deed(deed: { who: string; at: number }): string;
    /** `who`: deeds. `untaken`: how many groups nobody has taken. */
    taken(taken: { who: string; untaken: number }): string;
    resolvedHere(who: string): string;
    next(step: { turn: number; of: number; at: number }): string;
    /** The last step is on. */
    nobodyNext(at: number): string;
    /** `texted`: who has been texted; empty if nobody knows. */
    unanswered(texted: string): string;
    /** A post of its own. `mention`: everybody in the channel, as Slack mentions them; empty: nobody. */
    nobodyAnswered(about: { named: string; mention: string; texted: string }): string;
    /** A post of its own: critical alerts that came later. `mention`: whoever is texted; empty: they aren't known in Slack. */
    fresh(about: { named: string; mention: string }): string;
    /** Who of those that were to be texted has been. */
    allTexted: string;
    nobodyTexted: string;
    notAllTexted(missed: { who: readonly string[]; more: number }): string;
    /** A post of its own: texts about it don't go out. `mention`: those whom they are for; empty: they aren't known in Slack. */
    unpaged(about: { named: string; mention: string }): string;
    /** The same to an admin. */
    unpagedHook(about: { named: string; hook: string; channel: string }): string;
    /** What becomes of a text whose key the service refuses: a clause. */
    onHold(because: HoldClauses & { until: number }): string;
    texted(text: { numbers: string; fate: string }): string;
    /** Texts of which no line says what became of them. */
    moreTexts(texts: number): string;
    notTexted(because: string): string;
    /** `others`: how many other numbers wait for the same. */
    held(held: { number: string; others: number; alerts: number; until: number; because: string }): string;
    because: { pace: string; together: string; quiet: string; daily: string };
    /** `alerts` 0: those of the text on the same line. */
    unreached(who: { who: string; alerts: number; because: string }): string;
    moreUnreached(recipients: number): string;
    unrouted(alerts: number): string;
    emptySteps(steps: number): string;
    /** The hook has texted as much as it may today; `times` is 1. */
    limitReached(times: number): string;
    overUntold(alerts: number): string;
    folded(alerts: number): string;
    reminded(alerts: number): string;
    /** Somebody pressed a sender’s test button: what it called its tests. */
    tried(named: string): string;
    repeated(alerts: number): string;
    leftOut(alerts: number): string;
    untracked(alerts: number): string;
    unlisted(alerts: number): string;
    /** `ids`: what the operator can use to find what was set aside. */
    unreadable(ids: readonly string[]): string;
    uncertain(text: { number: string; because: string }): string;
    /** To the hook's maker: we can't post in its channel. */
    astray(hook: { hook: string; channel: string }): string;
  };
};
