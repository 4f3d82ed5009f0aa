import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { EVENTS_PATH } from '../../src/slack/bolt.ts';
import { ACTION, COMMAND, INPUT, SETTING, SHORTCUT, VIEW } from '../../src/slack/ids.ts';

const root = join(import.meta.dirname, '../..');
const manifest = parse(readFileSync(join(root, 'manifest.yml'), 'utf8'));
const slackCode = globSync('src/slack/**/*.ts', { cwd: root })
  .filter(file => !file.endsWith('/ids.ts'))
  .map(file => readFileSync(join(root, file), 'utf8'))
  .join('\n');

test('the manifest declares the commands and shortcuts that the code answers, and no other', () => {
  const declared = manifest.features.slash_commands.map(({ command }: { command: string }) => command);
  expect(declared).toEqual([COMMAND]);
  expect(
    manifest.features.shortcuts.map(({ type, callback_id }: Record<string, string>) => [type, callback_id]),
  ).toEqual([
    ['global', SHORTCUT.compose],
    ['message', SHORTCUT.textThis],
  ]);
  // Without it `/sms @teammate` would arrive as mere letters.
  expect(manifest.features.slash_commands[0].should_escape).toBe(true);
});

test('every address in the manifest is the one path the app takes Slack’s requests at', () => {
  const addresses = [
    manifest.features.slash_commands[0].url,
    manifest.settings.interactivity.request_url,
    manifest.settings.event_subscriptions.request_url,
  ];
  for (const address of addresses) expect(new URL(address).pathname).toBe(EVENTS_PATH);
});

test('the app hears of the events that the code listens to, and of no other', () => {
  const listened = [...slackCode.matchAll(/app\.event\('(\w+)'/g)].map(([, name]) => name);
  expect([...manifest.settings.event_subscriptions.bot_events].sort()).toEqual([...new Set(listened)].sort());
  expect(manifest.features.app_home.home_tab_enabled).toBe(true);
});

test('the app asks for these scopes and for no more', () => {
  expect(manifest.oauth_config.scopes).toEqual({
    bot: ['commands', 'chat:write', 'users:read', 'usergroups:read'],
  });
});

test('every id is used in code, by its name and never as a bare string', () => {
  for (const [table, ids] of Object.entries({ ACTION, VIEW, INPUT, SETTING, SHORTCUT })) {
    for (const [name, id] of Object.entries(ids)) {
      expect(slackCode, `${table}.${name}`).toContain(`${table}.${name}`);
      if (typeof id === 'string' && id.includes('_')) expect(slackCode).not.toContain(`'${id}'`);
    }
  }
});
