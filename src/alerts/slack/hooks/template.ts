import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Pieces } from '../../../texts/placeholders.ts';
import { readAlertTemplate } from '../../template-for-alerts.ts';

/** The template that is chosen for a hook, and what is wrong with it there. */
export async function templateOf(
  { templates }: Services,
  words: Wording,
  workspace: string,
  id: string | null,
): Promise<{ pieces: Pieces | null; wrong: string | null }> {
  if (id === null) return { pieces: null, wrong: null };
  const said = words.hooks.wrong;
  const wrong = (sentence: string) => ({ pieces: null, wrong: sentence });
  const template = await templates.shared(workspace, id);
  if (!template) return wrong(said.templateGone);
  const read = readAlertTemplate(template.text);
  if (read.ok) return { pieces: read.pieces, wrong: null };
  if (read.why === 'needs') return wrong(said.templateNeeds(read.columns.map(name => harmless(name, 40))));
  return wrong(read.why === 'stop' ? said.templateStops : said.templateGone);
}
