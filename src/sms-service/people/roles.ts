/** Somebody's role: an owner or a viewer of an account, or an operator of the service. */
export type Role = 'owner' | 'viewer' | 'operator';

export const roles: readonly Role[] = ['owner', 'viewer', 'operator'];

/** What somebody may do with the account they are looking at. */
export interface Rights {
  /** Sees numbers in full, and finds texts by them. */
  fullNumbers: boolean;
  /** Makes and revokes API keys; invites people to the account and removes them. */
  manage: boolean;
  /** Sees which carrier had a text, and what it said: accounts needn't know whom the service buys from. */
  carriers: boolean;
}

/** An operator has an account's rights only while they have it open, and opening it is recorded. */
export function rightsOf(role: Role): Rights {
  const more = role !== 'viewer';
  return { fullNumbers: more, manage: more, carriers: role === 'operator' };
}

/** `017••••5678`: the first three digits and the last four. */
export function maskNumber(number: string): string {
  return `${number.slice(0, 3)}••••${number.slice(-4)}`;
}
