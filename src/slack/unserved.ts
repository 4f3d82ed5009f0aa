import type { App } from '@slack/bolt';
import { wordProblem } from '../wording/index.ts';
import type { Refusal } from './access.ts';
import { payloadOf } from './payload.ts';
import type { Services } from './services.ts';
import { type Ack, answerInWords } from './telling.ts';

/** What Bolt gives for some kinds of payload. */
type Ways = {
  ack?: Ack;
  fail?: (why: { error: string }) => Promise<unknown>;
};

/**
 * Requests of a workspace that has no installation here, or none that can be opened: people read why and what to do,
 * where Slack gives a way to say it without a token. Slack itself gets its ack, or it would try again for nothing.
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
    // A workflow's step ends, by the token that came with it.
    if (isStep) await fail?.({ error: text });
  });
}
