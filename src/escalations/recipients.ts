import type { FeatureRecipients } from '../texts/recipient-kinds.ts';

/** A policy as a recipient. A text goes to its steps' people, not to it, so it is never offered; named as one, it is gone. */
export const recipients = (): FeatureRecipients<'policy'> => ({
  sort: { policy: 'groups' },
  resolveChoice: { policy: async () => ({ kind: 'unknown' }) },
  offer: async ({ words }) => ({ policy: { heading: words.policies.title, options: [] } }),
});
