import { z } from 'zod';
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

/** https://www.sms.net.bd/api. 409 says that something went wrong there, but not whether the text was sent. */
const CODES: Codes = {
  route: {
    403: 'the API key has no permission',
    404: 'the address is wrong',
    405: 'the API key is wrong',
    410: 'the account has expired',
    411: 'the reseller’s account has expired or is suspended',
    412: 'the schedule is not valid',
    413: 'the sender ID is not valid',
    417: 'the account does not have enough balance',
  },
  text: {
    400: 'a parameter is missing or not valid',
    414: 'the message is empty',
    415: 'the message is too long',
    416: 'the number is not valid',
    420: 'the content is blocked',
    421: 'before the first recharge only the account’s own number can be texted',
  },
};

const settings = z.strictObject({
  kind: z.literal('sms.net.bd'),
  ...httpSettings('https://api.sms.net.bd'),
  apiKey: z.string().min(1).max(200),
  senderId: z.string().min(1).max(20).optional(),
});

/**
 * sms.net.bd takes a form, and answers 200 with an error code in the body. It doesn't recognise repeats, so never
 * submit the same text twice.
 */
export const smsNetBd = {
  settings,
  open(route: z.output<typeof settings>, deps: CarrierDeps) {
    const { kind, url, apiKey, senderId } = route;
    const api: HttpApi = {
      kind,
      url: `${url}/sendsms`,
      maxCharacters: null,
      form: ({ number, message }) => ({
        type: 'application/x-www-form-urlencoded',
        body: new URLSearchParams({
          api_key: apiKey,
          msg: message,
          to: `88${number}`,
          ...(senderId === undefined ? {} : { sender_id: senderId }),
        }).toString(),
      }),
      read,
      knowsAgain: () => false,
    };
    return createHttpCarrier(api, route, deps);
  },
};

function read(status: number, body: string): CarrierAnswer {
  const answer = jsonObject(body);
  const code = codeOf(answer?.error);
  if (code === 0 && status < 300) {
    const data = answer?.data as { request_id?: unknown } | null | undefined;
    return { kind: 'taken', messageId: data?.request_id === undefined ? null : String(data.request_id) };
  }
  return carrierAnswerOf('sms.net.bd', code, status, CODES);
}
