import type { Button, KnownBlock } from '@slack/types';
import { maskNumber } from '../../kit/number.ts';
import { asIs } from '../../kit/slack/buttons.ts';
import { button, header, section } from '../../kit/slack/elements.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { HomeSection, HomeViewer, NeedsPerson, Services } from '../../kit/slack/services.ts';
import type { StandingPost } from '../../kit/slack/standing-post.ts';
import { onView } from '../../kit/slack/view-buttons.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { anybody } from '../../workspace/slack/permissions.ts';
import { type Broadcast, isActive } from '../store/model.ts';
import type { Broadcasts } from '../store/store.ts';
import { ACTION } from './ids.ts';
import { broadcastBlocks } from './progress.ts';
import { reviewButton } from './review.ts';

/** Active and ended broadcasts that are shown. Each takes a few of the hundred blocks of a Home tab. */
const MAX_ACTIVE = 8;
const MAX_ENDED = 4;
/** Drafts that are shown to their author. */
const MAX_DRAFTS = 5;
/** Approvals that are shown to those who may give them. */
const MAX_APPROVALS = 3;
/** The newest broadcasts, of which a Home tab shows those that its user may control. */
const MAX_LOOKED_AT = 50;

/** Active broadcasts, with the figures and buttons of their posts, and the latest ended ones. */
export function broadcastsSection(words: Wording, all: readonly Broadcast[], wall: number): KnownBlock[] {
  const shown = [
    ...all.filter(isActive).slice(0, MAX_ACTIVE),
    ...all.filter(({ state }) => state === 'ended').slice(0, MAX_ENDED),
  ];
  if (shown.length === 0) return [];
  return [
    header(words.progress.home.heading),
    ...shown.flatMap(broadcast => broadcastBlocks(words, maskNumber, broadcast, wall)),
  ];
}

/** This person's broadcasts that wait for their review, and those that wait for another person's approval. */
function draftBlocks({ words, userId, workspace }: HomeViewer, all: readonly Broadcast[]): KnownBlock[] {
  const own = all.filter(({ request }) => request.by === userId);
  const inState = (state: Broadcast['state']) =>
    own.filter(draft => draft.state === state).slice(0, MAX_DRAFTS);
  const { broadcasts, approval } = words;
  return [
    ...draftLines(words, broadcasts.drafts, inState('review'), ({ id }) => reviewButton(words, id)),
    ...draftLines(words, approval.waiting, inState('approval'), draft =>
      postLink(words, workspace, approvalPost(draft)),
    ),
  ];
}

function draftLines(
  { broadcasts }: Wording,
  heading: string,
  drafts: readonly Broadcast[],
  buttonOf: (draft: Broadcast) => Button | null,
): KnownBlock[] {
  if (drafts.length === 0) return [];
  return [
    header(heading),
    ...drafts.map(draft => {
      const { size, wall } = draft;
      const accessory = buttonOf(draft);
      const line = section(
        broadcasts.draft({ texts: size.texts, leftOut: size.rows - size.texts, at: wall }),
      );
      return accessory ? { ...line, accessory } : line;
    }),
  ];
}

/** Broadcasts that wait for an approval that the viewer may give: not their own. */
function approvals({ words, userId, workspace }: HomeViewer, all: readonly Broadcast[]): NeedsPerson[] {
  const waiting = all.filter(({ request, state }) => state === 'approval' && request.by !== userId);
  return waiting.slice(0, MAX_APPROVALS).map(({ request, size, approval }) => ({
    text: words.approval.atHome({ author: request.by, people: size.texts, kind: request.kind }),
    button: postLink(
      words,
      workspace,
      // Where the app couldn't post in the channel, people got it directly.
      approval?.posts.find(({ to }) => to === approval.channel || to === userId)?.post ?? null,
    ),
  }));
}

/** The post in the channel that asks for approval. */
const approvalPost = ({ approval }: Broadcast): StandingPost | null =>
  approval?.posts.find(({ to }) => to === approval.channel)?.post ?? null;

/** Opens the post with the estimate, so that approvers see what they approve. */
function postLink({ approval }: Wording, workspace: string, post: StandingPost | null): Button | null {
  if (!post?.at) return null;
  const where = new URLSearchParams({ team: workspace, channel: post.at.channel, message_ts: post.at.ts });
  const url = `https://slack.com/app_redirect?${where}`;
  return button({ action: ACTION.openApproval, label: approval.open, url });
}

/** The Home tab's button for a new broadcast, the broadcasts that its user may control, and their own drafts. */
export const broadcastsAtHome = (broadcasts: Pick<Broadcasts, 'of' | 'drafts'>): HomeSection => ({
  buttons: ({ words }, maySend) =>
    maySend ? [button({ action: ACTION.newBroadcast, label: words.broadcasts.make })] : [],
  async needsPerson(viewer) {
    return viewer.manages ? approvals(viewer, await broadcasts.drafts(viewer.workspace)) : [];
  },
  async sections(reader) {
    const { workspace, userId, words, asOf, manages } = reader;
    const [all, drafts] = await Promise.all([
      broadcasts.of(workspace, MAX_LOOKED_AT),
      broadcasts.drafts(workspace),
    ]);
    const theirs = all.filter(({ request }) => manages || request.by === userId);
    return [...broadcastsSection(words, theirs, asOf), ...draftBlocks(reader, drafts)];
  },
});

/** The link does all there is to do. */
export const openApprovalButton = (services: Services): SlackListener =>
  onView(services, ACTION.openApproval, { read: asIs, permission: anybody, begins: async () => undefined });
