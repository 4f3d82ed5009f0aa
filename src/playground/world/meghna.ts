import type { WorkspaceSeed } from './seed.ts';

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
