import { expect, test } from 'vitest';
import { createResponseUrlCheck } from '../../../src/kit/slack/posting.ts';

const isSlacks = createResponseUrlCheck(null);
const isProxied = createResponseUrlCheck('https://slack-proxy.example.com:8443/api/');

test.each([
  'https://hooks.slack.com/commands/T1/2/abc',
  'https://HOOKS.slack.com:443/actions/T1/2/abc',
  'https://hooks.slack-gov.com/commands/T1/2/abc',
])('%s is Slack’s, also behind a proxy', url => {
  expect([isSlacks(url), isProxied(url)]).toEqual([true, true]);
});

test.each([
  'http://hooks.slack.com/commands/T1',
  'https://hooks.slack.com:8443/commands/T1',
  'https://slack.com/commands/T1',
  'https://evil.example/hooks.slack.com',
  'https://hooks.slack.com.evil.example/commands/T1',
  'https://hooks.slack.com@evil.example/commands/T1',
  'https://evil.example#@hooks.slack.com/',
  'blob:https://hooks.slack.com/commands/T1',
  '//hooks.slack.com/commands/T1',
  'hooks.slack.com/commands/T1',
  'http://169.254.169.254/latest/meta-data',
  '',
])('%s is not', url => {
  expect(isSlacks(url)).toBe(false);
});

test('also accepts the host of SLACK_API_URL, with exactly its scheme, name and port', () => {
  expect(isProxied('https://slack-proxy.example.com:8443/commands/T1')).toBe(true);
  expect(isProxied('https://slack-proxy.example.com/commands/T1')).toBe(false);
  expect(isProxied('http://slack-proxy.example.com:8443/commands/T1')).toBe(false);
  expect(isSlacks('https://slack-proxy.example.com:8443/commands/T1')).toBe(false);
});
