import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { portOfTest } from './ports.ts';

/* The two HTTP carriers in Bangladesh, according to their documentation: their requests and their codes. */

export const BANGLADESH_MS = 6 * 3_600_000;

/** A carrier's behaviour at the next request, instead of an answer. */
type Trouble =
  /** Accepts the text, and cuts the connection before the answer. */
  | 'cut-after'
  /** Accepts the text, and answers like a web server whose application failed. */
  | 'html-500-after'
  /** Never answers. */
  | 'hang';

async function serve(take: (body: string, request: IncomingMessage) => { status: number; json: unknown }) {
  const troubles: Trouble[] = [];
  let requests = 0;
  const answer = (
    trouble: Trouble | undefined,
    response: ServerResponse,
    reply: { status: number; json: unknown },
  ) => {
    if (trouble === 'hang') return;
    if (trouble === 'cut-after') response.socket?.resetAndDestroy();
    else if (trouble === 'html-500-after')
      response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>500</h1>');
    else
      response
        .writeHead(reply.status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(reply.json));
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      requests += 1;
      answer(troubles.shift(), response, take(body, request));
    });
  });
  const port = await portOfTest();
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const away = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(away);
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    trouble: (...kinds: Trouble[]) => troubles.push(...kinds),
    away,
    back: () => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve)),
  };
}

/** sms.net.bd: form fields; always HTTP 200, with errors in the body. */
export async function startSmsNetBd() {
  const texts: { msg: string; to: string }[] = [];
  let error: unknown = null;
  const server = await serve((body, { url, method, headers }) => {
    const no = (code: unknown, msg: string) => ({ status: 200, json: { error: code, msg, data: null } });
    if (url !== '/sendsms' || method !== 'POST') return no(404, 'The requested resource not found.');
    const form = new URLSearchParams(body);
    const [key, msg, to] = [form.get('api_key'), form.get('msg'), form.get('to')];
    if (
      headers['content-type'] !== 'application/x-www-form-urlencoded' ||
      key === null ||
      to === null ||
      msg === null
    ) {
      return no(400, 'The request was rejected, due to a missing or invalid parameter.');
    }
    if (key !== 'good-key') return no(405, 'Authorization required.');
    if (error !== null) return no(error, `Error ${error}`);
    if (!/^(88)?01[3-9]\d{8}$/.test(to)) return no(416, 'No valid number found');
    texts.push({ msg, to });
    return {
      status: 200,
      json: { error: 0, msg: 'Request successfully submitted', data: { request_id: texts.length } },
    };
  });
  return {
    ...server,
    texts,
    /** Answers every text with this code until it is null. */
    refuse(code: unknown) {
      error = code;
    },
    route: (change: Record<string, unknown> = {}) => ({
      kind: 'sms.net.bd' as const,
      name: 'netbd',
      url: server.url,
      apiKey: 'good-key',
      ...change,
    }),
  };
}

/** SSL Wireless ISMS v3: JSON; recognises a `csms_id` for the rest of its day in Bangladesh. */
export async function startIsms(now: () => number) {
  const texts: { sms: string; msisdn: string; csms_id: string }[] = [];
  const seenIds = new Set<string>();
  let code: number | null = null;
  const server = await serve((body, { url, method, headers }) => {
    const no = (status_code: number, error_message: string) => ({
      status: 200,
      json: { status: 'FAILED', status_code, error_message, smsinfo: [] },
    });
    if (url !== '/api/v3/send-sms' || method !== 'POST') return no(4004, 'Invalid API URL');
    if (headers['content-type'] !== 'application/json') return no(4005, 'Invalid request format');
    const { api_token: token, sid, sms, msisdn, csms_id: id } = JSON.parse(body) as Record<string, string>;
    if (token !== 'good-token') return no(4001, 'Unauthorized');
    if (sid !== 'PADMA') return no(4002, 'SID is not permitted');
    if (code !== null) return no(code, `Error ${code}`);
    if (!sms || !msisdn || !id) return no(4022, 'A required parameter is missing');
    if (!/^[A-Za-z0-9]{1,20}$/.test(id)) return no(4020, 'Invalid CSMS ID');
    if (sms.length > 1000) return no(4027, 'Message length exceeded');
    const today = `${Math.floor((now() + BANGLADESH_MS) / 86_400_000)} ${id}`;
    if (seenIds.has(today)) return no(4023, 'Duplicate CSMS ID');
    seenIds.add(today);
    texts.push({ sms, msisdn, csms_id: id });
    const info = {
      sms_status: 'SUCCESS',
      status_message: 'Success',
      msisdn,
      sms_type: 'EN',
      sms_body: sms,
      csms_id: id,
      reference_id: `ref${texts.length}`,
    };
    return { status: 200, json: { status: 'SUCCESS', status_code: 200, error_message: '', smsinfo: [info] } };
  });
  return {
    ...server,
    texts,
    refuse(status: number | null) {
      code = status;
    },
    route: (change: Record<string, unknown> = {}) => ({
      kind: 'ssl-wireless' as const,
      name: 'ssl',
      url: server.url,
      apiToken: 'good-token',
      sid: 'PADMA',
      ...change,
    }),
  };
}
