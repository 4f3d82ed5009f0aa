import type { WebClient } from '@slack/web-api';
import { z } from 'zod';

/** A mention without a name, as messages contain it: each reader's Slack fills in the name. */
const MENTION = /@([UW][A-Z0-9]{6,})\b/g;
/** How many people we look up; a message that mentions more means everybody. */
const MAX_PEOPLE = 10;

const userSchema = z.object({
  name: z.string(),
  real_name: z.string().nullish(),
  profile: z.object({ display_name: z.string().nullish() }).nullish(),
});

/** A message with people's names instead of their ids, as far as Slack gives them. */
export async function withNames(client: WebClient, message: string): Promise<string> {
  const ids = [...new Set([...message.matchAll(MENTION)].map(([, id = '']) => id))].slice(0, MAX_PEOPLE);
  const names = new Map(await Promise.all(ids.map(async id => [id, await nameOf(client, id)] as const)));
  return message.replace(MENTION, (mention, id: string) => `@${names.get(id) ?? mention.slice(1)}`);
}

async function nameOf(client: WebClient, user: string): Promise<string | null> {
  try {
    const { name, real_name, profile } = userSchema.parse((await client.users.info({ user })).user);
    return profile?.display_name || real_name || name;
  } catch {
    return null; // Away, or unknown: the id stays.
  }
}
