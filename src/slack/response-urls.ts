/** Where Slack takes answers: `response_url`s begin so. GovSlack is a Slack of its own, with a domain of its own. */
const SLACKS_OWN = ['https://hooks.slack.com', 'https://hooks.slack-gov.com'];

/** Whether something is a `response_url` of Slack's. */
export type IsSlacks = (url: unknown) => boolean;

/**
 * A `response_url` comes from outside and is posted to, so it is looked at where it comes in and again where it is used,
 * which may be days later.
 *
 * @param slackApiUrl the base of the Web API, where it is not Slack's: then its host may take answers too
 */
export function createResponseUrlCheck(slackApiUrl: string | null): IsSlacks {
  const known = new Set([...SLACKS_OWN, ...(slackApiUrl === null ? [] : [beginningOf(slackApiUrl)])]);
  return url => typeof url === 'string' && known.has(beginningOf(url));
}

/** Scheme, host and port. (A URL's `origin` would be that of another address that stands in a `blob:` one.) */
function beginningOf(url: string): string {
  const { protocol, host } = URL.parse(url) ?? {};
  return `${protocol}//${host}`;
}
