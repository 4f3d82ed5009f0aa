import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Pdu, Session } from 'smpp';
import { z } from 'zod';
import type { Clock } from '../../time.ts';
import { routeName } from '../carrier.ts';
import { statusName } from './pdus.ts';

const idForm = z.enum(['text', 'hex', 'decimal']);

const source = z.discriminatedUnion('type', [
  // GSM allows eleven characters in a name.
  z.strictObject({ type: z.literal('alphanumeric'), address: z.string().regex(/^[\x20-\x7e]{1,11}$/) }),
  z.strictObject({
    type: z.enum(['international', 'national', 'short']),
    address: z.string().regex(/^\d{1,20}$/, 'a number has digits only'),
  }),
]);

/** An SMPP route in the routes file. */
export const smppSettings = z.strictObject({
  kind: z.literal('smpp'),
  name: routeName,
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  /** `{}`, or the name in the carrier's certificate and the authority (PEM) to check it against. */
  tls: z.strictObject({ servername: z.string().optional(), caFile: z.string().optional() }).optional(),
  // SMPP's limits are shorter, but carriers exceed them.
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

export type SmppSettings = z.output<typeof smppSettings>;

/** One bound connection to a carrier. */
export interface Link {
  /** Sends a `submit_sm`; false if nothing was written. Calls `answered` for an answer, however late. */
  submit(pdu: Record<string, unknown>, answered: (pdu: Pdu) => void): boolean;
  /** Unbinds and closes the connection. */
  leave(): void;
}

export interface LinkDeps {
  settings: SmppSettings;
  /** The authority to check the carrier's certificate against; undefined for the usual ones. */
  ca: Buffer | undefined;
  clock: Clock;
  onBound(link: Link): void;
  /** The carrier sent a message. Resolves when we may acknowledge it. */
  onMessage(pdu: Pdu): Promise<void>;
  /** The connection ended. Called once. */
  onEnd(why: string): void;
}

const TEMPORARY_ERROR = 100;
/** The value of `interface_version` for SMPP 3.4. */
const VERSION = 0x34;

/** Connects, binds as a transceiver, and keeps checking that the carrier still answers. */
export function openLink({ settings, ca, clock, onBound, onMessage, onEnd }: LinkDeps): { cut(): void } {
  const { host, port, tls } = settings;
  const socket: Socket = tls
    ? connectTls({ host, port, ...(ca ? { ca } : {}), ...serverName(host, tls.servername) })
    : connectPlain({ host, port });
  socket.setNoDelay(true);
  const session = new Session({ socket });
  const answerMs = settings.answerSeconds * 1000;
  let ended = false;
  let cancelTimer = () => {};

  function end(why: string): void {
    if (ended) return;
    ended = true;
    cancelTimer();
    socket.destroy();
    onEnd(why);
  }
  /** Calls `late` after `ms`, unless another deadline replaces this one or the timer is cancelled. */
  const deadline = (ms: number, late: () => void) => {
    cancelTimer();
    cancelTimer = clock.after(ms, late);
  };

  function keepAsking(): void {
    deadline(settings.enquireLinkSeconds * 1000, () => {
      deadline(answerMs, () => end('The carrier did not answer enquire_link'));
      session.enquire_link({}, keepAsking);
    });
  }

  function bind(): void {
    const { systemId, password, systemType } = settings;
    const as = { system_id: systemId, password, system_type: systemType, interface_version: VERSION };
    session.bind_transceiver(as, ({ command_status: status }) => {
      if (status !== 0) return end(`The carrier refused the bind: ${statusName(status)}`);
      keepAsking();
      onBound({
        submit: (pdu, answered) => !ended && session.submit_sm(pdu, answered),
        leave() {
          ended = true;
          cancelTimer();
          session.unbind({}, () => socket.destroy());
          // Some carriers never answer the unbind.
          socket.end().unref();
        },
      });
    });
  }

  deadline(answerMs, () => end('The carrier did not answer the bind'));
  socket.once(tls ? 'secureConnect' : 'connect', bind);
  session.on('error', (error: Error) => end(`The connection failed: ${error.message}`));
  session.on('close', () => end('The carrier closed the connection'));
  for (const command of ['deliver_sm', 'data_sm']) {
    session.on(command, (pdu: Pdu) => {
      // Without an answer, the carrier sends the message again later.
      if (ended) return;
      onMessage(pdu).then(
        () => session.send(pdu.response()),
        () => session.send(pdu.response({ command_status: TEMPORARY_ERROR })),
      );
    });
  }
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
  session.on('unbind', (pdu: Pdu) => {
    session.send(pdu.response());
    end('The carrier ended the session');
  });
  session.on('unknown', (pdu: Pdu) => session.send(pdu.response()));
  return { cut: () => end('The service stopped') };
}

/** The name that the certificate must have: from the settings, or the host unless it is an IP address. */
function serverName(host: string, configured: string | undefined): { servername?: string } {
  if (configured !== undefined) return { servername: configured };
  return isIP(host) ? {} : { servername: host };
}
