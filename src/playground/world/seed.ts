import type { JsonObject } from '../json.ts';

export type Role = 'owner' | 'admin' | 'member' | 'guest' | 'single-channel-guest' | 'external' | 'left';

export interface PersonSeed {
  id: string;
  name: string;
  realName: string;
  role: Role;
  title?: string;
  phone?: string;
  locale?: string;
  tz?: 'Asia/Dhaka' | 'Asia/Kolkata';
}

export interface ChannelSeed {
  id: string;
  name: string;
  kind: 'public' | 'private';
  topic?: string;
  /** Handles; by default everyone except single-channel guests and people who left. */
  members?: string[];
  botIsMember: boolean;
}

export interface UserGroupSeed {
  id: string;
  handle: string;
  name: string;
  members: string[];
}

/** A post of another app that exists from the start. */
export interface PostSeed {
  channel: string;
  app: { id: string; name: string };
  /** The plain text, for notifications. */
  text: string;
  blocks: JsonObject[];
}

export interface Organisation {
  id: string;
  name: string;
}

export interface WorkspaceSeed {
  id: string;
  name: string;
  domain: string;
  botUserId: string;
  botId: string;
  /** If unset, the app isn't installed in the workspace. */
  botToken?: string;
  scopes?: string[];
  org?: Organisation;
  people: PersonSeed[];
  channels: ChannelSeed[];
  userGroups?: UserGroupSeed[];
  posts?: PostSeed[];
}

export const APP_ID = 'A0PLAYAPP01';
/** The workspace of external people. */
const EXTERNAL_TEAM = 'T0SURMA0001';
export const DEFAULT_SCOPES = ['commands', 'chat:write', 'users:read', 'usergroups:read'];

/** A person as one line of the tables below. */
type Row = [
  id: string,
  name: string,
  realName: string,
  role: Role,
  title?: string,
  phone?: string,
  locale?: string,
];
const people = (rows: Row[]): PersonSeed[] =>
  rows.map(([id, name, realName, role, title = '', phone = '', locale = 'en-US']) => ({
    id,
    name,
    realName,
    role,
    title,
    phone,
    locale,
  }));

const channel = (id: string, name: string, topic: string, more: Partial<ChannelSeed> = {}): ChannelSeed => ({
  id,
  name,
  topic,
  kind: 'public',
  botIsMember: false,
  ...more,
});

export const padma: WorkspaceSeed = {
  id: 'T0PADMA0001',
  name: 'Padma Logistics',
  domain: 'padma-logistics',
  botUserId: 'U0PADMABOT1',
  botId: 'B0PADMABOT1',
  people: people([
    ['U0NUSRAT001', 'nusrat', 'Nusrat Jahan', 'admin', 'Operations lead', '+880 1812-345679'],
    ['U0TAHMINA01', 'tahmina', 'Tahmina Akter', 'owner', 'Managing director', '01911223344'],
    ['U0RAFIQ0001', 'rafiq', 'Rafiq Islam', 'member', 'Dispatcher', '+880 1712-345678'],
    ['U0SHIRIN001', 'shirin', 'Shirin Sultana', 'member', 'কাস্টমার কেয়ার', '০১৬১২৩৪৫৬৭৮', 'bn-BD'],
    ['U0KAMAL0001', 'kamal', 'Kamal Hossain', 'member', 'On-call engineer'],
    ['U0IMRAN0001', 'imran', 'Imran Khan', 'guest', 'Auditor', '01555667788'],
    ['U0FARHANA01', 'farhana', 'Farhana Yasmin', 'single-channel-guest', 'Warehouse partner'],
    ['U0ARIF00001', 'arif', 'Arif Chowdhury', 'external', 'Surma Couriers', '01312345670'],
    ['U0BABUL0001', 'babul', 'Babul Mia', 'left', '', '01412345671'],
  ]),
  channels: [
    channel('C0GENERAL01', 'general', 'What everyone should know', { botIsMember: true }),
    channel('C0ONCALL001', 'on-call', 'Alerts and who answers them', {
      botIsMember: true,
      members: ['nusrat', 'tahmina', 'rafiq', 'shirin', 'kamal', 'imran', 'farhana', 'arif'],
    }),
    channel('C0RANDOM001', 'random', 'Everything else'),
    channel('C0MANAGE001', 'management', 'Owners and admins', {
      kind: 'private',
      members: ['nusrat', 'tahmina'],
    }),
  ],
  userGroups: [
    { id: 'S0ONCALL001', handle: 'oncall', name: 'On call', members: ['kamal', 'rafiq', 'shirin'] },
  ],
};

const COLORS = '#9f69e7 #4bbe2e #e7392d #3c989f #e96699 #684b6c #4cc091 #d58247 #50a0cf'.split(' ');

/** Completes a person from the seed. `index` chooses the color. */
export function personFrom(seed: PersonSeed, teamId: string, domain: string, index: number) {
  const { role } = seed;
  const tz = seed.tz ?? 'Asia/Dhaka';
  return {
    id: seed.id,
    teamId: role === 'external' ? EXTERNAL_TEAM : teamId,
    /** The handle, as typed after @. */
    name: seed.name,
    realName: seed.realName,
    displayName: seed.realName.split(' ')[0] ?? seed.realName,
    title: seed.title ?? '',
    phone: seed.phone ?? '',
    email: `${seed.name}@${domain}.example`,
    tz,
    tzLabel: tz === 'Asia/Dhaka' ? 'Bangladesh Standard Time' : 'India Standard Time',
    tzOffsetSeconds: tz === 'Asia/Dhaka' ? 21_600 : 19_800,
    locale: seed.locale ?? 'en-US',
    color: COLORS[index % COLORS.length] ?? '#9f69e7',
    isAdmin: role === 'admin' || role === 'owner',
    isOwner: role === 'owner',
    isPrimaryOwner: role === 'owner',
    isRestricted: role === 'guest' || role === 'single-channel-guest',
    isUltraRestricted: role === 'single-channel-guest',
    isBot: false,
    deleted: role === 'left',
  };
}

export type Person = ReturnType<typeof personFrom>;

/** A second workspace with its own people and channels, without the app until someone installs it. */
export const meghna: WorkspaceSeed = {
  id: 'T0MEGHNA001',
  name: 'Meghna Foods',
  domain: 'meghna-foods',
  botUserId: 'U0MEGHNABOT',
  botId: 'B0MEGHNABOT',
  people: people([
    ['U0SADIA0001', 'sadia', 'Sadia Rahman', 'owner', 'Founder', '01822334455'],
    ['U0JAMIL0001', 'jamil', 'Jamil Uddin', 'admin', 'IT', '+880 1522-334455'],
    // A different person with the same handle as in the first workspace.
    ['U0RAFIQ0002', 'rafiq', 'Rafiq Ahmed', 'member', '', '01933445566'],
    ['U0PARVEEN01', 'parveen', 'Parveen Begum', 'guest'],
  ]),
  channels: [
    channel('C0MGENERAL1', 'general', 'What everyone should know', { botIsMember: true }),
    channel('C0DELIVERY1', 'deliveries', 'Who brings what where'),
  ],
  userGroups: [{ id: 'S0DRIVERS01', handle: 'drivers', name: 'Drivers', members: ['rafiq'] }],
};
