/** Owners and viewers belong to an account; operators run the service. */
export type Role = 'owner' | 'viewer' | 'operator';

export const roles: readonly Role[] = ['owner', 'viewer', 'operator'];

/** Permissions in the account that the user is looking at. */
export interface Permissions {
  /** Sees full numbers, and can search by them. */
  fullNumbers: boolean;
  /** Creates and revokes API keys, invites and removes users. */
  manage: boolean;
  /** Sees which carrier had a text and how it answered. Accounts needn't know whom the service buys from. */
  carriers: boolean;
}

/** A role's permissions. An operator has them only while an account is open; the audit log records the opening. */
export function permissionsOf(role: Role): Permissions {
  const more = role !== 'viewer';
  return { fullNumbers: more, manage: more, carriers: role === 'operator' };
}

/** `017••••5678`: the first three digits and the last four. */
export function maskNumber(number: string): string {
  return `${number.slice(0, 3)}••••${number.slice(-4)}`;
}
