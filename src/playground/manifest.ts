import { z } from 'zod';

const parameters = z
  .object({
    properties: z.record(
      z.string(),
      z.object({
        /** For example `string`, `number`, `slack#/types/user_id`. */
        type: z.string().default('string'),
        title: z.string().optional(),
        description: z.string().optional(),
        /**
         * The app's function that lists the options of this input. `{{client.query}}` in its inputs stands for the
         * user's typing.
         */
        dynamic_options: z
          .object({ function: z.string(), inputs: z.record(z.string(), z.object({ value: z.string() })) })
          .optional(),
      }),
    ),
    required: z.array(z.string()).default([]),
  })
  .default({ properties: {}, required: [] });

/** The part of an app's manifest that the playground reads. Its page offers only these commands and shortcuts. */
export const manifestSchema = z.object({
  display_information: z.object({ name: z.string() }).default({ name: 'App' }),
  settings: z
    .object({
      /** Without it, the app gets every event. */
      event_subscriptions: z.object({ bot_events: z.array(z.string()).default([]) }).optional(),
    })
    .default({}),
  features: z
    .object({
      slash_commands: z
        .array(
          z.object({
            command: z.string(),
            description: z.string().default(''),
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
    })
    .default({ slash_commands: [], shortcuts: [] }),
  /** Custom steps for workflows, by callback id. */
  functions: z
    .record(
      z.string(),
      z.object({
        title: z.string(),
        description: z.string().default(''),
        input_parameters: parameters,
        output_parameters: parameters,
      }),
    )
    .default({}),
});

export type ManifestInput = z.input<typeof manifestSchema>;
export type Manifest = z.output<typeof manifestSchema>;
export type CustomFunction = Manifest['functions'][string];
export type Parameters = CustomFunction['input_parameters'];

/** The callback id in a reference such as `#/functions/list_groups`. */
export const callbackIdOf = (reference: string): string => reference.replace('#/functions/', '');
