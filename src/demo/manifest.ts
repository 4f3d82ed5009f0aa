import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Manifest } from '../playground/index.ts';

/** What of manifest.yml people meet on a page: its name, commands and shortcuts. */
const manifestSchema = z.object({
  display_information: z.object({ name: z.string() }),
  settings: z
    .object({ event_subscriptions: z.object({ bot_events: z.array(z.string()).default([]) }).optional() })
    .default({}),
  features: z.object({
    slash_commands: z
      .array(
        z.object({
          command: z.string(),
          description: z.string(),
          usage_hint: z.string().default(''),
          should_escape: z.boolean().default(false),
        }),
      )
      .default([]),
    shortcuts: z
      .array(
        z.object({
          type: z.enum(['message', 'global']),
          callback_id: z.string(),
          name: z.string(),
          description: z.string().default(''),
        }),
      )
      .default([]),
  }),
});

/** The project's manifest.yml as the playground wants it. */
export function readManifest(): Manifest {
  const file = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8');
  const { display_information, features, settings } = manifestSchema.parse(parse(file));
  return {
    name: display_information.name,
    events: settings.event_subscriptions?.bot_events ?? [],
    commands: features.slash_commands.map(({ usage_hint, should_escape, ...command }) => ({
      ...command,
      usageHint: usage_hint,
      shouldEscape: should_escape,
    })),
    shortcuts: features.shortcuts.map(({ callback_id, ...shortcut }) => ({
      ...shortcut,
      callbackId: callback_id,
    })),
  };
}
