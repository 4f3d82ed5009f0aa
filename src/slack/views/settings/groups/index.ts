import type { Group } from '../../forms/group.ts';
import { alerts } from './alerts.ts';
import { blocklist } from './blocklist.ts';
import { broadcasts } from './broadcasts.ts';
import { channels } from './channels.ts';
import { contacts } from './contacts.ts';
import { later } from './later.ts';
import { limits } from './limits.ts';
import { managers } from './managers.ts';
import { never } from './never.ts';
import { privacy } from './privacy.ts';
import { senders } from './senders.ts';

/** Every group of settings, in the order they are shown. A new one is one file, and its words. */
export const GROUPS = {
  senders,
  contacts,
  channels,
  limits,
  broadcasts,
  later,
  privacy,
  blocklist,
  never,
  alerts,
  managers,
} as const satisfies Record<string, Group>;
export type GroupName = keyof typeof GROUPS;
export const GROUP_NAMES = Object.keys(GROUPS) as [GroupName, ...GroupName[]];
