import type { Settings } from '../../workspace/settings.ts';
import { featureOf, type Intent } from '../intent.ts';
import type { Limit } from '../limits.ts';
import { type ExemptNumbers, NOBODY_EXEMPT } from './find-recipients.ts';
import type { Deliver } from './reporter.ts';

/** What the core asks of a feature about texts that it sends by itself: nobody else knows what they are about. */
export type TextSource = {
  /** Tells what became of them. */
  deliver: Deliver;
  /** Numbers that they go to although they are marked as never to be texted. Absent: none. */
  exempt?(intent: Intent): Promise<ExemptNumbers>;
  /** The daily limit that all of them share, like one person. Absent: only the workspace's counts. */
  cap?(rules: Settings): Limit;
};

/** A feature that isn't there is gone: what it wanted to send isn't sent, and nobody is told of its outcomes. */
export type SourceOf = (feature: string) => TextSource | undefined;

const NO_LIMIT: Limit = { texts: null, credits: null };

/** Outcomes of a feature's intents go to the feature, everything else to `people`. */
export function deliverBySource(people: Deliver, sourceOf: SourceOf): Deliver {
  return async (report, rules) => {
    const feature = report.kind === 'outcome' ? featureOf(report.intent) : null;
    if (feature === null) return people(report, rules);
    return sourceOf(feature)?.deliver(report, rules) ?? { kind: 'dropped', why: `${feature} was removed` };
  };
}

const sourceBehind = (intent: Intent, sourceOf: SourceOf): TextSource | undefined =>
  sourceOf(featureOf(intent) ?? '');

/** Whether the app has what it came from. */
export const isFromHere = (intent: Intent, sourceOf: SourceOf): boolean =>
  featureOf(intent) === null || sourceBehind(intent, sourceOf) !== undefined;

/** Whether some of its texts may go to numbers that are never to be texted. */
export const mayBeExempt = (intent: Intent, sourceOf: SourceOf): boolean =>
  sourceBehind(intent, sourceOf)?.exempt !== undefined;

export const exemptionsOf = async (intent: Intent, sourceOf: SourceOf): Promise<ExemptNumbers> =>
  (await sourceBehind(intent, sourceOf)?.exempt?.(intent)) ?? NOBODY_EXEMPT;

/** The limit of whoever it came from, for a day. */
export const capOf = (intent: Intent, sourceOf: SourceOf, rules: Settings): Limit =>
  featureOf(intent) === null ? rules.personCap : (sourceBehind(intent, sourceOf)?.cap?.(rules) ?? NO_LIMIT);
