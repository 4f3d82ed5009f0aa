import type { KnownBlock } from '@slack/types';
import { fold } from '../../kit/folded.ts';
import { showingNumbers } from '../../kit/number.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { opensList } from '../../kit/slack/list.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Who } from '../../kit/slack/who.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import type { OnCallPart } from '../../texts/slack/command/parts.ts';
import { readerProblem } from '../../texts/slack/rights.ts';
import { managerProblem } from '../../workspace/slack/roles.ts';
import { onCall, type Rota } from '../rota.ts';
import { rotaList } from './list.ts';
import { shownOnCall } from './shown.ts';
import { isIn, standInForm } from './stand-ins.ts';

/** The rota with this name, however it is written; null: there is none. */
async function rotaCalled({ rotas }: Services, workspace: string, name: string): Promise<Rota | null> {
  return (await rotas.list(workspace)).find(one => fold(one.name) === fold(name)) ?? null;
}

/**
 * Who is on call, until when, and who is next: for everybody who may see the workspace's people. Those in a rota may change who
 * stands in there, and managers everything.
 *
 * @param only one rota; null: all of them
 */
async function onCallMessage(services: Services, who: Who, only: Rota | null): Promise<Message> {
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
function unknownRota({ rotas }: Wording, name: string): Message {
  return { text: rotas.unknown(harmless(name, 60)) };
}

/** What rotas add to the command's answers. */
export const onCallPart = (services: Services): OnCallPart => ({
  all: who => onCallMessage(services, who, null),
  async called(who, name) {
    const rota = await rotaCalled(services, who.workspace, name);
    return rota && (() => onCallMessage(services, who, rota));
  },
  unknown: unknownRota,
});
