import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPlayground, type Playground, type PlaygroundOptions } from '../../src/playground/index.ts';

type Json = Record<string, unknown>;

/** An app without a library: stores what Slack sends, returns the given answer, and calls the Web API by hand. */
export interface BareApp {
  slack: Playground;
  /** Every payload Slack sent, oldest first. */
  args: Json[];
  /** Returns the answer to a payload; empty by default. */
  answer: (payload: Json) => Json | undefined | Promise<Json | undefined>;
  /** Calls a method of the Web API; throws Slack's error if it refuses. */
  call(method: string, body: Json): Promise<Json>;
  stop(): Promise<void>;
}

/** A playground with a bare app behind it. */
export async function startBareApp(options: PlaygroundOptions): Promise<BareApp> {
  const slack = await createPlayground(options);
  const bare: BareApp = {
    slack,
    args: [],
    answer: () => undefined,
    async call(method, body) {
      const answer = await fetch(slack.apiUrl + method, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          authorization: `Bearer ${slack.botToken}`,
        },
        body: JSON.stringify(body),
      });
      const result = (await answer.json()) as Json;
      if (!result.ok) throw new Error(`${method}: ${JSON.stringify(result)}`);
      return result;
    },
    async stop() {
      await slack.close();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  const server = createServer(async (request, response) => {
    const text = await new Response(request as unknown as ReadableStream).text();
    const form = new URLSearchParams(text);
    const isEvent = request.headers['content-type'] === 'application/json';
    const payload = JSON.parse(
      isEvent ? text : (form.get('payload') ?? JSON.stringify(Object.fromEntries(form))),
    ) as Json;
    bare.args.push(payload);
    const answer = await bare.answer(payload);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answer ? JSON.stringify(answer) : '');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  slack.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return bare;
}
