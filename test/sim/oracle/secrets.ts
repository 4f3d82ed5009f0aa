import type { Evidence } from '../diary.ts';
import { UNDER_WAY_MS } from './watch.ts';

const LINK = /https:\/\/app\.sim\/\w+\/\w+/;
const NUMBER = /\b01[3-9]\d{8}\b/;

/** Keys and whole numbers where others see them: in posts for a channel, in the log, in another workspace. */
export function judgeSecrets(evidence: Evidence): string[] {
  const { posts, said, logged, secrets, texts, incidents, elsewhere, offered } = evidence;
  const wrong = elsewhere.map(url => `the app asked ${url}, which isn’t Slack’s`);
  for (const { user, what } of offered)
    if (what.includes('Helper')) wrong.push(`${user}, who may see nothing of it, was offered ${what}`);
  const shown = (words: string): string => words.slice(0, 300);
  // Whoever has the link of a text may do what it lets them.
  const links = evidence.requests.flatMap(({ message }) => LINK.exec(message)?.[0] ?? []);
  for (const { team, method, body } of said) {
    for (const secret of secrets)
      if (body.includes(secret)) wrong.push(`a key is in ${method}: ${shown(body)}`);
    const link = links.find(one => body.includes(one));
    if (link) wrong.push(`${link}, which is in somebody’s text, is in ${method}: ${shown(body)}`);
    const strange = [...texts.map(one => ({ team: one.team, words: one.message, mark: one.masked }))].find(
      one => one.team !== team && body.includes(one.mark) && body.includes(one.words),
    );
    if (strange) wrong.push(`${team} is shown “${strange.words}” of ${strange.team} by ${method}`);
    const incident = incidents.find(
      ({ hook, name }) => hook.team !== team && new RegExp(`\\b${name}\\b`).test(body),
    );
    if (incident) wrong.push(`${team} is shown “${incident.name}” of ${incident.hook.team} by ${method}`);
  }
  for (const post of posts) {
    if (post.author.kind !== 'app' || post.kind !== 'channel' || post.channel.startsWith('D')) continue;
    if (NUMBER.test(post.text) || NUMBER.test(JSON.stringify(post.blocks)))
      wrong.push(`a whole number is in a post for a channel: ${shown(post.text)}`);
  }
  for (const line of logged) {
    if (NUMBER.test(line)) wrong.push(`a whole number is in the log: ${shown(line)}`);
    for (const secret of secrets)
      if (line.includes(secret)) wrong.push(`a key is in the log: ${shown(line)}`);
  }
  return [...wrong, ...judgeErased(evidence)].slice(0, 5);
}

/** Of whoever was erased, nothing is kept, and nothing that waited for them goes. */
function judgeErased({ erased, stored, requests, said, broadcasts, lostCommits }: Evidence): string[] {
  if (lostCommits > 0) return [];
  // From then on nothing goes to them until all is cleared, whoever asks for it.
  const begunAt = said.find(({ body }) => body.includes('Erased. We’re clearing'))?.at;
  return erased.flatMap(({ number, words, at, left }) => {
    if (at === null) return [];
    // Others were sent the same.
    const others = new Set(broadcasts.flatMap(one => (one.words === words ? one.numbers : [])));
    others.delete(number);
    const kept = stored.filter(one => one.message.includes(words) && !others.has(one.number));
    const late = requests.filter(
      one =>
        one.number === number && one.message.includes(words) && one.leftAt > (begunAt ?? at) + UNDER_WAY_MS,
    );
    return [
      ...left.map(where => `${number} was erased, and ${where} still says it`),
      ...kept.map(one => `${number} was erased, and “${one.message}” is still kept`),
      ...late.map(one => `${number} was erased, and “${one.message}” went to them afterwards`),
    ];
  });
}
