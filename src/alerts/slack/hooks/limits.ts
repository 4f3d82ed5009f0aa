import { context } from '../../../kit/slack/elements.ts';
import { checkboxes, live, shortText, typed } from '../../../kit/slack/fields.ts';
import type { FormField } from '../../../kit/slack/form.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { readCount, readCredits } from '../../../kit/written-values.ts';
import { type HookDraft, MAX_DAILY_TEXTS, MAX_SILENT_MINUTES } from '../../hooks.ts';

const LINK = 'link';

/** Whether texts end in a link; null: the form can't ask. `linksWork`: whether such a link opens on a phone. */
export const linkField = ({ escalation }: Wording): FormField<boolean | null, { linksWork: boolean }> => ({
  blocks(id, link, { linksWork }) {
    if (!linksWork) return context(escalation.noLink);
    const { field } = escalation;
    return live(checkboxes(id, field.link, [{ value: LINK, label: field.link.add }], link ? [LINK] : []));
  },
  read: (state, id) => ({ value: state.choices(id)?.includes(LINK) ?? null }),
});

/** What it may text on a day. */
export const dailyField = ({ escalation, settings }: Wording): FormField<HookDraft['daily']> => ({
  blocks(id, daily) {
    const { field } = escalation;
    return [
      shortText(`${id}_texts`, field.dailyTexts, daily && 'texts' in daily ? daily.texts : null),
      shortText(`${id}_credits`, field.dailyCredits, daily && 'credits' in daily ? daily.credits : null),
    ];
  },
  read(state, id) {
    const said = escalation.wrong;
    const wrong: Record<string, string> = {};
    const texts = readCount(state.text(`${id}_texts`));
    const credits = readCredits(state.text(`${id}_credits`));
    const isTooMany = texts === 'bad' || (texts ?? 0) > MAX_DAILY_TEXTS;
    if (isTooMany) wrong[`${id}_texts`] = said.texts(MAX_DAILY_TEXTS);
    if (credits === 'bad') wrong[`${id}_credits`] = settings.wrong.credits;
    else if (credits !== null && texts !== null) wrong[`${id}_credits`] = said.twoLimits;
    if (texts !== null && !isTooMany) return { value: { texts }, wrong };
    return { value: credits !== null && credits !== 'bad' ? { credits } : null, wrong };
  },
});

export const heartbeatField = ({ escalation }: Wording): FormField<HookDraft['heartbeat']> => ({
  blocks: (id, heartbeat) =>
    typed(id, escalation.field.heartbeat, heartbeat ? String(heartbeat.minutes) : '', { most: 10 }),
  read(state, id) {
    const silence = readCount(state.text(id));
    if (silence === 'bad' || (silence ?? 0) > MAX_SILENT_MINUTES)
      return { value: null, wrong: escalation.wrong.silence(MAX_SILENT_MINUTES) };
    return { value: silence === null ? null : { minutes: silence } };
  },
});
