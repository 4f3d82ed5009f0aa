import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Manifest } from '../playground/index.ts';

const parametersSchema = z.object({
  properties: z.record(
    z.string(),
    z.object({
      type: z.string(),
      title: z.string().optional(),
      description: z.string().optional(),
      dynamic_options: z
        .object({ function: z.string(), inputs: z.record(z.string(), z.object({ value: z.string() })) })
        .optional(),
    }),
  ),
  required: z.array(z.string()).default([]),
});

/** The parts of manifest.yml that people see on a page: name, commands, shortcuts and workflow steps. */
const manifestSchema = z.object({
  display_information: z.object({ name: z.string() }),
  settings: z
    .object({ event_subscriptions: z.object({ bot_events: z.array(z.string()).default([]) }).optional() })
    .default({}),
  functions: z
    .record(
      z.string(),
      z.object({
        title: z.string(),
        description: z.string(),
        input_parameters: parametersSchema,
        output_parameters: parametersSchema,
      }),
    )
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

/** The project's manifest.yml in the form that the playground takes. */
export function readManifest(): Manifest {
  const file = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8');
  const { display_information, features, functions, settings } = manifestSchema.parse(parse(file));
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
    functions: Object.entries(functions).map(([callbackId, { title, description, ...parameters }]) => ({
      callbackId,
      title,
      description,
      inputs: parametersFrom(parameters.input_parameters),
      outputs: parametersFrom(parameters.output_parameters),
    })),
  };
}

type Parameters = z.infer<typeof parametersSchema>;

function parametersFrom({ properties, required }: Parameters) {
  return Object.entries(properties).map(([name, { type, title, description, dynamic_options: listed }]) => ({
    name,
    type,
    required: required.includes(name),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(listed === undefined
      ? {}
      : {
          dynamicOptions: {
            callbackId: listed.function.replace('#/functions/', ''),
            inputs: Object.fromEntries(
              Object.entries(listed.inputs).map(([input, { value }]) => [input, value]),
            ),
          },
        }),
  }));
}
