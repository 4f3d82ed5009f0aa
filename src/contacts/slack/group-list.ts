import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { onPress } from '../../kit/slack/buttons.ts';
import { actions, button, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { listView, type PagedList, type Skipped, turned } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { onView } from '../../kit/slack/view-buttons.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { reader, sender } from '../../texts/permissions.ts';
import { meaning, namedUses } from '../../texts/recipient-uses.ts';
import { directly } from '../../texts/slack/compose/form.ts';
import { openComposeForm } from '../../texts/slack/compose/submitted.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { groupAs, MAX_GROUPS } from '../contact.ts';
import { seenGroupSchema } from '../groups.ts';
import {
  BACK_PLACE,
  BACK_TO,
  DELETE_GROUP,
  GROUP_FORM,
  groupLine,
  groupPeople,
  namedGroupSchema,
  openButton,
  placeOf,
  shownName,
  TEXT_GROUP,
  textButton,
} from './group-people.ts';
import { peopleList } from './people-list.ts';

/** "Text this group": stacks the form for a text on the list, with the group chosen. */
export function textGroupButton(services: Services): SlackListener {
  return onView(services, TEXT_GROUP, {
    read: value => parseStoredJson(namedGroupSchema, value),
    permission: (permissionFacts, press) => sender(permissionFacts, press, null),
    begins(press) {
      const group = parseStoredJson(namedGroupSchema, press.value);
      const draft = { to: groupAs(group), message: '' };
      return openComposeForm(services, press.client, press, {
        place: directly(press.userId),
        draft,
        onTop: true,
      });
    },
  });
}

/** "Delete this group", confirmed. Refuses if it has changed since it was shown, or something texts it. */
export function deleteGroupButton(services: Services): SlackListener {
  return onPress(services, DELETE_GROUP, {
    read: value => parseStoredJson(seenGroupSchema, value),
    permission: manager,
    requiresLiveFacts: true,
    async handle(services, press, seen) {
      const { workspace, userId } = press;
      const all = await services.words.of(workspace, userId);
      const { groups: words } = all;
      const name = shownName(seen.name);
      const used = await services.usesOf(workspace, meaning(groupAs(seen)));
      const outcome = used.length > 0 ? 'used' : await services.contactGroups.remove(workspace, userId, seen);
      services.log.info({ workspace, by: userId, outcome }, 'somebody asked to delete a group');
      const messages = {
        used: all.uses.inUse({ name, uses: namedUses(all, used) }),
        removed: words.deleted(name),
        changed: words.notDeleted(words.changedSince),
        gone: words.deletedMeanwhile,
      };
      const place = placeOf(press, seen.id);
      const news = messages[outcome];
      if (outcome === 'used' || outcome === 'changed')
        return { kind: 'shown', view: await listView(services, all, press, groupPeople, place, news) };
      return { kind: 'shown', view: await parentView(services, all, press, place.from, news) };
    },
  });
}

/** The first page of the list in which the group was opened. */
function parentView(
  services: Services,
  words: Wording,
  user: UserRef,
  from: 'groups' | 'people',
  news: string,
): Promise<ModalView> {
  if (from === 'groups') return listView(services, words, user, groupList, BACK_PLACE.groups, news);
  return listView(services, words, user, peopleList, BACK_PLACE.people, news);
}

const PAGE_SIZE = 20;

/**
 * `/sms groups`: all groups by name with their sizes, for users who may see people. Each group has buttons to text it
 * and to show its people.
 */
export const groupList: PagedList<Skipped> = {
  id: 'groups',
  title: words => words.groups.title,
  command: `${COMMAND} groups`,
  permission: reader,
  place: z.object({ skipped: z.int().min(0).max(MAX_GROUPS) }),
  start: () => ({ skipped: 0 }),
  also: [BACK_TO.groups],
  async page(services, words, { workspace, userId }, place) {
    const [groups, problem] = await Promise.all([
      services.contactGroups.of(workspace),
      manager(services, { workspace, userId }, null),
    ]);
    const { skipped, ...around } = turned(place, PAGE_SIZE, groups.length);
    const { intro, none, add } = words.groups;
    const shown = groups.slice(skipped, skipped + PAGE_SIZE);
    const lines = shown.flatMap((group): KnownBlock[] => {
      const text = group.size === 0 ? [] : [textButton(words.groups, group)];
      return [
        section(groupLine(words.groups, group)),
        actions(openButton(words.groups, group, 'groups'), ...text),
      ];
    });
    return {
      ...around,
      blocks: [
        section(intro),
        ...(problem === null ? [actions(button({ action: openerOf(GROUP_FORM, 'new'), label: add }))] : []),
        ...(groups.length === 0 ? [section(none)] : lines),
      ],
    };
  },
};
