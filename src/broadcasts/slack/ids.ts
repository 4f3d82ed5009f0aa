import { openerOf } from '../../kit/slack/form.ts';

/* Ids that Slack sends back (see `texts/slack/ids.ts`). */

export const FORM = { id: 'broadcast' };

export const ACTION = {
  /** Opens the form. */
  newBroadcast: openerOf(FORM, 'new'),
  /** The same with the content of a message that named too many people. Value: the intent's id. */
  asBroadcast: openerOf(FORM, 'as'),
  /** In the review, which the form replaces. */
  changeBroadcast: openerOf(FORM, 'change'),
  /** In the form for a text: opens the form for a broadcast, with the typed content. */
  textMany: 'text_many',
  /** Opens a review. Value: the broadcast's id, also for the buttons in the review. */
  reviewBroadcast: 'review_broadcast',
  discardBroadcast: 'discard_broadcast',
  /** A second person approves a broadcast. Value: its id. */
  approveBroadcast: 'approve_broadcast',
  /** On an active broadcast. Value: its id. */
  pauseBroadcast: 'pause_broadcast',
  resumeBroadcast: 'resume_broadcast',
  cancelBroadcast: 'cancel_broadcast',
  /** Selects the rows shown, or turns the page. Value: its id, the filter, and the first row. */
  filterBroadcast: 'filter_broadcast',
  /** A link to the page with all rows. Value: its id. */
  downloadBroadcast: 'download_broadcast',
  /** Resends the uncertain text of a row. Value: the text's id, and the rows shown. */
  sendRowAgain: 'send_row_again',
} as const;

/** The review: its submit button starts the broadcast. */
export const REVIEW_VIEW = 'broadcast_review';
