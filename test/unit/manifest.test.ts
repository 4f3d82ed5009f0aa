import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { PAGE_SHORTCUT } from '../../src/alerts/slack/paging/word.ts';
import { EVENTS_PATH } from '../../src/kit/slack/http.ts';
import { COMMAND } from '../../src/kit/slack/listener.ts';
import { EVENT, STEP_INPUTS } from '../../src/kit/slack/payloads.ts';
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

test('the public manifest has everything the other has, except the workflow step and Socket Mode', () => {
  const own = read('manifest.yml');
  const shared = read('manifest.public.yml');
  expect(shared.settings.socket_mode_enabled).toBe(false);
  expect([shared.functions, shared.settings.function_runtime]).toEqual([undefined, undefined]);
  delete own.functions;
  delete own.settings.function_runtime;
  const { bot_events } = own.settings.event_subscriptions;
  own.settings.event_subscriptions.bot_events = bot_events.filter((event: string) => event !== STEP_EVENT);
  expect(shared).toEqual({ ...own, settings: { ...own.settings, socket_mode_enabled: false } });
});
