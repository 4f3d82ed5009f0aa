import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { PAGE_SHORTCUT } from '../../src/alerts/slack/paging/word.ts';
import { type ManifestChoice, manifestText, readManifestChoice } from '../../src/commands/manifest-text.ts';
import { EVENTS_PATH } from '../../src/kit/slack/http.ts';
import { COMMAND } from '../../src/kit/slack/listener.ts';
import { EVENT, STEP_INPUTS } from '../../src/kit/slack/payloads.ts';
import { SLACKBOT_PATH, SLACKBOT_SCOPE } from '../../src/kit/slack/slackbot-ids.ts';
import { SHORTCUT } from '../../src/texts/slack/ids.ts';
import { STEP } from '../../src/workflows/slack/send-sms.ts';
import { STEP_OUTPUTS } from '../../src/workflows/slack/workflow-runs.ts';
import { BOT_SCOPES, REDIRECT_PATH } from '../../src/workspace/slack/install/routes.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => parse(readFileSync(join(root, file), 'utf8'));
const STEP_EVENT = 'function_executed';

describe.each(['manifest.yml', 'manifest.public.yml'])('%s', file => {
  const manifest = read(file);

  test('declares exactly the commands and shortcuts that the code answers', () => {
    const declared = manifest.features.slash_commands.map(({ command }: { command: string }) => command);
    expect(declared).toEqual([COMMAND]);
    expect(
      manifest.features.shortcuts.map(({ type, callback_id }: Record<string, string>) => [type, callback_id]),
    ).toEqual([
      ['global', SHORTCUT.compose],
      ['message', SHORTCUT.textThis],
      ['message', PAGE_SHORTCUT],
    ]);
    // Without it `/sms @teammate` arrives as plain letters.
    expect(manifest.features.slash_commands[0].should_escape).toBe(true);
  });

  test('points Slack’s requests and browsers to the right paths', () => {
    const { features, settings, oauth_config } = manifest;
    const addresses = [
      features.slash_commands[0].url,
      settings.interactivity.request_url,
      settings.interactivity.message_menu_options_url,
      settings.event_subscriptions.request_url,
      ...oauth_config.redirect_urls,
    ];
    const paths = [EVENTS_PATH, EVENTS_PATH, EVENTS_PATH, EVENTS_PATH, REDIRECT_PATH];
    expect(addresses).toEqual(paths.map(path => `https://sms.example.com${path}`));
  });

  test('asks for exactly the scopes that an installation asks for', () => {
    expect(manifest.oauth_config.scopes).toEqual({ bot: BOT_SCOPES });
  });

  test('subscribes to exactly the events that are handled', () => {
    const events: string[] = manifest.settings.event_subscriptions.bot_events;
    // A run of the app's own step is an event, too.
    const steps = manifest.functions ? [STEP_EVENT] : [];
    expect(events.toSorted()).toEqual([...Object.values(EVENT), ...steps].sort());
    expect(manifest.features.app_home.home_tab_enabled).toBe(true);
  });

  test('keeps tokens as they are, and can serve a whole organisation', () => {
    expect(manifest.settings).toMatchObject({ token_rotation_enabled: false, org_deploy_enabled: true });
  });
});

test('the manifest of one workspace declares the step that the code answers, with its inputs and outputs', () => {
  const { functions, settings } = read('manifest.yml');
  expect(Object.keys(functions)).toEqual(Object.values(STEP));
  const { input_parameters, output_parameters } = functions[STEP.sendSms];
  expect(Object.keys(input_parameters.properties)).toEqual([...STEP_INPUTS]);
  expect(input_parameters.required).toEqual([]);
  const { groups, template } = input_parameters.properties;
  for (const [input, list] of [
    [groups, STEP.findGroups],
    [template, STEP.findTemplates],
  ]) {
    expect(input.dynamic_options).toEqual({
      function: `#/functions/${list}`,
      inputs: { query: { value: '{{client.query}}' } },
    });
    expect(functions[list].output_parameters.properties.options.type).toBe('slack#/types/options_select');
  }
  expect(Object.keys(output_parameters.properties)).toEqual([...STEP_OUTPUTS]);
  expect(output_parameters.required).toEqual(['state']);
  expect(settings).toMatchObject({ org_deploy_enabled: true, function_runtime: 'remote' });
});

const source = readFileSync(join(root, 'manifest.yml'), 'utf8');
const printed = (...args: string[]) => manifestText(source, readManifestChoice(args));
const EXAMPLE = 'https://sms.example.com';

