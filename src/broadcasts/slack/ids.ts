import { openerOf } from '../../kit/slack/form.ts';

/* Ids that Slack sends back (see `texts/slack/ids.ts`). */

export const FORM = { id: 'broadcast' };

export const ACTION = {
  /** Opens the form. */
  newBroadcast: openerOf(FORM, 'new'),
  /** Opens the form with the content of a message that named too many people. Value: the intent's id. */
  asBroadcast: openerOf(FORM, 'as'),
  /** Replaces a review by the form. */
  changeBroadcast: openerOf(FORM, 'change'),
  /** Opens the form for a broadcast from the form for a text, with the typed content. */
  textMany: 'text_many',
  /** Opens a review. Value: the broadcast's id, also for the buttons in the review. */
  reviewBroadcast: 'review_broadcast',
  discardBroadcast: 'discard_broadcast',
  /** A second person approves a broadcast. Value: its id. */
  approveBroadcast: 'approve_broadcast',
  /** A link to the post that asks for approval. */
  openApproval: 'open_approval',
  /** Buttons of an active broadcast. Value: its id. */
  pauseBroadcast: 'pause_broadcast',
  resumeBroadcast: 'resume_broadcast',
  cancelBroadcast: 'cancel_broadcast',
  /** Selects the rows shown. Value: a `RowsPlace`. */
  filterBroadcast: 'filter_broadcast',
  /** Opens a modal with a link to the page with all rows. Value: the broadcast's id. */
  downloadBroadcast: 'download_broadcast',
  /** Resends the uncertain text of a row. Value: the text's id and the broadcast's id. */
  sendRowAgain: 'send_row_again',
  /** Marks an uncertain row's text as sent. Value: see `sendRowAgain`. */
  rowArrived: 'row_arrived',
} as const;

/** The review: its submit button starts the broadcast. */
export const REVIEW_VIEW = 'broadcast_review';
