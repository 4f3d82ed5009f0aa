/* Ids that Slack sends back (see `texts/slack/ids.ts`). */

export const ACTION = {
  /** Opens the form that makes one. */
  newBroadcast: 'new_broadcast',
  /** The same with what was asked for where too many were named for one message. Value: the intent's id. */
  asBroadcast: 'as_broadcast',
  /** In the form that makes a text: opens the form that makes a broadcast, with what was typed. */
  textMany: 'text_many',
  /** Opens a review. Value: the broadcast's id, as with those in the review. */
  reviewBroadcast: 'review_broadcast',
  sendBroadcast: 'send_broadcast',
  changeBroadcast: 'change_broadcast',
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

/** The form that makes a broadcast. */
export const FORM_VIEW = 'broadcast_form';

/** What one comes to, before it starts. */
export const REVIEW_VIEW = 'broadcast_review';
