import type { en } from './en/index.ts';

/** Every sentence of the dashboard. English says which there are; one that is missing in Bangla does not compile. */
export type Words = typeof en;
