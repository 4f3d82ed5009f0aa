/* What the manifest, an installation and the server for Slackbot have to agree on. */

/** Where Slackbot calls the app. */
export const SLACKBOT_PATH = '/slack/mcp';

/** Without it, Slack doesn't offer the app to Slackbot. */
export const SLACKBOT_SCOPE = 'mcp:connect';
