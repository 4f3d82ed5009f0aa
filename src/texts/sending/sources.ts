import type { Settings } from '../../workspace/settings.ts';
import { featureOf, type Intent } from '../intent.ts';
import type { Limit } from '../limits.ts';
import { NOBODY_SPARED, type SparedNumbers } from './reach.ts';
import type { Deliver } from './reporter.ts';

/** What the core asks of a feature about texts that it sends by itself: nobody else knows what they are about. */
export type TextSource = {
  /** Tells what became of them. */
  deliver: Deliver;
  /** Numbers that they go to although they are marked as never to be texted. Absent: none. */
  spared?(intent: Intent): Promise<SparedNumbers>;
  /** The daily limit that all of them share, like one person. Absent: only the workspace's counts. */
  cap?(rules: Settings): Limit;
};

/** By feature. A feature that isn't here is gone: what it wanted to send isn't sent, and nobody is told of its outcomes. */
export type TextSources = Readonly<Record<string, TextSource | undefined>>;

const NO_LIMIT: Limit = { texts: null, credits: null };

/** Outcomes of a feature's intents go to the feature, everything else to `people`. */
export function deliverBySource(people: Deliver, sources: TextSources): Deliver {
  return async (report, rules) => {
    const feature = report.kind === 'outcome' ? featureOf(report.intent) : null;
    if (feature === null) return people(report, rules);
    return sources[feature]?.deliver(report, rules) ?? { kind: 'dropped', why: `${feature} was removed` };
  };
}

/** Whether the app has what it came from. */
export const isFromHere = (intent: Intent, sources: TextSources): boolean =>
  featureOf(intent) === null || sources[featureOf(intent) ?? ''] !== undefined;

/** Whether some of its texts may go to numbers that are never to be texted. */
export const mayBeSpared = (intent: Intent, sources: TextSources): boolean =>
  sources[featureOf(intent) ?? '']?.spared !== undefined;

export const sparedOf = async (intent: Intent, sources: TextSources): Promise<SparedNumbers> =>
  (await sources[featureOf(intent) ?? '']?.spared?.(intent)) ?? NOBODY_SPARED;

/** The limit of whoever it came from, for a day. */
export function capOf(intent: Intent, sources: TextSources, rules: Settings): Limit {
  const feature = featureOf(intent);
  return feature === null ? rules.personCap : (sources[feature]?.cap?.(rules) ?? NO_LIMIT);
}
