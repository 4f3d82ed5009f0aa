import type { Stage } from './stage.ts';

/** The app's reply to `/sms <text>`: the ack's text, or the first post after it. */
export async function asked(stage: Stage, text: string, user = 'rafiq', team?: string): Promise<string> {
  const { slack } = stage;
  const posts = () => slack.posts({ user, ...(team ? { team } : {}) });
  const before = posts().length;
  const { json } = await slack.command({ user, text, ...(team ? { team } : {}) });
  const answer = (json as { text?: string } | undefined)?.text;
  if (answer !== undefined) return answer;
  return slack.waitFor(() => posts()[before]?.text, `what ${user} reads of ${text}`);
}
