import type { Workspace } from './types.ts';

/** Slack's three escapes for users' input. */
function escapeEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Formats users' input as Slack passes it to an app: entities escaped; people, channels and links marked up. With
 * `mentions` false it only escapes entities, as for a command without "escape channels, users, and links".
 */
export function escapeTyped(workspace: Workspace, typed: string, mentions = true): string {
  const pattern =
    /(https?:\/\/[^\s<>|]+)|((?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]*\w)|(^|[\s(])([@#])([\p{L}\p{N}._-]*[\p{L}\p{N}_-])/gu;
  let escaped = '';
  let from = 0;
  for (const match of typed.matchAll(pattern)) {
    const [whole, url, mail, before = '', sign, name] = match;
    let marked: string | undefined;
    if (mentions && url) marked = `<${escapeEntities(url)}>`;
    else if (mentions && mail) marked = `<mailto:${mail}|${mail}>`;
    else if (mentions && name) {
      const mention = sign === '@' ? mentionOf(workspace, name) : channelLink(workspace, name);
      if (mention) marked = before + mention;
    }
    escaped += escapeEntities(typed.slice(from, match.index)) + (marked ?? escapeEntities(whole));
    from = match.index + whole.length;
  }
  return escaped + escapeEntities(typed.slice(from));
}

function mentionOf(workspace: Workspace, name: string): string | undefined {
  const lower = name.toLowerCase();
  if (lower === 'here' || lower === 'channel' || lower === 'everyone') return `<!${lower}>`;
  const person = [...workspace.people.values()].find(
    person => person.name === lower || person.displayName.toLowerCase() === lower || person.id === name,
  );
  if (person) return `<@${person.id}|${person.name}>`;
  const group = workspace.userGroups.find(group => group.handle === lower);
  return group && `<!subteam^${group.id}|@${group.handle}>`;
}

function channelLink(workspace: Workspace, name: string): string | undefined {
  const channel = [...workspace.channels.values()].find(
    channel => channel.kind !== 'im' && channel.name === name,
  );
  return channel && `<#${channel.id}|${channel.name}>`;
}
