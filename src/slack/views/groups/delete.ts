import type { App } from '@slack/bolt';
import type { z } from 'zod';
import type { Wording } from '../../../wording/index.ts';
import { seenGroupSchema } from '../../../workspaces/number-group.ts';
import { ACTION } from '../../ids.ts';
import { keptJson } from '../../kit/kept.ts';
import { noticeModal } from '../../kit/modals.ts';
import { onPress } from '../../kit/press.ts';
import type { Who } from '../../kit/who.ts';
import { manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { showBelow } from './below.ts';
import { shownName } from './blocks.ts';
import { largeGroupSchema } from './large.ts';
import { type Below, belowSchema } from './opened.ts';

const BELOW = { below: belowSchema };

/** "Delete this group" in its form, confirmed: unless somebody else changed the group since the form was filled in. */
export function registerDeleteGroup(app: App, services: Services): void {
  onDelete(
    app,
    services,
    ACTION.deleteGroup,
    seenGroupSchema.extend(BELOW),
    async ({ workspace, userId }, seen, words) => {
      const outcome = await services.contactGroups.remove(workspace, userId, seen);
      services.log.info({ workspace, by: userId, outcome }, 'somebody asked to delete a group');
      const name = shownName(seen.name);
      const { deleted, notDeleted, changedSince, notThere } = words;
      return { removed: deleted(name), changed: notDeleted(changedSince), gone: notThere(name) }[outcome];
    },
  );
}

/** The same in the form of a group with more people than fit into it. */
export function registerDeleteLargeGroup(app: App, services: Services): void {
  onDelete(
    app,
    services,
    ACTION.deleteLargeGroup,
    largeGroupSchema.extend(BELOW),
    async (who, seen, words) => {
      const { workspace, userId } = who;
      const isDeleted = await services.largeGroups.remove(workspace, userId, seen);
      services.log.info({ workspace, by: userId, isDeleted }, 'a large group was to be deleted');
      return (isDeleted ? words.deleted : words.notThere)(shownName(seen.name));
    },
  );
}

/** @param remove deletes the group, and says in a sentence what came of it */
function onDelete<Seen extends { below: Below }>(
  app: App,
  services: Services,
  action: string,
  schema: z.ZodType<Seen>,
  remove: (who: Who, seen: Seen, words: Wording['groups']) => Promise<string>,
): void {
  onPress(app, services, action, {
    read: value => keptJson(schema, value),
    may: manager,
    async carryOut({ words }, press, seen) {
      const { view, client } = press;
      const { groups, settings } = await words.of(press.workspace, press.userId);
      const line = await remove(press, seen, groups);
      await showBelow(services, client, press, view?.rootId, seen.below);
      return { kind: 'shown', view: noticeModal(settings.title, settings.back, line) };
    },
  });
}
