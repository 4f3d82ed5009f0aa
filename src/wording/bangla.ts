/* How Bangla says what many sentences need: a person, a time. */

/** What no person stands behind. */
const UNATTENDED: Record<string, string> = { workflow: 'একটি ওয়ার্কফ্লো', hook: 'একটি সতর্কবার্তা' };
export const mention = (actor: string): string => UNATTENDED[actor] ?? `<@${actor}>`;
export const someone = (ask: string | null): string => (ask ? mention(ask) : 'একজন অ্যাডমিন');
/** Some of them, to be asked; empty when there is nobody. */
export const or = (people: string[]): string => people.slice(0, 3).map(mention).join(' বা ');
/** Some of them, or an admin. */
export const anyOf = (people: string[]): string => or(people) || 'একজন অ্যাডমিন';
/** Some of them, and how many more there are. */
export function someChannels(ids: string[]): string {
  const named = ids.slice(0, 5).map(id => `<#${id}>`);
  return `${named.join(', ')}${ids.length > 5 ? ` ও আরও ${ids.length - 5}টি চ্যানেল` : ''}`;
}

export function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} সেকেন্ড`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} মিনিট`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} ঘণ্টা` : `${Math.round(hours / 24)} দিন`;
}

export const when = (at: number): string =>
  `<!date^${Math.floor(at / 1000)}^{date_short_pretty} {time}|${new Date(at).toISOString()}>`;

/** Whose daily limit. */
export const capped = {
  person: 'আপনি',
  workflows: 'ওয়ার্কফ্লো থেকে',
  workspace: 'এই ওয়ার্কস্পেস থেকে',
};

export const numberFault = {
  too_short: 'এতে অঙ্ক কম আছে',
  too_long: 'এতে অঙ্ক বেশি আছে',
  not_mobile: 'এটি মোবাইল নম্বর নয়',
  foreign: 'এটি বাংলাদেশের নম্বর নয়',
  dead_network: '০১১ নেটওয়ার্ক আর চালু নেই',
  extension: 'এক্সটেনশনে এসএমএস যায় না',
  not_a_number: 'এটি কোনো ফোন নম্বর নয়',
};
