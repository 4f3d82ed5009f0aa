import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { meghna, type PlaygroundOptions, padma } from '../../../src/playground/index.ts';
import { createVisitor, install, type Page } from '../../support/installing.ts';
import { createStage, passUntil, type Stage } from '../../support/stage.ts';

const stageWithTwo = (oauth: PlaygroundOptions['oauth'] = {}, environment: Record<string, string> = {}) =>
  createStage({ oauth: true, slack: { workspaces: [padma, meghna], oauth }, environment });
const visitorOf = (stage: Stage, language?: string) => createVisitor(() => stage.appUrl, language);
const titleOf = ({ html }: Page) => /<h1>(.*?)<\/h1>/.exec(html)?.[1];
const welcomes = ({ slack }: Stage) =>
  slack.posts({ team: meghna.id }).filter(post => post.text.includes('Thank you'));

test('the pages load nothing, run nothing, and speak the browser’s language', async () => {
  const stage = await stageWithTwo();
  const english = await visitorOf(stage, 'en-GB,en;q=0.9,bn;q=0.1').open('/slack/install');
  const bangla = await visitorOf(stage, 'fr, bn-BD;q=0.8, en;q=0.5').open('/slack/install');
  const french = await visitorOf(stage, 'fr').open('/slack/install');
  expect([english, bangla, french].map(titleOf)).toEqual([
    'Text Bangladesh mobiles from Slack',
    'Slack থেকে বাংলাদেশের মোবাইলে এসএমএস',
    'Text Bangladesh mobiles from Slack',
  ]);
  expect(bangla.html).toContain('<html lang="bn">');
  const style = /<style>([\s\S]*?)<\/style>/.exec(english.html)?.[1] ?? '';
  const policy = english.headers.get('content-security-policy');
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toMatch(/default-src 'none';.*frame-ancestors 'none'/);
  expect(english.html).not.toMatch(/<script|<img|src=|https?:\/\/(?!127|localhost)/);
  expect(english.headers.get('cache-control')).toBe('no-store');
  expect(english.headers.get('set-cookie')).toMatch(/HttpOnly.*; SameSite=Lax$/);
});

test('the redirect to Slack names the app, its scopes, and the address to come back to', async () => {
  const stage = await stageWithTwo({}, { PUBLIC_URL: 'https://sms.example.com/app' });
  const url = new URL(await visitorOf(stage).begin());
  expect(url.href).toMatch(new RegExp(`^${stage.slack.oauth.authorizeUrl}\\?`));
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: stage.slack.oauth.clientId,
    scope: 'commands,chat:write,users:read,usergroups:read',
    redirect_uri: 'https://sms.example.com/app/slack/oauth_redirect',
  });
});

test('where Slackbot may use the app, they are asked for that, too', async () => {
  const stage = await stageWithTwo({}, { SLACKBOT: 'yes' });
  const url = new URL(await visitorOf(stage).begin());
  expect(url.searchParams.get('scope')).toBe('commands,chat:write,users:read,usergroups:read,mcp:connect');
});

test('a user who declines, comes too late, from elsewhere or twice, is told what happened, and nothing is installed', async () => {
  const stage = await stageWithTwo();
  const { slack, quiet } = stage;
  const visitor = visitorOf(stage);
  const seen = async (page: Promise<Page>) => {
    const { status, html } = await page;
    expect(html).toContain('/slack/install">Start again</a>');
    return [status, titleOf({ html } as Page)];
  };
  const declined = slack.consent(await visitor.begin(), { team: meghna.id, allow: false });
  expect(await seen(visitor.back(declined))).toEqual([403, 'Not installed']);

  const begun = slack.consent(await visitor.begin(), { team: meghna.id });
  const elsewhere = 'That took too long, or started in another browser';
  expect(await seen(visitorOf(stage).back(begun))).toEqual([400, elsewhere]);
  const forged = new URL(begun);
  forged.searchParams.set('state', 'forged');
  expect(await seen(visitor.back(forged.href))).toEqual([400, elsewhere]);
  expect(await seen(visitor.open('/slack/oauth_redirect'))).toEqual([500, 'Not installed']);
  await quiet();
  expect(welcomes(stage)).toEqual([]);
  expect((await slack.command({ team: meghna.id, user: 'sadia', text: 'help' })).body).toContain(
    'isn’t installed',
  );

  const good = slack.consent(await visitor.begin(), { team: meghna.id });
  expect((await visitor.back(good)).status).toBe(200);
  expect(await seen(visitor.back(good))).toEqual([400, elsewhere]);
  await slack.waitFor(() => welcomes(stage).length > 0);
  await quiet();
  expect(welcomes(stage)).toHaveLength(1);
});

test('expiring tokens are refused, with a page that says so', async () => {
  const stage = await stageWithTwo({ tokenRotation: true });
  const page = await install(stage, { team: meghna.id });
  expect([page.status, titleOf(page)]).toEqual([400, 'Not installed: token rotation is on']);
  const reply = await stage.slack.command({ team: meghna.id, user: 'sadia', text: 'help' });
  expect(reply.body).toContain('isn’t installed');
});

test('if Slack is unavailable or the client secret is wrong, nothing is installed, and the page doesn’t reveal the secret', async () => {
  const stage = await stageWithTwo();
  const mend = stage.slack.faults.add({ kind: 'status', status: 503, on: 'oauth.v2.access' });
  expect(titleOf(await install(stage, { team: meghna.id }))).toBe('Not installed: something didn’t answer');
  mend();
  const wrong = await stageWithTwo({}, { SLACK_CLIENT_SECRET: 'no such secret' });
  const page = await install(wrong, { team: meghna.id });
  expect([page.status, titleOf(page)]).toEqual([500, 'Not installed']);
  expect(wrong.logged()).toContain('bad_client_secret');
  for (const secret of ['no such secret', 'signs the state']) {
    expect(page.html + wrong.logged()).not.toContain(secret);
  }
});

test('at most twenty installations at a time ask Slack; further users are told to start again', async () => {
  const stage = await stageWithTwo();
  const { slack } = stage;
  const begun = await Promise.all(
    Array.from({ length: 25 }, async () => {
      const visitor = visitorOf(stage);
      const agreed = slack.consent(await visitor.begin(), { team: meghna.id });
      return () => visitor.back(agreed);
    }),
  );
  const back = slack.faults.add({ kind: 'hang', on: 'oauth.v2.access' });
  const coming = Promise.all(begun.map(goBack => goBack()));
  let areThere = false;
  void coming.then(() => {
    areThere = true;
  });
  await passUntil(stage, () => areThere);
  const pages = await coming;
  expect(slack.traffic.of('oauth.v2.access')).toHaveLength(20);
  for (const page of pages) {
    expect([page.status, titleOf(page)]).toEqual([503, 'Not installed: something didn’t answer']);
  }
  back();
  expect((await install(stage, { team: meghna.id })).status).toBe(200);
});

test('the pages accept only GET, and an app with one token doesn’t have them', async () => {
  const stage = await stageWithTwo();
  const posted = await fetch(`${stage.appUrl}/slack/install`, { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
  const { appUrl } = await createStage();
  for (const path of ['/slack/install', '/slack/oauth_redirect'])
    expect((await fetch(appUrl + path)).status).toBe(404);
});
