import type { Organisation, Person } from './types.ts';

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
  /** Handles; if left out, everybody except guests of a single channel. */
  members?: string[];
  botIsMember: boolean;
}

export interface UserGroupSeed {
  id: string;
  handle: string;
  name: string;
  /** Handles. */
  members: string[];
}

export interface WorkspaceSeed {
  id: string;
  name: string;
  domain: string;
  botUserId: string;
  botId: string;
  /** Without one, the app isn't installed there. */
  botToken?: string;
  scopes?: string[];
  /** The organisation it belongs to, if any. */
  org?: Organisation;
  people: PersonSeed[];
  channels: ChannelSeed[];
  userGroups?: UserGroupSeed[];
}

export const APP_ID = 'A0PLAYAPP01';
/** The workspace of people from outside. */
const EXTERNAL_TEAM = 'T0SURMA0001';
export const DEFAULT_SCOPES = ['commands', 'chat:write', 'users:read', 'usergroups:read'];

export const padma: WorkspaceSeed = {
  id: 'T0PADMA0001',
  name: 'Padma Logistics',
  domain: 'padma-logistics',
  botUserId: 'U0PADMABOT1',
  botId: 'B0PADMABOT1',
  people: [
    {
      id: 'U0NUSRAT001',
      name: 'nusrat',
      realName: 'Nusrat Jahan',
      role: 'admin',
      title: 'Operations lead',
      phone: '+880 1812-345679',
    },
    {
      id: 'U0TAHMINA01',
      name: 'tahmina',
      realName: 'Tahmina Akter',
      role: 'owner',
      title: 'Managing director',
      phone: '01911223344',
    },
    {
      id: 'U0RAFIQ0001',
      name: 'rafiq',
      realName: 'Rafiq Islam',
      role: 'member',
      title: 'Dispatcher',
      phone: '+880 1712-345678',
    },
    {
      id: 'U0SHIRIN001',
      name: 'shirin',
      realName: 'Shirin Sultana',
      role: 'member',
      title: 'কাস্টমার কেয়ার',
      phone: '০১৬১২৩৪৫৬৭৮',
      locale: 'bn-BD',
    },
    {
      id: 'U0KAMAL0001',
      name: 'kamal',
      realName: 'Kamal Hossain',
      role: 'member',
      title: 'On-call engineer',
    },
    {
      id: 'U0IMRAN0001',
      name: 'imran',
      realName: 'Imran Khan',
      role: 'guest',
      title: 'Auditor',
      phone: '01555667788',
    },
    {
      id: 'U0FARHANA01',
      name: 'farhana',
      realName: 'Farhana Yasmin',
      role: 'single-channel-guest',
      title: 'Warehouse partner',
    },
    {
      id: 'U0ARIF00001',
      name: 'arif',
      realName: 'Arif Chowdhury',
      role: 'external',
      title: 'Surma Couriers',
      phone: '01312345670',
    },
    { id: 'U0BABUL0001', name: 'babul', realName: 'Babul Mia', role: 'left', phone: '01412345671' },
  ],
  channels: [
    {
      id: 'C0GENERAL01',
      name: 'general',
      kind: 'public',
      topic: 'What everyone should know',
      botIsMember: true,
    },
    {
      id: 'C0ONCALL001',
      name: 'on-call',
      kind: 'public',
      topic: 'Alerts and who answers them',
      botIsMember: true,
      members: ['nusrat', 'tahmina', 'rafiq', 'shirin', 'kamal', 'imran', 'farhana', 'arif'],
    },
    { id: 'C0RANDOM001', name: 'random', kind: 'public', topic: 'Everything else', botIsMember: false },
    {
      id: 'C0MANAGE001',
      name: 'management',
      kind: 'private',
      topic: 'Owners and admins',
      botIsMember: false,
      members: ['nusrat', 'tahmina'],
    },
  ],
  userGroups: [
    {
      id: 'S0ONCALL001',
      handle: 'oncall',
      name: 'On call',
      members: ['kamal', 'rafiq', 'shirin'],
    },
  ],
};

const COLORS = [
  '#9f69e7',
  '#4bbe2e',
  '#e7392d',
  '#3c989f',
  '#e96699',
  '#684b6c',
  '#4cc091',
  '#d58247',
  '#50a0cf',
];

/** A person as Slack would know them, from the few words in the seed. */
export function personFrom(seed: PersonSeed, teamId: string, domain: string, index: number): Person {
  const { role } = seed;
  const tz = seed.tz ?? 'Asia/Dhaka';
  return {
    id: seed.id,
    teamId: role === 'external' ? EXTERNAL_TEAM : teamId,
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

/** A second workspace, with its own people and channels. The app isn't installed there until somebody does so. */
export const meghna: WorkspaceSeed = {
  id: 'T0MEGHNA001',
  name: 'Meghna Foods',
  domain: 'meghna-foods',
  botUserId: 'U0MEGHNABOT',
  botId: 'B0MEGHNABOT',
  people: [
    {
      id: 'U0SADIA0001',
      name: 'sadia',
      realName: 'Sadia Rahman',
      role: 'owner',
      title: 'Founder',
      phone: '01822334455',
    },
    {
      id: 'U0JAMIL0001',
      name: 'jamil',
      realName: 'Jamil Uddin',
      role: 'admin',
      title: 'IT',
      phone: '+880 1522-334455',
    },
    // Has the same handle as somebody in the first workspace, but is another person.
    { id: 'U0RAFIQ0002', name: 'rafiq', realName: 'Rafiq Ahmed', role: 'member', phone: '01933445566' },
    { id: 'U0PARVEEN01', name: 'parveen', realName: 'Parveen Begum', role: 'guest' },
  ],
  channels: [
    {
      id: 'C0MGENERAL1',
      name: 'general',
      kind: 'public',
      topic: 'What everyone should know',
      botIsMember: true,
    },
    {
      id: 'C0DELIVERY1',
      name: 'deliveries',
      kind: 'public',
      topic: 'Who brings what where',
      botIsMember: false,
    },
  ],
  userGroups: [{ id: 'S0DRIVERS01', handle: 'drivers', name: 'Drivers', members: ['rafiq'] }],
};
