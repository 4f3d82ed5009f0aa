import type { KnownBlock } from '@slack/types';
import { fold } from '../../domain/folded.ts';
import { showingNumbers } from '../../domain/number.ts';
import { onCall, type Rota } from '../../domain/rota.ts';
import { harmless } from '../../domain/slack-text.ts';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { readerProblem } from '../contacts/rights.ts';
import { actions, button, context, section } from '../kit/elements.ts';
import { openerOf } from '../kit/form.ts';
import { opensList } from '../kit/list.ts';
import type { Message } from '../kit/message.ts';
import type { Who } from '../kit/who.ts';
import { managerProblem } from '../roles.ts';
import { rotaList } from '../rotas/list.ts';
import { shownOnCall } from '../rotas/shown.ts';
import { isIn, standInForm } from '../rotas/stand-ins.ts';
import type { Services } from '../services.ts';

/** The rota with this name, however it is written; null: there is none. */
export async function rotaCalled({ rotas }: Services, workspace: string, name: string): Promise<Rota | null> {
  return (await rotas.list(workspace)).find(one => fold(one.name) === fold(name)) ?? null;
}

/**
 * Who is on call, until when, and who is next: for everybody who may see the workspace's people. Those in a rota may change who
 * stands in there, and managers everything.
 *
 * @param only one rota; null: all of them
 */
export async function onCallMessage(services: Services, who: Who, only: Rota | null): Promise<Message> {
  const { workspace, userId } = who;
  const [words, problem, notManager, rules, all] = await Promise.all([
    services.words.of(workspace, userId),
    readerProblem(services, workspace, userId),
    managerProblem(services, workspace, userId),
    services.settings.shown(workspace),
    only ? [only] : services.rotas.list(workspace),
  ]);
  if (problem) return { text: wordProblem(words, problem) };
  const [at, show] = [services.clock.wall(), showingNumbers(rules.maskNumbers)];
  const lines = all.map(rota => words.rotas.onCall(shownOnCall(rota, onCall(rota, at), show)));
  if (all.length === 0) lines.push(words.rotas.noneYet);
  const blocks: KnownBlock[] = lines.map((line, index) => {
    const rota = all[index];
    if (!rota || (notManager && !isIn(rota, userId))) return section(line);
    const label = words.rotas.standIn;
    return {
      ...section(line),
      accessory: button({ action: openerOf(standInForm, 'open'), label, value: rota.id }),
    };
  });
  return {
    text: [...lines, ...(all.length === 0 ? [] : [words.rotas.zone])].join('\n'),
    blocks: [
      ...blocks,
      ...(all.length === 0 ? [] : [context(words.rotas.zone)]),
      ...(notManager ? [] : [actions(button({ action: opensList(rotaList), label: words.rotas.manage }))]),
    ],
  };
}

/** There is no rota of that name. */
export function unknownRota({ rotas }: Wording, name: string): Message {
  return { text: rotas.unknown(harmless(name, 60)) };
}
