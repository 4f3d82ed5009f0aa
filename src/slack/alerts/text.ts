import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { toKey } from '../../alerts/recipients.ts';
import { judgeTexter } from '../../alerts/rights.ts';
import type { Problem } from '../../domain/problem.ts';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { webOf } from '../access.ts';
import { ACTION, ALERTS, VIEW } from '../ids.ts';
import { keptJson } from '../kept.ts';
import { viewSubmissionSchema } from '../payloads/interactions.ts';
import { onPress } from '../press.ts';
import type { Services } from '../services.ts';
import { recipientsIn } from '../views/forms/recipients.ts';
import { stateOf } from '../views/forms/state.ts';
import { recipientsError } from '../views/hooks/draft.ts';
import { recipients as searched } from '../views/hooks/fields.ts';
import { onInput, showInTurn } from '../views/live.ts';
import { formModal, noticeModal, openJudgedModal, showView } from '../views/modals.ts';
import { whoOf } from '../who.ts';
import { type AlertsPost, aboutSchema } from './buttons.ts';
import { passesByMemory } from './rights.ts';
import { textPreview } from './text-preview.ts';

/** "Text someone else" on a post about alerts: a form that shows what the text says and costs before it is sent. */
export function registerTextAboutAlerts(app: App, services: Services): void {
  onPress(app, services, ACTION.textAboutAlerts, async press => async () => {
    const about: AlertsPost = keptJson(aboutSchema, press.value);
    const { workspace } = press;
    await openJudgedModal(services, press.client, press, {
      title: words => words.responding.text.title,
      command: null,
      judge: () => services.alertRights.toText(press),
      async fill(words) {
        const preview = await textPreview(services, words, workspace, { about, to: [] });
        if (!preview) return over(words);
        const { field } = words.responding.text;
        return form(words, about, [searched(ALERTS.to, field, words.search.placeholder, []), ...preview]);
      },
    });
  });
}

/** The preview follows who is chosen. */
export function registerTextLive(app: App, services: Services): void {
  onInput(app, ALERTS.to, ({ view, who: { workspace, userId }, client, seen }) => {
    const about = keptJson(aboutSchema, view.private_metadata);
    showInTurn(services, client, workspace, seen, async () => {
      const words = await services.words.of(workspace, userId);
      const to = recipientsIn(stateOf(view.state.values), ALERTS.to);
      const preview = await textPreview(services, words, workspace, { about, to });
      const fields = view.blocks.filter(({ block_id: id }) => id === ALERTS.to);
      return preview ? form(words, about, [...fields, ...preview]) : over(words);
    });
  });
}

/** One text for a form, however often it is submitted. */
export function registerSendAboutAlerts(app: App, services: Services): void {
  const { responding, liveForms } = services;
  const submitted = { callback_id: VIEW.textAboutAlerts, type: 'view_submission' } as const;
  app.view(submitted, async ({ ack, body, context }) => {
    const who = whoOf(body);
    const { workspace, userId } = who;
    const { view } = viewSubmissionSchema.parse(body);
    const { hook, post } = keptJson(aboutSchema, view.private_metadata);
    const words = await services.words.of(workspace, userId);
    const chosen = recipientsIn(stateOf(view.state.values), ALERTS.to);
    const wrong = recipientsError(words, chosen);
    if (wrong !== null) return ack({ response_action: 'errors', errors: { [ALERTS.to]: wrong } });
    liveForms.forget(view.id);
    const { title } = words.responding.text;
    const notice = (line: string): ModalView => noticeModal(title, words.link.close, line);
    const by = { kind: 'person', userId } as const;
    const to = chosen.map(toKey);
    const act = { act: 'text', hook, which: { post }, by, to } as const;
    const note = () => responding.note(workspace, act, view.id);
    const isKnown = await passesByMemory(services, who, (asked, rules) =>
      judgeTexter(userId, asked, rules, async () => ({ kind: 'silent', again: 0 })),
    );
    if (isKnown) {
      await note();
      return ack({ response_action: 'update', view: notice(words.responding.text.sent) });
    }
    await services.presses.note(workspace, act, view.id);
    await ack({ response_action: 'update', view: notice(words.link.oneMoment) });
    const problem = await services.alertRights.toText(who);
    if (!problem) await note();
    const refusal = (because: Problem): string =>
      because.kind === 'SLACK_AWAY' ? words.responding.told.kept : wordProblem(words, because);
    const said = problem ? refusal(problem) : words.responding.text.sent;
    await showView(services, webOf(context), { viewId: view.id, ...who }, notice(said));
  });
}

function form({ responding, link }: Wording, about: AlertsPost, blocks: KnownBlock[]): ModalView {
  const { title, submit } = responding.text;
  const modal = formModal({ id: VIEW.textAboutAlerts, title, submit, cancel: link.cancel, blocks });
  return { ...modal, private_metadata: JSON.stringify(about) };
}

const over = ({ responding, link }: Wording): ModalView =>
  noticeModal(responding.text.title, link.close, responding.text.nothing);
