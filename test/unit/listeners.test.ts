import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '@slack/bolt';
import { expect, test } from 'vitest';
import { ACTION as alerts } from '../../src/alerts/slack/notices.ts';
import { PAGE_SHORTCUT } from '../../src/alerts/slack/paging/word.ts';
import { ACTION as broadcasts } from '../../src/broadcasts/slack/ids.ts';
import { serve } from '../../src/kit/slack/bolt.ts';
import { COMMAND } from '../../src/kit/slack/listener.ts';
import { EVENT } from '../../src/kit/slack/payloads.ts';
import { ACTION as schedules } from '../../src/schedules/slack/schedule-blocks.ts';
import { SHORTCUT, ACTION as texts } from '../../src/texts/slack/ids.ts';
import { STEP } from '../../src/workflows/slack/send-sms.ts';
import { idsOf, listenersByFeature } from '../support/listeners.ts';

test('every button, shortcut, step and event has exactly one listener', () => {
  const buttons = idsOf('button');
  const usedIds = Object.values({ ...texts, ...schedules, ...broadcasts, ...alerts });
  expect(usedIds.filter(id => !buttons.includes(id))).toEqual([]);
  expect(buttons.length).toBe(new Set(buttons).size);
  expect(idsOf('view').length).toBe(new Set(idsOf('view')).size);
  expect(idsOf('shortcut', 'message_action').sort()).toEqual(
    [...Object.values(SHORTCUT), PAGE_SHORTCUT].sort(),
  );
  expect(idsOf('event').sort()).toEqual(Object.values(EVENT).sort());
  expect(idsOf('function').sort()).toEqual(Object.values(STEP).sort());
  expect(idsOf('command')).toEqual([COMMAND]);
});

test('buttons that name a form or a list by its id name an existing one', () => {
  const root = join(import.meta.dirname, '../..');
  const code = globSync(
    'src/{kit,workspace,texts,history,attention,holidays,contacts,templates,schedules,rotas,broadcasts,escalations,alerts,workflows,slackbot}/**/slack/**/*.ts',
    { cwd: root },
  ).map(file => readFileSync(join(root, file), 'utf8'));
  const opened = code.flatMap(text => [
    ...[...text.matchAll(/openerOf\(\{ id: '(\w+)' \}, '(\w+)'\)/g)].map(([, id, way]) => `${way}_${id}`),
    ...[...text.matchAll(/opensList\(\{ id: '(\w+)' \}\)/g)].map(([, id]) => `open_${id}`),
  ]);
  expect(opened.length).toBeGreaterThan(2);
  expect(opened.filter(id => !idsOf('button').includes(id))).toEqual([]);
});

test('a feature has one Bolt listener for its buttons, one for its fields, and so on; each finds its own', async () => {
  const args: string[] = [];
  const listeners: { of: Record<string, RegExp | string>; listen: (args: unknown) => Promise<void> }[] = [];
  const listener = (of: never, ...rest: never[]) => void listeners.push({ of, listen: rest.at(-1) as never });
  const kinds = ['action', 'command', 'event', 'function', 'options', 'shortcut', 'view'];
  const app = Object.fromEntries(kinds.map(kind => [kind, listener])) as unknown as App;
  const saying = listenersByFeature.map(({ name, listeners }) => ({
    name,
    listeners: listeners.map(listener => ({
      ...listener,
      listen: async () => void args.push(`${listener.kind} ${listener.id}`),
    })),
  }));
  serve(app, saying);
  expect(listeners.length).toBeLessThan(60);
  const fits = (id: RegExp | string | undefined, sought: string) => id instanceof RegExp && id.test(sought);
  for (const id of idsOf('button')) {
    const matching = listeners.filter(({ of }) => fits(of.action_id, id));
    expect(matching.length, id).toBe(1);
    await matching[0]?.listen({ body: { actions: [{ action_id: id }] } });
    expect(args.pop()).toBe(`button ${id}`);
  }
  for (const block of ['stand_in_who.2', 'hook_escalation_step_to_3', 'compose_message.1']) {
    const matching = listeners.filter(({ of }) => fits(of.block_id, block));
    await Promise.all(
      matching.map(({ listen }) => listen({ body: { block_id: block, actions: [{ block_id: block }] } })),
    );
  }
  expect(args.filter(line => line.startsWith('field'))).toHaveLength(3);
});
