import type { Button } from '@slack/types';
import type { Wording } from '../../wording/index.ts';
import { ACTION } from '../ids.ts';
import { button } from '../kit/elements.ts';

/** The button that opens a broadcast's review. */
export const reviewButton = ({ broadcasts }: Wording, id: string): Button =>
  button({ action: ACTION.reviewBroadcast, label: broadcasts.button.review, value: id });
