import { fixed, usedOfFixed } from './fixed.ts';
import { sliding, usedOfSliding } from './sliding.ts';
import { tokenBucket, usedOfTokenBucket } from './token-bucket.ts';
import type { RateWindow, UsedOf } from './window.ts';

/** The kinds of window, by the names that `serve --window` takes. */
export const rateWindows = {
  sliding,
  fixed,
  'token-bucket': tokenBucket,
} satisfies Record<string, RateWindow>;

/** How many of the 60 each has used. */
export const usedOf: Record<keyof typeof rateWindows, UsedOf> = {
  sliding: usedOfSliding,
  fixed: usedOfFixed,
  'token-bucket': usedOfTokenBucket,
};

export type WindowKind = keyof typeof rateWindows;

export const windowKinds = Object.keys(rateWindows) as WindowKind[];

export const defaultWindow: WindowKind = 'sliding';
