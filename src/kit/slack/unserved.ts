import type { App } from '@slack/bolt';
import { wordProblem } from '../words/wording.ts';
import type { Refusal } from './access.ts';
import { payloadOf } from './payload.ts';
import type { Services } from './services.ts';
import { type Ack, answerInWords } from './telling.ts';

/** What Bolt provides for some kinds of payload. */
type Ways = {
  ack?: Ack;
  fail?: (why: { error: string }) => Promise<unknown>;
};

/**
 * Handles requests from a workspace without an installation here, or with one that can't be opened: people are told why
 * and what to do, if Slack offers a way to do so without a token. Slack itself gets its ack, or it would retry for
 * nothing.
 */
export function refuseUnserved(app: App, services: Services): void {
  app.use(async args => {
    const { refusal } = args.context as Refusal;
    if (!refusal) return args.next();
    const payload = payloadOf(args.body);
    const { workspace, userId, isStep } = payload;
    const { ack = async () => undefined, fail } = args as Ways;
    const text = wordProblem(services.words.atOnce(workspace, userId), refusal);
    if (!payload.isEvent) return answerInWords(services, null, payload, ack, text);
    // Without an ack, Slack delivers it again.
    if (refusal.kind === 'STORE_AWAY') throw new Error(text);
    await ack();
    // A workflow's step ends, with the token that came with it.
    if (isStep) await fail?.({ error: text });
  });
}
