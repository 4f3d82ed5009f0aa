import { describePromotions } from './promoting.ts';

describePromotions(0);
