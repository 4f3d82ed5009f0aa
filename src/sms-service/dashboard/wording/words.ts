import type { en } from './en/index.ts';

/**
 * Every sentence of the dashboard. English defines which there are; if one is missing in Bangla, it doesn't compile.
 */
export type Words = typeof en;
