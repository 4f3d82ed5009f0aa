/*
 * Slack's limits, each with its page. Slack refuses a whole message or view if a part exceeds its limit. Lengths are in
 * UTF-16 units.
 */

// https://docs.slack.dev/reference/block-kit/blocks
export const MAX_MESSAGE_BLOCKS = 50;
export const MAX_VIEW_BLOCKS = 100;
/** The length of the ids of blocks, callbacks, actions and options. */
export const MAX_ID = 255;

/** The text of a section or a context: https://docs.slack.dev/reference/block-kit/composition-objects/text-object */
export const MAX_BLOCK_TEXT = 3000;

/** Buttons in a block: https://docs.slack.dev/reference/block-kit/blocks/actions-block */
export const MAX_BUTTONS = 25;

// https://docs.slack.dev/reference/block-kit/block-elements/button-element
export const MAX_BUTTON_VALUE = 2000;
export const MAX_ACCESSIBILITY_LABEL = 75;

/** Typed or initial: https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element */
export const MAX_INPUT = 3000;

/** Options in a select, or in one of its groups: https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element */
export const MAX_OPTIONS = 100;

// https://docs.slack.dev/reference/block-kit/composition-objects/option-object
/** The text of an option, and its description. */
export const MAX_OPTION_TEXT = 75;
/** The page says 150, the comments in `@slack/types` 75. */
export const MAX_OPTION_VALUE = 75;

/** The text on a modal's submit button: https://docs.slack.dev/reference/views/modal-views */
export const MAX_SUBMIT = 24;

// https://docs.slack.dev/reference/block-kit/blocks/data-table-block
/** The rows of a table without its heading. */
export const MAX_TABLE_ROWS = 100;
/** All tables of a post together. The rest of Slack's limit is for the headings. */
export const MAX_TABLE_CHARACTERS = 9500;

// https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block
export const MAX_CHART_TITLE = 50;
/** The label of a point, and the name of a series. */
export const MAX_CHART_LABEL = 20;
export const MAX_CHART_POINTS = 20;
/** In a message; Slack's documents don't say it: vercel/chat#696. */
export const MAX_CHARTS = 2;

// https://docs.slack.dev/reference/methods/chat.postMessage
/** The text of a post without blocks. Slack accepts ten times as many, but recommends no more than this. */
export const MAX_POST_TEXT = 4000;
/** All blocks of a post together. Slack accepts about 12,000, but doesn't say how it counts. */
export const MAX_POST_CHARACTERS = 9000;

// https://docs.slack.dev/interactivity/handling-user-interaction
/** Slack waits three seconds for an ack, including the time on the network. */
export const ACK_MS = 2500;
/** A trigger opens a modal for three seconds. */
export const TRIGGER_MS = 2500;
/** A `response_url` takes five posts within half an hour; the last minutes stay unused. */
export const RESPONSE_URL_MS = 25 * 60_000;
export const RESPONSE_URL_POSTS = 5;

/** The age at which a request counts as a replay: https://docs.slack.dev/authentication/verifying-requests-from-slack */
export const MAX_REQUEST_AGE_S = 5 * 60;
