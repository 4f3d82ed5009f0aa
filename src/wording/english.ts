/* How English says what many sentences need: a person, a count, a time. */

/** What no person stands behind. */
const UNATTENDED: Record<string, string> = { workflow: 'A workflow', hook: 'An alert' };
export const mention = (actor: string): string => UNATTENDED[actor] ?? `<@${actor}>`;
export const someone = (ask: string | null): string => (ask ? mention(ask) : 'a workspace admin');
/** Some of them, to be asked; empty when there is nobody. */
export const or = (people: string[]): string => people.slice(0, 3).map(mention).join(' or ');
/** Some of them, or an admin. */
export const anyOf = (people: string[]): string => or(people) || 'a workspace admin';
/** Some of them, and how many more there are. */
export function someChannels(ids: string[]): string {
  const named = ids.slice(0, 5).map(id => `<#${id}>`);
  return `${named.join(', ')}${ids.length > 5 ? ` and ${plural(ids.length - 5, 'other')}` : ''}`;
}
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

export function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

export const when = (at: number): string =>
  `<!date^${Math.floor(at / 1000)}^{date_short_pretty} {time}|${new Date(at).toISOString()}>`;

/** Whose daily limit. */
export const capped = { person: 'You', workflows: 'Workflows', workspace: 'This workspace' };

export const numberFault = {
  too_short: 'it has too few digits',
  too_long: 'it has too many digits',
  not_mobile: 'it is not a mobile number',
  foreign: 'it is not a Bangladesh number',
  dead_network: 'the 011 network no longer exists',
  extension: 'an extension can’t be texted',
  not_a_number: 'it is not a phone number',
};
