import { test } from 'vitest';
import { describePromotions } from './promoting.ts';

/* By hand: redis-sentinel.test.ts has the one promotion of each run. PROMOTIONS=7 npm run test:real -- promotions */

if (process.env.PROMOTIONS) for (const copies of [0, 1] as const) describePromotions(copies);
else test.skip('promotions under load: set PROMOTIONS to their number');
