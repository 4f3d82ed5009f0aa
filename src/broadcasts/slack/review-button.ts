import type { Button } from '@slack/types';
import { button } from '../../kit/slack/elements.ts';
import { ACTION } from '../../kit/slack/ids.ts';
import type { Wording } from '../../kit/words/wording.ts';

/** The button that opens a broadcast's review. */
export const reviewButton = ({ broadcasts }: Wording, id: string): Button =>
  button({ action: ACTION.reviewBroadcast, label: broadcasts.button.review, value: id });
