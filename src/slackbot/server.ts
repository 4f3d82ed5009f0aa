import type { RequestListener } from 'node:http';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { createRateLimit } from '../kit/http/rate-limit.ts';
import { readJson } from '../kit/json.ts';
import type { ReadSigned } from '../kit/slack/http.ts';
import { problemOf } from '../kit/slack/modals.ts';
import type { Services } from '../kit/slack/services.ts';
import { SLACKBOT_PATH } from '../kit/slack/slackbot-ids.ts';
import { wordProblem } from '../kit/words/wording.ts';
import { callerIn } from './caller.ts';
import { refusal, type SlackbotTool, type ToolAnswer } from './tool.ts';

/* The server that Slackbot calls, by Slack's signed requests. It keeps nothing between them. */

/** Calls of one person. A misled assistant can't do more than this, and none of it sends anything. */
const CALLS = { burst: 60, perSecond: 1 };
const DRAFTS = { burst: 10, perSecond: 10 / 3600 };

const INSTRUCTIONS =
  'Text messages (SMS) to mobiles in Bangladesh, for the person who asks. Reading tools answer what that person may see. Drafting tools post a draft to that person in a direct message; only the person sends it, by a button there. Never claim that something was sent, paged or muted.';

/** Headers of the protocol itself; all others are Slack's and the proxies'. */
const PROTOCOL = /^(?:content-type|accept|mcp-[a-z-]+)$/;

export function createSlackbotRoute(
  services: Services,
  { tools, readSigned }: { tools: readonly SlackbotTool[]; readSigned: ReadSigned },
): RequestListener {
  const { log, clock } = services;
  const limits = {
    all: createRateLimit({ ...CALLS, now: clock.now }),
    drafts: createRateLimit({ ...DRAFTS, now: clock.now }),
  };

  async function run(tool: SlackbotTool, input: Record<string, unknown>, meta: unknown): Promise<ToolAnswer> {
    const user = callerIn(meta);
    const guess = services.words.in(services.config.language);
    if (!user) return refusal(guess.slackbot.callerUnknown);
    try {
      if (!(await services.access.webFor(user.workspace))) return refusal(guess.slackbot.notInstalled);
      const words = await services.words.of(user.workspace, user.userId);
      const name = `${user.workspace} ${user.userId}`;
      const waitMs = limits.all(name) || (tool.reads ? 0 : limits.drafts(name));
      if (waitMs > 0) return refusal(words.slackbot.tooMany(Math.ceil(waitMs / 60_000)));
      const facts = services.permissionFacts.withCachedOrLiveFacts(services);
      const answered = await tool.run(facts, { ...user, words }, input);
      const { workspace } = user;
      log.info({ workspace, tool: tool.name, refused: answered.refused ?? false }, 'Slackbot used a tool');
      return answered;
    } catch (error) {
      log.error({ err: error, tool: tool.name }, 'Slackbot got no answer');
      return refusal(wordProblem(guess, problemOf(error, !tool.reads)));
    }
  }

  let loading: Promise<McpHttpHandler> | null = null;
  // Slack's first request loads the protocol, so that it takes no memory where Slackbot isn't used.
  const loadHandler = (): Promise<McpHttpHandler> => {
    loading ??= createHandler(tools, run, error =>
      log.info({ err: error }, 'Slackbot sent a request that isn’t one of its protocol'),
    );
    return loading;
  };

  return async (request, response) => {
    const raw = await readSigned(request, response);
    if (raw === null) return;
    const parsedBody = readJson(raw.toString());
    if (typeof parsedBody !== 'object' || parsedBody === null || subscribes(parsedBody)) {
      response.writeHead(400).end();
      return;
    }
    const headers = Object.entries(request.headers).filter(([header]) => PROTOCOL.test(header));
    const handler = await loadHandler();
    const answered = await handler.fetch(
      new Request(`http://localhost${SLACKBOT_PATH}`, {
        method: 'POST',
        headers: headers.map(([header, value]): [string, string] => [header, String(value)]),
      }),
      { parsedBody },
    );
    const body = Buffer.from(await answered.arrayBuffer());
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(body);
  };
}

async function createHandler(
  tools: readonly SlackbotTool[],
  run: (tool: SlackbotTool, input: Record<string, unknown>, meta: unknown) => Promise<ToolAnswer>,
  failed: (error: Error) => void,
): Promise<McpHttpHandler> {
  const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server');
  const serverOf = () => {
    const server = new McpServer({ name: 'sms-for-slack', version: '1.0.0' }, { instructions: INSTRUCTIONS });
    for (const tool of tools) {
      const { name, title, description, reads, input } = tool;
      const annotations = { title, readOnlyHint: reads, destructiveHint: false, openWorldHint: false };
      server.registerTool(
        name,
        { title, description, inputSchema: input, annotations },
        async (args, context) => {
          const { text, refused } = await run(tool, args, context.mcpReq._meta);
          return { content: [{ type: 'text' as const, text }], ...(refused ? { isError: true } : {}) };
        },
      );
    }
    return server;
  };
  return createMcpHandler(serverOf, { keepAliveMs: 0, onerror: failed });
}

/** Nothing here changes by itself, and such a request would never end. */
const subscribes = (body: object): boolean =>
  [body].flat().some(each => 'method' in each && each.method === 'subscriptions/listen');
