import { ALERTS } from './alerts.ts';
import { AUTHORITY } from './authority.ts';
import { BROADCASTS } from './broadcasts.ts';
import { CARRIERS } from './carriers.ts';
import { DURABILITY } from './durability.ts';
import { MONEY } from './money.ts';
import type { Mutation } from './mutation.ts';
import { PEOPLE } from './people.ts';
import { SENDING } from './sending.ts';

export const MUTATIONS: readonly Mutation[] = [
  ...SENDING,
  ...MONEY,
  ...DURABILITY,
  ...AUTHORITY,
  ...CARRIERS,
  ...BROADCASTS,
  ...ALERTS,
  ...PEOPLE,
];
