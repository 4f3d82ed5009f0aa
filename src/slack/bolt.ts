import type { IncomingMessage, RequestListener } from 'node:http';
import { App, type Authorize, HTTPReceiver, type Receiver, type ReceiverEvent } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { Log } from '../log.ts';
import { boundPools } from './bolt-pool.ts';
import { EVENT } from './ids.ts';
import { slackLogger } from './logger.ts';
import type { Services } from './services.ts';
import { createSignatureCheck } from './signature.ts';
import { registerSurfaces } from './surfaces.ts';
import type { UnderWay } from './under-way.ts';
import { refuseUnserved } from './unserved.ts';

export const EVENTS_PATH = '/slack/events';

/** More than Slack ever sends (a modal's state is the largest), and no more than one request may make us keep. */
const MAX_BODY_BYTES = 1024 * 1024;

/** Slack has to deliver these again until they were handled: tokens and keys are deleted by them. */
const ACKED_WHEN_DONE = new Set<unknown>([EVENT.appUninstalled, EVENT.tokensRevoked]);

export type BoltParts = {
  authorize: Authorize<boolean>;
  services: Services;
  underWay: UnderWay;
  clientOptions: WebClientOptions;
  log: Log;
};

/**
 * Bolt with all surfaces, behind whichever receiver Slack's requests come through.
 *
 * No `token` is given to Bolt's App: it would ask Slack who it is at start and, if Slack is away just then, refuse
 * every request from then on. `authorize` answers from what we have.
 */
export function attachBolt(receiver: Receiver, parts: BoltParts): App {
  const { authorize, services, underWay, clientOptions, log } = parts;
  const app = new App({
    receiver,
    logger: slackLogger(log),
    clientOptions,
    convoStore: false,
    ignoreSelf: false,
    authorize,
  });
  app.error(async error => {
    log.error({ err: error }, 'a request from Slack failed');
    throw error; // Bolt then answers with an error status; without this it would answer 200.
  });
  app.use(({ next }) => underWay.track(next()));
  refuseUnserved(app, services);
  registerSurfaces(app, services);
  const processEvent = app.processEvent.bind(app);
  app.processEvent = async event => {
    await processWithLateAck(event, processEvent);
    boundPools(app);
  };
  return app;
}

/** Bolt acks every event before anybody has looked at it; some are acked here, when all went well. */
async function processWithLateAck(
  event: ReceiverEvent,
  process: (event: ReceiverEvent) => Promise<void>,
): Promise<void> {
  const { event: inner } = event.body as { event?: { type?: unknown } };
  if (!ACKED_WHEN_DONE.has(inner?.type)) return process(event);
  await process({ ...event, ack: async () => undefined });
  await event.ack();
}

/**
 * Bolt over HTTP. It routes; the server that listens is ours, and so are the reading and the signature's check. What
 * does not pass that is left to Bolt, which checks it anew and refuses it in its own way.
 */
export function createBoltHttp(signingSecret: string, parts: BoltParts): RequestListener {
  const options = { signingSecret, endpoints: [EVENTS_PATH], logger: slackLogger(parts.log) };
  const receiver = new HTTPReceiver(options);
  const checked = new HTTPReceiver({ ...options, signatureVerification: false });
  checked.init(attachBolt(receiver, parts));
  const isSigned = createSignatureCheck(signingSecret);
  return async (request, response) => {
    // Bolt throws at other methods.
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST', 'content-type': 'text/plain' }).end('Only POST\n');
      return;
    }
    const body = await readBody(request);
    if (body === null || isNoObject(request.headers['content-type'], body)) {
      response.writeHead(body === null ? 413 : 400, { connection: 'close' }).end();
      return;
    }
    // Where Bolt looks for a body that somebody has read already.
    const route = isSigned(request.headers, body, Date.now()) ? checked : receiver;
    route.requestListener(Object.assign(request, { rawBody: body }), response);
  };
}

/** Null: too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Whether a body is JSON (itself, or as a form's payload) but no object: Bolt looks into it without asking, and `null`
 * would end the process. What is no JSON at all is Bolt's to refuse.
 */
function isNoObject(contentType: string | undefined, body: Buffer): boolean {
  const form = contentType === 'application/x-www-form-urlencoded';
  const json = form ? new URLSearchParams(body.toString()).get('payload') : body.toString();
  if (json === null) return false;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value !== 'object' || value === null;
  } catch {
    return false;
  }
}
