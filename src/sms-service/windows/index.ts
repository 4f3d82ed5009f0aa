import { fixed } from './fixed.ts';
import { sliding } from './sliding.ts';
import { tokenBucket } from './token-bucket.ts';
import type { RateWindow } from './window.ts';

/** The kinds of window, by the names that `serve --window` takes. */
export const rateWindows = {
  sliding,
  fixed,
  'token-bucket': tokenBucket,
} satisfies Record<string, RateWindow>;

export type WindowKind = keyof typeof rateWindows;

export const windowKinds = Object.keys(rateWindows) as WindowKind[];

export const defaultWindow: WindowKind = 'sliding';
