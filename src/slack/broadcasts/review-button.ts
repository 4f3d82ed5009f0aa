import type { Button } from '@slack/types';
import type { Wording } from '../../wording/index.ts';
import { button } from '../blocks/elements.ts';
import { ACTION } from '../ids.ts';

/** The button that opens a broadcast's review. */
export const reviewButton = ({ broadcasts }: Wording, id: string): Button =>
  button({ action: ACTION.reviewBroadcast, label: broadcasts.button.review, value: id });
