import type { Evidence } from '../diary.ts';
import { UNDER_WAY_MS } from './watch.ts';

const LINK = /https:\/\/app\.sim\/\w+\/\w+/;
const NUMBER = /\b01[3-9]\d{8}\b/;

/** Finds keys and unmasked numbers where others see them: in channel posts, in the log, in another workspace. */
export function judgeSecrets(evidence: Evidence): string[] {
  const { posts, slackCalls, logged, secrets, texts, incidents, elsewhere, offered } = evidence;
  const wrong = elsewhere.map(url => `the app asked ${url}, which isn’t Slack’s`);
  for (const { user, what: options } of offered)
    if (options.includes('Helper')) wrong.push(`${user}, who may see nothing of it, was offered ${options}`);
  const shown = (words: string): string => words.slice(0, 300);
  // The link in a text gives its holder permissions.
  const links = evidence.requests.flatMap(({ message }) => LINK.exec(message)?.[0] ?? []);
  for (const { team, method, body } of slackCalls) {
    for (const secret of secrets)
      if (body.includes(secret)) wrong.push(`a key is in ${method}: ${shown(body)}`);
    const link = links.find(link => body.includes(link));
    if (link) wrong.push(`${link}, which is in somebody’s text, is in ${method}: ${shown(body)}`);
    const strange = [
      ...texts.map(text => ({ team: text.team, words: text.message, mark: text.masked })),
    ].find(text => text.team !== team && body.includes(text.mark) && body.includes(text.words));
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

/** Checks that nothing about an erased person is stored, and that no waiting text to them goes. */
function judgeErased({ erased, stored, requests, slackCalls, broadcasts, lostCommits }: Evidence): string[] {
  if (lostCommits > 0) return [];
  // From then on until the erasure is complete, no text goes to them, whoever requests it.
  const begunAt = slackCalls.find(({ body }) => body.includes('Erased. We’re clearing'))?.at;
  return erased.flatMap(({ number, words, at, remains }) => {
    if (at === null) return [];
    // Other recipients of the broadcast got the same words.
    const alsoSentTo = new Set(
      broadcasts.flatMap(broadcast => (broadcast.words === words ? broadcast.numbers : [])),
    );
    alsoSentTo.delete(number);
    const stillStored = stored.filter(text => text.message.includes(words) && !alsoSentTo.has(text.number));
    const late = requests.filter(
      request =>
        request.number === number &&
        request.message.includes(words) &&
        request.leftAt > (begunAt ?? at) + UNDER_WAY_MS,
    );
    return [
      ...remains.map(where => `${number} was erased, and ${where} still says it`),
      ...stillStored.map(text => `${number} was erased, and “${text.message}” is still kept`),
      ...late.map(request => `${number} was erased, and “${request.message}” went to them afterwards`),
    ];
  });
}
