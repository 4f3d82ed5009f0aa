import { FEATURES } from '../../src/features.ts';
import type { AnyFeature } from '../../src/kit/feature.ts';

const CORE = ['workspace', 'texts'];

/** Features that texts don't need, in their order. */
export const thoseAboveTexts: readonly AnyFeature[] = FEATURES.filter(({ name }) => !CORE.includes(name));

export const namesOf = (features: readonly AnyFeature[]): string =>
  features.map(({ name }) => name).join(', ');

/** A feature and the features that depend on it. */
export function withThoseOnIt(feature: AnyFeature): AnyFeature[] {
  const all: AnyFeature[] = [feature];
  for (const candidate of FEATURES)
    if (candidate.dependsOn?.some(base => all.includes(base))) all.push(candidate);
  return all;
}
