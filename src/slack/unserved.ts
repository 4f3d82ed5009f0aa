import type { App } from '@slack/bolt';
import { wordProblem } from '../wording/index.ts';
import type { Refusal } from './access.ts';
import type { Services } from './services.ts';
import { noticeModal } from './views/modals.ts';

/** What is read of any payload, to tell its sender that the app can't serve them. */
type Asked = {
  command?: string;
  type?: string;
  response_url?: string;
  team_id?: string;
  user_id?: string;
  team?: { id: string } | null;
  user?: { id: string; team_id?: string };
  event?: { type?: string };
};

/** What Bolt gives for some kinds of payload. */
type Ways = {
  ack?: (answer?: unknown) => Promise<void>;
  fail?: (why: { error: string }) => Promise<unknown>;
};

/**
 * Requests of a workspace that has no installation here, or none that can be opened: people read why and what to do,
 * where Slack gives a way to say it without a token. Slack itself gets its ack, or it would try again for nothing.
 */
export function refuseUnserved(app: App, { words, poster }: Services): void {
  app.use(async args => {
    const { refusal } = args.context as Refusal;
    if (!refusal) return args.next();
    const asked = args.body as Asked;
    const { ack = async () => undefined, fail } = args as Ways;
    const workspace = asked.team?.id ?? asked.team_id ?? asked.user?.team_id ?? '';
    const wording = words.atOnce(workspace, asked.user?.id ?? asked.user_id ?? '');
    const text = wordProblem(wording, refusal);
    if (asked.command) return ack({ response_type: 'ephemeral', text });
    if (asked.type === 'view_submission') {
      const view = noticeModal(wording.install.app, wording.link.close, text);
      return ack({ response_action: 'update', view });
    }
    if (asked.type === 'block_suggestion') return ack({ options: [] });
    // Slack delivers a workflow's step again when it gets no ack; else the step ends, by the token that came with it.
    if (asked.event?.type === 'function_executed' && refusal.kind === 'STORE_AWAY') throw new Error(text);
    await ack();
    if (asked.event?.type === 'function_executed') await fail?.({ error: text });
    if (asked.response_url) await poster.answer(asked.response_url, 'ephemeral', { text });
  });
}
