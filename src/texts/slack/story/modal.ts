import type { KnownBlock, ModalView } from '@slack/types';
import { asIs } from '../../../kit/slack/buttons.ts';
import { actions, section } from '../../../kit/slack/elements.ts';
import type { Permission, SlackListener } from '../../../kit/slack/listener.ts';
import { bannerBlock, noticeModal, pageModal } from '../../../kit/slack/modals.ts';
import type { PressAnswer, StoredPress } from '../../../kit/slack/press-queue.ts';
import type { Services, UserRef } from '../../../kit/slack/services.ts';
import { onView } from '../../../kit/slack/view-buttons.ts';
import { harmless } from '../../../kit/slack-text.ts';
import { type Wording, wordLeftOut } from '../../../kit/words/wording.ts';
import { reader } from '../../permissions.ts';
import { type StoryLine, storyOf } from '../../story.ts';
import { ACTION } from '../ids.ts';
import { arrivedButton, shownText, uncertainButton } from '../receipt-messages.ts';

/** The callback id of the modal with a text's story. */
const STORY_VIEW = 'text_story';
/** Of the text's own words. */
const MAX_WORDS = 500;

export const isStory = (view: StoredPress['view']): boolean => view?.callback === STORY_VIEW;

/** Permission to see a text's story: its sender, and people who may see what the workspace sends. */
const storyReader: Permission<string> = async (services, user, textId) => {
  const facts = await services.history.story(user.workspace, textId);
  return !facts || facts.actor === user.userId ? null : reader(services, user, null);
};

/** "What happened", on a receipt and in lists. */
export const openStoryButton = (services: Services): SlackListener =>
  onView(services, ACTION.story, {
    read: asIs,
    permission: storyReader,
    opens: {
      title: words => words.story.title,
      command: null,
      fill: (words, user, textId) => storyModal(services, words, user, textId),
    },
  });

/** The story in which a button was pressed, as it is now. */
export async function storyAgain(
  services: Services,
  { workspace, userId }: UserRef,
  textId: string,
  banner: (words: Wording) => string,
  isDecided = false,
): Promise<PressAnswer> {
  const words = await services.words.of(workspace, userId);
  const view = await storyModal(services, words, { workspace, userId }, textId, {
    banner: banner(words),
    isDecided,
  });
  return { kind: 'shown', view };
}

/** @param after what a press in it came to; `isDecided`: the text is being sent again, which isn't stored yet */
async function storyModal(
  { history, naming, settings, stopLinks, alertLinks, clock }: Services,
  words: Wording,
  { workspace, userId }: UserRef,
  textId: string,
  after: { banner: string; isDecided: boolean } | null = null,
): Promise<ModalView> {
  const { story, link } = words;
  const [facts, rules] = await Promise.all([history.story(workspace, textId), settings.of(workspace)]);
  if (!facts) return noticeModal(story.title, link.close, story.gone);
  const { text, actor, isResent } = facts;
  const show = await naming(workspace, userId, [text.number], rules);
  const message = [stopLinks, alertLinks].reduce((shown, kind) => kind.shown(shown), text.message);
  const lines = storyOf(facts).map(line =>
    story.line({ at: line.at === null ? null : clock.wall(line.at), says: says(words, line) }),
  );
  const mayDecide = text.state === 'uncertain' && !isResent && !after?.isDecided;
  const blocks: KnownBlock[] = [
    ...(after ? [bannerBlock(after.banner)] : []),
    section(`*${shownText(show, text)}*`),
    ...(actor === userId && message !== '' ? [section(`“${harmless(message, MAX_WORDS)}”`)] : []),
    section(lines.join('\n')),
    ...(mayDecide ? [actions(uncertainButton(words, textId), arrivedButton(words, textId))] : []),
  ];
  return {
    ...pageModal({ id: STORY_VIEW, title: story.title, close: link.close, blocks }),
    private_metadata: textId,
  };
}

function says(words: Wording, line: StoryLine): string {
  const { story, waitingBecause, uncertainBecause } = words;
  switch (line.what) {
    case 'asked':
      return story.asked(line);
    case 'accepted':
      return story.accepted(line.afterMs);
    case 'undoable':
      return story.undoable(line.forMs);
    case 'waited':
      return story.waited({ why: waitingBecause[line.why].why, times: line.times });
    case 'waits':
      if (line.why === 'turn' || line.why === 'paused') return story[line.why];
      return story.held(waitingBecause[line.why]);
    case 'claimed':
      return story.claimed(line.afterMs);
    case 'uncertain':
      return story.uncertain(uncertainBecause[line.why]);
    case 'arrived':
      return story.arrived(line.by);
    case 'sent':
      return story.sent(line);
    case 'refused':
      return story.refused(line.problem ? wordLeftOut(words, line.problem) : words.state.refused);
    case 'cancelled':
      return story.cancelled;
    case 'resent':
      return story.resent(line.by);
    case 'reported':
      return story.reported(line.channel);
    case 'reported_together':
      return story.reportedTogether;
  }
}