describe('npm run manifest', () => {
  test.each([
    ['manifest.yml', []],
    ['manifest.public.yml', ['--public']],
  ])('%s is what it prints for the example’s address', (file, flags) => {
    expect(printed(EXAMPLE, ...flags)).toBe(readFileSync(join(root, file), 'utf8'));
  });

  test('gives each scope its reason, in every variant', () => {
    for (const flags of [[], ['--public'], ['--socket'], ['--slackbot'], ['--public', '--slackbot']]) {
      const lines = printed(EXAMPLE, ...flags).split('\n');
      const scopes = lines.flatMap((line, index) =>
        /^ {6}- [a-z]+(:[a-z]+)?$/.test(line) ? [lines[index - 1]] : [],
      );
      expect(scopes).toHaveLength(flags.includes('--slackbot') ? 5 : 4);
      for (const reason of scopes) expect(reason).toMatch(/^ {6}# .{20}/);
    }
  });

  test('the public one has everything the other has, except the workflow step and Socket Mode', () => {
    const own = parse(printed(EXAMPLE));
    const shared = parse(printed(EXAMPLE, '--public'));
    expect([shared.functions, shared.settings.function_runtime]).toEqual([undefined, undefined]);
    expect(shared.settings.socket_mode_enabled).toBe(false);
    delete own.functions;
    delete own.settings.function_runtime;
    const { bot_events } = own.settings.event_subscriptions;
    own.settings.event_subscriptions.bot_events = bot_events.filter((event: string) => event !== STEP_EVENT);
    expect(shared).toEqual(own);
  });

  test('your address takes the example’s place everywhere, whatever is at its end', () => {
    const text = printed('https://Texts.example.net/slack-app/');
    expect(text).not.toContain('sms.example.com');
    expect(parse(text).settings.event_subscriptions.request_url).toBe(
      'https://texts.example.net/slack-app/slack/events',
    );
  });

  test('in Socket Mode Slack has no address to call, and without one of yours nobody is sent anywhere', () => {
    const manifest = parse(printed('--socket'));
    expect(manifest.settings.socket_mode_enabled).toBe(true);
    expect(manifest.settings.interactivity).toEqual({ is_enabled: true });
    expect(JSON.stringify(manifest)).not.toContain('https://');
    expect(parse(printed('--socket', EXAMPLE)).oauth_config.redirect_urls).toEqual([EXAMPLE + REDIRECT_PATH]);
  });

  test('only --slackbot lets Slackbot in: its scope, and a server that Slack calls with signed requests', () => {
    for (const flags of [[], ['--public']])
      expect(parse(printed(EXAMPLE, ...flags)).mcp_servers).toBe(undefined);
    for (const flags of [['--slackbot'], ['--slackbot', '--public'], ['--slackbot', '--socket']]) {
      const manifest = parse(printed(EXAMPLE, ...flags));
      expect(manifest.oauth_config.scopes).toEqual({ bot: [...BOT_SCOPES, SLACKBOT_SCOPE] });
      // Slack's schema: https, at most 500 characters, and one of four kinds of authentication.
      expect(manifest.mcp_servers).toEqual({
        sms: { url: EXAMPLE + SLACKBOT_PATH, auth_type: 'slack_identity_auth' },
      });
    }
  });

  test('--json prints the same as JSON', () => {
    expect(JSON.parse(printed(EXAMPLE, '--json'))).toEqual(parse(source));
  });

  test.each([
    ['nothing', [], 'The address is missing'],
    ['no address', ['sms'], 'sms isn’t a web address; write it like https://sms.example.com.'],
    ['another protocol', ['ftp://sms.example.com'], 'isn’t a web address'],
    ['http', ['http://sms.example.com'], 'Slack sends its requests by https:// only'],
    ['a query', ['https://sms.example.com/?a'], 'a question mark'],
    ['a password', ['https://me:secret@sms.example.com'], /^The address has a user name/],
    ['this machine', ['https://localhost'], 'Slack can’t reach localhost from outside'],
    ['this machine by number', ['https://127.0.0.1:3000'], 'Slack can’t reach 127.0.0.1 from outside'],
    ['two addresses', [EXAMPLE, EXAMPLE], 'several addresses'],
    ['an unknown option', [EXAMPLE, '--sokcet'], '--sokcet is none of its options'],
    ['what Slack refuses', [EXAMPLE, '--public', '--socket'], 'only in your own workspaces'],
    ['Slackbot without an address', ['--socket', '--slackbot'], 'Slackbot calls the app at its address'],
  ])('%s is refused in plain words', (_what, args, words) => {
    expect((): ManifestChoice => readManifestChoice(args)).toThrow(words);
  });
});
