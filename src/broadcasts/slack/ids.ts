import { openerOf } from '../../kit/slack/form.ts';

/* Ids that Slack sends back (see `texts/slack/ids.ts`). */

/** The form that makes one. */
export const FORM = { id: 'broadcast' };

export const ACTION = {
  /** Opens the form. */
  newBroadcast: openerOf(FORM, 'new'),
  /** The same with what was asked for where too many were named for one message. Value: the intent's id. */
  asBroadcast: openerOf(FORM, 'as'),
  /** In the review, which the form takes the place of. */
  changeBroadcast: openerOf(FORM, 'change'),
  /** In the form that makes a text: opens the form that makes a broadcast, with what was typed. */
  textMany: 'text_many',
  /** Opens a review. Value: the broadcast's id, as with those in the review. */
  reviewBroadcast: 'review_broadcast',
  discardBroadcast: 'discard_broadcast',
  /** A second person lets a broadcast start. Value: its id. */
  approveBroadcast: 'approve_broadcast',
  /** Of a broadcast under way. Value: its id. */
  pauseBroadcast: 'pause_broadcast',
  resumeBroadcast: 'resume_broadcast',
  cancelBroadcast: 'cancel_broadcast',
  /** Shows other rows of it, or the next ones. Value: its id, which ones, and from where. */
  filterBroadcast: 'filter_broadcast',
  /** A link to the page with all its rows. Value: its id. */
  downloadBroadcast: 'download_broadcast',
  /** Sends an uncertain text of a row again. Value: the text's id, and which rows are shown. */
  sendRowAgain: 'send_row_again',
} as const;

/** What one comes to, before it starts. Its own button starts it. */
export const REVIEW_VIEW = 'broadcast_review';
