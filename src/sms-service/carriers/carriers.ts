import { existsSync } from 'node:fs';
import { z } from 'zod';
import { InputError } from '../input-error.ts';
import { type Carrier, type CarrierDeps, type CarrierEvents, routeName } from './carrier.ts';
import { smpp } from './smpp/smpp.ts';
import { smsNetBd } from './sms-net-bd.ts';
import { sslWireless } from './ssl-wireless.ts';

/** Every kind of carrier. A new kind is a file in this folder and an entry here. */
const KINDS = [smpp, smsNetBd, sslWireless] as const;

/** Settings of the route `none`: texts are accepted, but don't leave. */
const none = z.strictObject({ kind: z.literal('none'), name: routeName.default('none') });

type SettingsOf<Kinds> = {
  -readonly [At in keyof Kinds]: Kinds[At] extends { settings: infer S } ? S : never;
};
const settings = KINDS.map(kind => kind.settings) as unknown as SettingsOf<typeof KINDS>;

/** The content of the routes file: JSON, with the routes in order of preference. */
const routesSchema = z
  .strictObject({
    giveUpAfterHours: z.number().positive().max(168).default(24),
    routes: z
      .array(z.discriminatedUnion('kind', [none, ...settings]))
      .min(1)
      .max(20),
  })
  .refine(
    ({ routes }) => routes.length === 1 || routes.every(({ kind }) => kind !== 'none'),
    'the route "none" stands alone: with it, texts do not leave',
  )
  .refine(
    ({ routes }) => new Set(routes.map(it => it.name)).size === routes.length,
    'two routes have the same name',
  );

export type Routes = z.output<typeof routesSchema>;
export type RoutesInput = z.input<typeof routesSchema>;

/** Checks the routes file. Throws an InputError that says what is wrong, without quoting the file. */
export function checkRoutes(input: RoutesInput): Routes {
  const checked = routesSchema.safeParse(input);
  if (!checked.success) {
    const issues = checked.error.issues.map(it => [
      ...(it.path.length > 0 ? [it.path.join('.')] : []),
      it.message,
    ]);
    throw new InputError(`The routes are not valid: ${issues.map(it => it.join(': ')).join('; ')}.`);
  }
  for (const route of checked.data.routes) {
    const file = route.kind === 'smpp' ? route.tls?.caFile : undefined;
    if (file !== undefined && !existsSync(file))
      throw new InputError(`There is no file ${file}, the caFile of a route.`);
  }
  return checked.data;
}

/** Opens the routes, in order. Skips the kind `none`. */
export function openCarriers(
  { routes }: Pick<Routes, 'routes'>,
  { clock }: Pick<CarrierDeps, 'clock'>,
  eventsOf: (route: string) => CarrierEvents,
): Carrier[] {
  return routes.flatMap(route => {
    const kind = KINDS.find(it => it.settings.shape.kind.value === route.kind);
    return kind === undefined ? [] : [kind.open(route as never, { clock, events: eventsOf(route.name) })];
  });
}
