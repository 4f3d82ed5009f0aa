/** Who somebody is to the service: an owner or a viewer of an account, or an operator of the service. */
export type Role = 'owner' | 'viewer' | 'operator';

export const roles: readonly Role[] = ['owner', 'viewer', 'operator'];

/** What somebody may do with the account that they look at. */
export interface Rights {
  /** Numbers are shown in full. */
  fullNumbers: boolean;
  /** Makes and revokes API keys. */
  manageKeys: boolean;
  /** Sees which carrier had a text, and what it said: whom the service buys from is no matter of its accounts. */
  carriers: boolean;
}

/** An operator has an account's rights only while it is open to them, which is written down. */
export function rightsOf(role: Role): Rights {
  const more = role !== 'viewer';
  return { fullNumbers: more, manageKeys: more, carriers: role === 'operator' };
}

/** `017••••5678`: the first three digits and the last four. */
export function maskNumber(number: string): string {
  return `${number.slice(0, 3)}••••${number.slice(-4)}`;
}
