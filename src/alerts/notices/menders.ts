import { isFeatureRecipient, recipientKeyOf } from '../../texts/recipient.ts';
import type { OnCallRota, OnCallRotasOf } from '../../texts/recipient-directory.ts';
import type { IsRecipient, RecipientUse } from '../../texts/recipient-uses.ts';
import type { People } from '../../workspace/people.ts';
import { fromKey } from '../alert.ts';
import type { Hook } from '../hooks.ts';
import type { AlertNotice, NoticeAddress } from './notice.ts';

/*
 * Who can mend what keeps somebody from being texted:
 *
 *   nobody on call in a rota        whoever made the rota
 *   an unknown name in a call       whoever made the hook, in its channel
 *   somebody who can't be texted    the same; and whoever made a rota that they are in
 *   a hook with nobody left         the same; and whoever made a rota that it texts
 *
 * Where whoever made it has left, admins can.
 */

export type Menders = {
  /** Whoever made something; admins if they have left. */
  makerOf(workspace: string, by: string): Promise<{ people: string[]; hasLeft: boolean }>;
  /** Where a notice about recipients of a hook goes. */
  of(
    workspace: string,
    hook: Hook,
    notice: Extract<AlertNotice, { kind: 'undelivered' | 'emptied' }>,
  ): Promise<NoticeAddress[]>;
};

export function createMenders(deps: {
  people: Pick<People, 'facts' | 'admins'>;
  onCallRotas: OnCallRotasOf;
  usesOf: (workspace: string, isIt: IsRecipient) => Promise<RecipientUse[]>;
}): Menders {
  const { people, onCallRotas, usesOf } = deps;

  async function makerOf(workspace: string, by: string): ReturnType<Menders['makerOf']> {
    const asked = await people.facts(workspace, by);
    const hasLeft = asked.kind === 'known' ? asked.facts.deactivated : asked.kind === 'refused';
    return { hasLeft, people: hasLeft ? await people.admins(workspace) : [by] };
  }

  /** Directly: whoever made a rota may not be in the hook's channel. */
  async function makersOf(workspace: string, all: readonly string[]): Promise<NoticeAddress[]> {
    const found = await Promise.all([...new Set(all)].map(by => makerOf(workspace, by)));
    return found.map(one => ({ channel: null, ...one }));
  }

  async function inChannel(workspace: string, { channel, createdBy }: Hook): Promise<NoticeAddress> {
    const made = await makerOf(workspace, createdBy);
    return { channel: made.hasLeft ? null : channel, ...made };
  }

  return {
    makerOf,
    async of(workspace, hook, notice) {
      const its = await inChannel(workspace, hook);
      if (notice.kind === 'emptied') {
        const makers = notice.rotas.map(({ by }) => by).filter(by => by !== hook.createdBy);
        return [its, ...(await makersOf(workspace, makers))];
      }
      if (notice.cause === 'unknown_name') return [its];
      const recipients = notice.to.map(({ recipient }) => fromKey(recipient));
      if (notice.cause === 'rota_empty') {
        const keys = new Set(recipients.map(recipientKeyOf));
        const isMeant = ({ as, name }: OnCallRota): boolean =>
          keys.has(recipientKeyOf(as)) ||
          recipients.some(who => !isFeatureRecipient(who) && 'name' in who && who.name === name);
        const rotas = (await onCallRotas(workspace)).filter(isMeant);
        return rotas.length > 0
          ? makersOf(
              workspace,
              rotas.map(({ by }) => by),
            )
          : [its];
      }
      const keys = new Set(recipients.map(recipientKeyOf));
      const uses = await usesOf(workspace, who => keys.has(recipientKeyOf(who)));
      const makers = uses
        .filter(({ kind, by }) => kind === 'rota' && by !== hook.createdBy)
        .map(({ by }) => by);
      return [its, ...(await makersOf(workspace, makers))];
    },
  };
}
