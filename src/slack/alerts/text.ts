import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { toKey } from '../../alerts/recipients.ts';
import type { Wording } from '../../wording/index.ts';
import { ACTION, ALERTS, VIEW } from '../ids.ts';
import { INPUT_ACTION } from '../kit/fields.ts';
import { onInput, onSubmit } from '../kit/form.ts';
import { keptJson } from '../kit/kept.ts';
import { formModal, noticeModal } from '../kit/modals.ts';
import { onView } from '../kit/press.ts';
import { stateOf } from '../kit/state.ts';
import type { Services } from '../services.ts';
import { recipients as searched } from '../views/hook-fields.ts';
import { recipientsError } from '../views/hooks/draft.ts';
import { recipientsIn } from '../views/recipients-field.ts';
import { type AlertsPost, aboutSchema } from './buttons.ts';
import { texter } from './rights.ts';
import { textPreview } from './text-preview.ts';

/** "Text someone else" on a post about alerts: a form that shows what the text says and costs before it is sent. */
export function registerTextAboutAlerts(app: App, services: Services): void {
  onView(app, services, ACTION.textAboutAlerts, {
    read: value => keptJson(aboutSchema, value),
    may: texter,
    opens: {
      title: words => words.responding.text.title,
      command: null,
      async fill(words, { workspace }, about) {
        const preview = await textPreview(services, words, workspace, { about, to: [] });
        if (!preview) return over(words);
        const { field } = words.responding.text;
        return form(words, about, [searched(ALERTS.to, field, words.search.placeholder, []), ...preview]);
      },
    },
  });
}

/** The preview follows who is chosen. */
export function registerTextLive(app: App, services: Services): void {
  onInput(
    app,
    services,
    { action_id: INPUT_ACTION, block_id: ALERTS.to },
    {
      may: texter,
      of: () => ({ what: null }),
      async show(words, { view, who: { workspace } }) {
        const about = keptJson(aboutSchema, view.private_metadata);
        const to = recipientsIn(stateOf(view.state.values), ALERTS.to);
        const preview = await textPreview(services, words, workspace, { about, to });
        const fields = view.blocks.filter(({ block_id: id }) => id === ALERTS.to);
        return preview ? form(words, about, [...fields, ...preview]) : over(words);
      },
    },
  );
}

/** One text for a form, however often it is submitted. */
export function registerSendAboutAlerts(app: App, services: Services): void {
  onSubmit(app, services, VIEW.textAboutAlerts, {
    valueOf({ private_metadata, state }, words) {
      const chosen = recipientsIn(stateOf(state.values), ALERTS.to);
      const wrong = recipientsError(words, chosen);
      if (wrong !== null) return { errors: { [ALERTS.to]: wrong } };
      return { value: { ...keptJson(aboutSchema, private_metadata), to: chosen.map(toKey) } };
    },
    read: value => keptJson(aboutSchema.extend({ to: z.array(z.string()) }), value),
    may: texter,
    async carryOut({ responding, words }, { workspace, userId, identity }, { hook, post, to }) {
      const by = { kind: 'person', userId } as const;
      await responding.note(workspace, { act: 'text', hook, which: { post }, by, to }, identity);
      const { responding: said } = await words.of(workspace, userId);
      return { kind: 'told', message: { text: said.text.sent } };
    },
  });
}

function form({ responding, link }: Wording, about: AlertsPost, blocks: KnownBlock[]): ModalView {
  const { title, submit } = responding.text;
  const modal = formModal({ id: VIEW.textAboutAlerts, title, submit, cancel: link.cancel, blocks });
  return { ...modal, private_metadata: JSON.stringify(about) };
}

const over = ({ responding, link }: Wording): ModalView =>
  noticeModal(responding.text.title, link.close, responding.text.nothing);
