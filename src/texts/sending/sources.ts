import type { Settings } from '../../workspace/settings.ts';
import { featureOf, type Intent } from '../intent.ts';
import type { Limit } from '../limits.ts';
import { type ExemptNumbers, NOBODY_EXEMPT } from './find-recipients.ts';
import type { Deliver } from './reporter.ts';

/** A feature's part in the texts that it sends by itself. */
export type TextSource = {
  /** Reports the texts' outcomes. */
  deliver: Deliver;
  /** Numbers that are texted although they are on the do-not-text list. Absent: none. */
  exempt?(intent: Intent): Promise<ExemptNumbers>;
  /** The daily limit that all the feature's texts share, as if from one person. Absent: only the workspace's counts. */
  cap?(rules: Settings): Limit;
};

/** Undefined for a feature that was removed from the app: its texts aren't sent, and their outcomes aren't reported. */
export type SourceOf = (feature: string) => TextSource | undefined;

const NO_LIMIT: Limit = { texts: null, credits: null };

/** Passes outcomes of a feature's intents to the feature, all other reports to `toPeople`. */
export function deliverBySource(toPeople: Deliver, sourceOf: SourceOf): Deliver {
  return async (report, rules) => {
    const feature = report.kind === 'outcome' ? featureOf(report.intent) : null;
    if (feature === null) return toPeople(report, rules);
    return sourceOf(feature)?.deliver(report, rules) ?? { kind: 'dropped', why: `${feature} was removed` };
  };
}

const textSourceOf = (intent: Intent, sourceOf: SourceOf): TextSource | undefined =>
  sourceOf(featureOf(intent) ?? '');

export const isFromHere = (intent: Intent, sourceOf: SourceOf): boolean =>
  featureOf(intent) === null || textSourceOf(intent, sourceOf) !== undefined;

/** True if some of the intent's numbers may be exempt from the do-not-text list. */
export const mayBeExempt = (intent: Intent, sourceOf: SourceOf): boolean =>
  textSourceOf(intent, sourceOf)?.exempt !== undefined;

export const exemptionsOf = async (intent: Intent, sourceOf: SourceOf): Promise<ExemptNumbers> =>
  (await textSourceOf(intent, sourceOf)?.exempt?.(intent)) ?? NOBODY_EXEMPT;

/** The sender's daily limit; for a feature, its texts' shared one. */
export const capOf = (intent: Intent, sourceOf: SourceOf, rules: Settings): Limit =>
  featureOf(intent) === null ? rules.personCap : (textSourceOf(intent, sourceOf)?.cap?.(rules) ?? NO_LIMIT);
