import type { ShowNumber } from '../../kit/number.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { Services } from '../../kit/slack/services.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { recipientsOf } from '../../texts/slack/receipt-messages.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import type { SlackbotDraft } from '../draft.ts';
import { answer, type Caller, refusal, type ToolAnswer } from '../tool.ts';

/** "Look at it". Value: the draft's id. */
export const OPEN_DRAFT = 'open_slackbot_draft';

const MAX_QUOTED = 300;
const MAX_NAME = 60;

/** Keeps a draft and posts it to its person; says to the assistant whether they have it. */
export async function postDraft(
  services: Services,
  caller: Caller,
  draft: SlackbotDraft,
): Promise<ToolAnswer> {
  const { slackbotDrafts, settings, poster } = services;
  const { workspace, userId, words } = caller;
  const show = showingNumbers(await settings.of(workspace));
  const id = await slackbotDrafts.keep(caller, draft);
  const posted = await poster.post(workspace, userId, draftMessage(words, show, draft, id));
  return posted.kind === 'ok' ? answer(words.slackbot.drafted) : refusal(words.slackbot.notPosted);
}

function draftMessage(words: Wording, show: ShowNumber, draft: SlackbotDraft, id: string): Message {
  const { slackbot } = words;
  const line = draftLine(words, show, draft);
  const look = button({ action: OPEN_DRAFT, label: slackbot.look, value: id, style: 'primary' });
  return {
    text: line,
    blocks: [section(line), actions(look), context(slackbot.nothingYet)],
  };
}

/** What a draft would do, in our words. The assistant's words are quoted, and can neither format nor notify. */
function draftLine(words: Wording, show: ShowNumber, draft: SlackbotDraft): string {
  const { draft: drafts } = words.slackbot;
  switch (draft.kind) {
    case 'text':
      return drafts.text({
        to: draft.to && recipientsOf(words, { to: [draft.to] }, show),
        message: quotable(draft),
      });
    case 'broadcast':
      return drafts.broadcast({ to: named(words, show, draft.to), message: quotable(draft) });
    case 'page':
      return drafts.page({
        to: draft.policy ? harmless(draft.policy.label, MAX_NAME) : named(words, show, draft.to),
        message: quotable(draft),
      });
    case 'mute': {
      const { hook, labels, hours, reason } = draft;
      return drafts.mute({
        hook: hook && harmless(hook.label, MAX_NAME),
        labels: labels === '' ? null : harmless(labels, MAX_QUOTED),
        hours,
        reason: reason === '' ? null : harmless(reason, MAX_QUOTED),
      });
    }
  }
}

const quotable = ({ message }: { message: string }): string => harmless(message, MAX_QUOTED);

const named = (
  words: Wording,
  show: ShowNumber,
  to: Parameters<typeof recipientsOf>[1]['to'],
): string | null => (to.length === 0 ? null : recipientsOf(words, { to }, show));
