import type { Button, KnownBlock } from '@slack/types';
import { actions, button, linesAsBlocks } from '../../../kit/slack/elements.ts';
import { openerOf } from '../../../kit/slack/form.ts';
import { opensList } from '../../../kit/slack/list.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { rank, sameResponder } from '../../alert.ts';
import type { IncidentRow } from '../../incident-overview.ts';
import { shownOf } from '../../policy/channel/alert-summary.ts';
import { alertLine, MAX_NEXT } from '../../posts/lines.ts';
import { type NameNumber, responder } from '../../posts/text-lines.ts';
import { createNameNext } from '../../recipient-lookup.ts';
import { ACTION, timelineButton } from '../notices.ts';

type RowContext = {
  workspace: string;
  userId: string;
  nameNumber: NameNumber;
};

/** An incident as blocks: what fires where since when, who has it or who is next, and the buttons that its reader needs. */
export async function incidentBlocks(
  services: Pick<Services, 'book' | 'clock'>,
  words: Wording,
  row: IncidentRow,
  context: RowContext,
): Promise<KnownBlock[]> {
  const lines = [...alertLines(words, row), ...(await statusLines(services, words, row, context))];
  return [...linesAsBlocks(lines), actions(...buttonsOf(words, row, context), timelineOf(words, row))];
}

/** The worst alert, and how many others there are. */
function alertLines(words: Wording, { alerts }: IncidentRow): string[] {
  const some = alerts.filter(({ status }) => status === 'firing');
  const [worst] = some.toSorted((one, other) => rank(one.severity) - rank(other.severity));
  const [shown] = worst ? shownOf([worst], 1) : [];
  if (!shown) return [];
  const line = alertLine(shown, words);
  const more = some.length - 1;
  return [more > 0 ? words.alerts.post.andMore({ named: line, more }) : line];
}

async function statusLines(
  services: Pick<Services, 'book' | 'clock'>,
  words: Wording,
  row: IncidentRow,
  { workspace, nameNumber }: RowContext,
): Promise<string[]> {
  const { wall } = services.clock;
  const { post } = words.alerts;
  const { acknowledged, isOpen, isUnanswered, mute, overdue, step } = row;
  const hook = harmless(row.hookName, 60);
  const lines = [words.incidents.since({ hook, at: wall(row.since) })];
  if (acknowledged) {
    const { by, at, until } = acknowledged;
    const names = post.handler({
      name: responder(by, nameNumber),
      at: wall(at),
      until: until === null ? null : wall(until),
    });
    lines.push(post.acknowledged({ names, open: isOpen ? 1 : 0 }));
  } else if (overdue) {
    lines.push(post.overdue({ name: responder(overdue.by, nameNumber), since: wall(overdue.since) }));
  }
  if (mute) {
    const { by, until } = mute;
    const alerts = row.alerts.filter(
      ({ standing, status }) => status === 'firing' && standing === 'muted',
    ).length;
    if (alerts > 0)
      lines.push(post.mutedUntil({ alerts, mutedBy: responder(by, nameNumber), until: wall(until) }));
  }
  if (isUnanswered) lines.push(post.unanswered(''));
  else if (isOpen && step?.dueAt != null) {
    const nameNext = createNameNext(services.book);
    const names = await Promise.all(
      step.next.slice(0, MAX_NEXT).map(key => nameNext(workspace, key, nameNumber)),
    );
    const at = wall(step.dueAt);
    lines.push(
      names.length > 0
        ? post.next({ names: names.join(', '), more: step.next.length - names.length, at })
        : post.nobodyNext(at),
    );
  } else if (isOpen && !acknowledged) lines.push(words.incidents.nobody);
  return lines;
}

const timelineOf = (words: Wording, { hook, id, lastChange }: IncidentRow): Button =>
  timelineButton(words, { hook, upTo: Math.max(id, lastChange), incidents: [id] });

/** Buttons for this incident only. Those of its post are for all that the post shows, so a shared post's aren't here. */
function buttonsOf({ responding }: Wording, row: IncidentRow, { userId, nameNumber }: RowContext): Button[] {
  const { hook, id, post, acknowledged, isOpen, isShared, lastChange } = row;
  const upTo = Math.max(id, lastChange);
  const value = JSON.stringify({ hook, upTo, incidents: [id] });
  const ofPost = JSON.stringify({ hook, upTo, post });
  const { button: labels, confirmResolve } = responding;
  const isTheirs =
    acknowledged !== null &&
    (sameResponder(acknowledged.by, { kind: 'person', userId }) ||
      responder(acknowledged.by, nameNumber) === `<@${userId}>`);
  return [
    ...(isOpen
      ? [button({ action: ACTION.takeAlerts, label: labels.acknowledge, value, style: 'primary' })]
      : []),
    ...(isTheirs && acknowledged.until !== null
      ? [button({ action: ACTION.extendAlerts, label: labels.extend, value })]
      : []),
    ...(isTheirs ? [button({ action: ACTION.giveBackAlerts, label: labels.giveBack, value })] : []),
    button({ action: ACTION.resolveAlerts, label: labels.resolve, value, confirm: confirmResolve }),
    ...(isShared
      ? []
      : [button({ action: openerOf({ id: 'mute' }, 'post'), label: labels.mute, value: ofPost })]),
    button({ action: opensList({ id: 'alerts' }), label: labels.showAll, value: ofPost }),
  ];
}
