import { z } from 'zod';

/* The routes file: JSON, a list in order of preference. docs/sms-service-operating.md shows each kind. */

/** The route's name in logs, metrics and the dashboard; after a restart, it identifies which texts the route has. */
const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'a route’s name has small letters, digits and hyphens');

/** It carries passwords and keys, so it must be https, except on this machine. */
const httpsUrl = z
  .url({ protocol: /^https?$/ })
  .refine(url => {
    const { protocol, hostname } = new URL(url);
    return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  }, 'the address has to begin with https://')
  .transform(url => url.replace(/\/+$/, ''));

const http = {
  name,
  window: z.int().min(1).max(100).default(4),
  answerSeconds: z.int().min(1).max(120).default(30),
};

const none = z.strictObject({ kind: z.literal('none'), name: name.default('none') });

const smsNetBd = z.strictObject({
  kind: z.literal('sms.net.bd'),
  ...http,
  url: httpsUrl.default('https://api.sms.net.bd'),
  apiKey: z.string().min(1).max(200),
  senderId: z.string().min(1).max(20).optional(),
});

const sslWireless = z.strictObject({
  kind: z.literal('ssl-wireless'),
  ...http,
  url: httpsUrl.default('https://smsplus.sslwireless.com'),
  apiToken: z.string().min(1).max(50),
  sid: z.string().min(1).max(20),
});

const idForm = z.enum(['text', 'hex', 'decimal']);

const source = z.discriminatedUnion('type', [
  // GSM allows eleven characters in a name.
  z.strictObject({ type: z.literal('alphanumeric'), address: z.string().regex(/^[\x20-\x7e]{1,11}$/) }),
  z.strictObject({
    type: z.enum(['international', 'national', 'short']),
    address: z.string().regex(/^\d{1,20}$/, 'a number has digits only'),
  }),
]);

const smpp = z.strictObject({
  kind: z.literal('smpp'),
  name,
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  /** `{}`, or the name in the carrier's certificate and the authority (PEM) to check it against. */
  tls: z.strictObject({ servername: z.string().optional(), caFile: z.string().optional() }).optional(),
  // SMPP's limits are shorter, but carriers don't keep to them.
  systemId: z.string().min(1).max(64),
  password: z.string().max(64),
  systemType: z.string().max(64).default(''),
  source,
  window: z.int().min(1).max(1000).default(10),
  enquireLinkSeconds: z.int().min(1).max(3600).default(30),
  answerSeconds: z.int().min(1).max(600).default(60),
  longTexts: z.enum(['udh', 'payload']).default('udh'),
  receipts: z.boolean().default(true),
  messageIds: z
    .strictObject({ answer: idForm.default('text'), receipt: idForm.default('text') })
    .default({ answer: 'text', receipt: 'text' }),
});

export const routesSchema = z
  .strictObject({
    giveUpAfterHours: z.number().positive().max(168).default(24),
    routes: z
      .array(z.discriminatedUnion('kind', [none, smpp, smsNetBd, sslWireless]))
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

/** The routes, checked, with defaults filled in. */
export type RoutesSettings = z.output<typeof routesSchema>;
/** The routes as written in the file. */
export type RoutesInput = z.input<typeof routesSchema>;
export type RouteSettings = RoutesSettings['routes'][number];
export type SmppSettings = Extract<RouteSettings, { kind: 'smpp' }>;
