import { z } from 'zod';
import { dayOf } from '../time.ts';
import { type CarrierDeps, httpSettings } from './carrier.ts';
import {
  type CarrierAnswer,
  type Codes,
  carrierAnswerOf,
  codeOf,
  createHttpCarrier,
  type HttpApi,
  jsonObject,
} from './http.ts';

/** The most characters that ISMS takes in one request. */
const MAX_CHARACTERS = 1_000;

/** A request that starts this close to midnight may arrive the next day, when ISMS has forgotten its `csms_id`. */
const BEFORE_MIDNIGHT_MS = 5 * 60_000;

const CODES: Codes = {
  route: {
    4001: 'the API token is wrong',
    4002: 'the SID is not permitted',
    4003: 'this server’s IP address is not permitted',
    4004: 'the address is wrong',
    4005: 'the request’s format is not accepted',
  },
  text: {
    4020: 'the csms_id is not valid',
    4022: 'a parameter is missing',
    4025: 'the number is not valid',
    4026: 'the number is blocked',
    4027: 'the message is too long',
    4028: 'nothing was sent',
  },
};

const THROTTLED = new Set([4029, 4031]);
const ALREADY_TAKEN = 4023;

const settings = z.strictObject({
  kind: z.literal('ssl-wireless'),
  ...httpSettings('https://smsplus.sslwireless.com'),
  apiToken: z.string().min(1).max(50),
  sid: z.string().min(1).max(20),
});

/**
 * SSL Wireless ISMS v3 takes JSON, with our own name for each message, unique within a day in Bangladesh. It answers
 * 4023 to a name that it already has, so a message without an answer is submitted again under the same name on the
 * same day.
 */
export const sslWireless = {
  settings,
  open(route: z.output<typeof settings>, deps: CarrierDeps) {
    const { kind, url, apiToken, sid } = route;
    const api: HttpApi = {
      kind,
      url: `${url}/api/v3/send-sms`,
      maxCharacters: MAX_CHARACTERS,
      form: ({ number, message, submission }) => ({
        type: 'application/json',
        body: JSON.stringify({
          api_token: apiToken,
          sid,
          msisdn: `88${number}`,
          sms: message,
          csms_id: submission.idempotencyKey,
        }),
      }),
      read,
      knowsAgain: ({ begunAt }, now) =>
        begunAt !== null && dayOf(begunAt) === dayOf(now + BEFORE_MIDNIGHT_MS),
    };
    return createHttpCarrier(api, route, deps);
  },
};

function read(status: number, body: string): CarrierAnswer {
  const answer = jsonObject(body);
  const code = codeOf(answer?.status_code);
  if (code === ALREADY_TAKEN) return { kind: 'taken', messageId: null };
  if (code === 200) return readInfo(answer?.smsinfo);
  if (THROTTLED.has(code)) return { kind: 'throttled', why: `ISMS ${code}: too many requests` };
  return carrierAnswerOf('ISMS', code, status, CODES);
}

/** The request succeeded, but its one message may have failed. */
function readInfo(info: unknown): CarrierAnswer {
  const [first] = Array.isArray(info) ? (info as Record<string, unknown>[]) : [];
  if (first?.sms_status === 'SUCCESS') {
    const { reference_id: reference } = first;
    return { kind: 'taken', messageId: typeof reference === 'string' ? reference : null };
  }
  if (first?.sms_status === 'FAILED') {
    return { kind: 'text-refused', why: `ISMS: ${String(first.status_message ?? 'failed').slice(0, 100)}` };
  }
  return { kind: 'unclear', why: 'ISMS named no message' };
}
