import { signatureHeaders } from '../../src/playground/wire/delivery.ts';
import type { Stage } from './stage.ts';

/** A payload from Slack: form fields, JSON in a form field, or JSON. */
export type Recorded = {
  what: string;
  as: 'form' | 'payload' | 'json';
  payload: Record<string, unknown>;
  /** A field that another payload covers, so it isn't mutated. */
  known?: string;
};

/** One payload of each kind and purpose that the playground has sent. */
export function recorded({ slack }: Stage): Recorded[] {
  const byPurpose = new Map<string, Recorded>();
  for (const { direction, request } of slack.traffic.all) {
    if (direction !== 'to-app') continue;
    const delivery = decoded(request.body);
    const key = purposeOf(delivery.payload);
    if (!byPurpose.has(key)) byPurpose.set(key, { ...delivery, what: key });
  }
  return [...byPurpose.values()];
}

function decoded(body: string): Omit<Recorded, 'what'> {
  if (body.startsWith('{')) {
    const payload = JSON.parse(body);
    // Over a socket, the payload is in an envelope.
    return { as: 'json', payload: payload.envelope_id ? payload.payload : payload };
  }
  const fields = Object.fromEntries(new URLSearchParams(body));
  if (fields.payload === undefined) return { as: 'form', payload: fields };
  return { as: 'payload', payload: JSON.parse(fields.payload) };
}

function purposeOf(payload: Record<string, unknown>): string {
  const {
    type = 'command',
    view,
    callback_id,
    event,
    actions,
    text,
  } = payload as {
    type?: string;
    text?: string;
    callback_id?: string;
    event?: { type: string };
    view?: { callback_id: string };
    actions?: { action_id: string }[];
  };
  const purpose =
    actions?.[0]?.action_id ?? event?.type ?? callback_id ?? view?.callback_id ?? text?.split(' ')[0];
  return `${type} ${purpose}`;
}

/** Sends a payload as Slack would, signed with the current time. */
export function send(
  { slack, appUrl }: Stage,
  { as, payload }: Pick<Recorded, 'as' | 'payload'>,
): Promise<Response> {
  const json = JSON.stringify(payload);
  const body =
    as === 'json'
      ? json
      : as === 'payload'
        ? new URLSearchParams({ payload: json }).toString()
        : formOf(payload);
  return fetch(`${appUrl}/slack/events`, {
    method: 'POST',
    body,
    headers: {
      'content-type': as === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      ...signatureHeaders(slack.signingSecret, body, Date.now()),
    },
  });
}

function formOf(payload: Record<string, unknown>): string {
  const fields = Object.entries(payload).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((entry): [string, string] => [
      name,
      typeof entry === 'string' ? entry : JSON.stringify(entry),
    ]),
  );
  return new URLSearchParams(fields).toString();
}

/** Replacements for a field; undefined removes it. */
const STRANGE: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1.5,
  Number.MAX_VALUE,
  '',
  'strange',
  '../ :*\u0000\ud83d',
  'x'.repeat(20_000),
  [],
  [null],
  [[], {}, 'x', 1],
  {},
  { id: 7, type: {}, value: [] },
  JSON.parse(`${'[{"a":'.repeat(40)}1${'}]'.repeat(40)}`),
];

/**
 * The payload with a strange value in one field, for each field and value.
 *
 * @param isWanted called before each mutation; false skips it
 */
export function* mutations(
  original: Recorded,
  isWanted: () => boolean,
): Generator<Recorded & { path: string; by: unknown }> {
  for (const path of pathsIn(original.payload)) {
    if (path[0] === original.known) continue;
    for (const by of STRANGE) {
      if (!isWanted()) continue;
      const payload = structuredClone(original.payload);
      const last = path.at(-1);
      const parent = path.slice(0, -1).reduce<unknown>((inner, step) => (inner as never)[step], payload);
      if (last === undefined) continue;
      if (by === undefined) delete (parent as Record<string, unknown>)[last];
      else (parent as Record<string, unknown>)[last] = by;
      yield { ...original, payload, path: path.join('.'), by };
    }
  }
}

/** The paths of all fields; of many similar ones (blocks, form fields), only the first and the last. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  const here = path.length > 0 ? [path] : [];
  if (typeof value !== 'object' || value === null) return here;
  const all = Object.entries(value);
  const isMany = Array.isArray(value) || path.at(-1) === 'values';
  const some = isMany ? new Map([...all.slice(0, 1), ...all.slice(-1)]) : all;
  return [...here, ...[...some].flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}
