/** How `response_url`s start. GovSlack is a separate Slack with its own domain. */
const SLACKS_OWN = ['https://hooks.slack.com', 'https://hooks.slack-gov.com'];

/** Whether something is one of Slack's `response_url`s. */
export type IsSlacks = (url: unknown) => boolean;

/**
 * A `response_url` comes from outside and we post to it, so we check it where it comes in and again where we use it,
 * which may be days later.
 *
 * @param slackApiUrl the base of the Web API, if it isn't Slack's: then its host may receive answers too
 */
export function createResponseUrlCheck(slackApiUrl: string | null): IsSlacks {
  const known = new Set([...SLACKS_OWN, ...(slackApiUrl === null ? [] : [beginningOf(slackApiUrl)])]);
  return url => typeof url === 'string' && known.has(beginningOf(url));
}

/** Scheme, host and port. (The `origin` of a `blob:` URL would be that of the address inside it.) */
function beginningOf(url: string): string {
  const { protocol, host } = URL.parse(url) ?? {};
  return `${protocol}//${host}`;
}
