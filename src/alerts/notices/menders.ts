import { isFeatureRecipient, recipientKeyOf } from '../../texts/recipient.ts';
import type { OnCallRota, OnCallRotasOf } from '../../texts/recipient-directory.ts';
import type { IsRecipient, RecipientUse } from '../../texts/recipient-uses.ts';
import type { People } from '../../workspace/people.ts';
import { fromKey } from '../alert.ts';
import type { Hook } from '../hooks.ts';
import type { AlertNotice, NoticeAddress } from './notice.ts';

/*
 * The people who can mend what keeps a recipient from being texted:
 *
 *   nobody on call in a rota          the rota's maker
 *   an unknown name in a call         the hook's maker, in its channel
 *   a recipient who can't be texted   the hook's maker, in its channel, and the makers of rotas and policies that the recipient is in
 *   a hook that texts nobody          the hook's maker, in its channel, and the makers of rotas that it texts
 *
 * Admins take the place of a maker who has left the workspace.
 */

export type Menders = {
  /** The user ids of the people who get a hook's posts if its channel is closed to the app: its maker, or admins if the maker has left. */
  insteadOf(workspace: string, hook: Hook): Promise<string[]>;
  /** The addresses of a notice about recipients of a hook. */
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

  async function makerOf(workspace: string, by: string): Promise<Omit<NoticeAddress, 'channel'>> {
    const answer = await people.facts(workspace, by);
    const hasLeft = answer.kind === 'known' ? answer.facts.deactivated : answer.kind === 'refused';
    return { hasLeft, people: hasLeft ? await people.admins(workspace) : [by] };
  }

  /** The addresses of rotas' makers: direct messages, because a maker may not be in the hook's channel. */
  async function makersOf(workspace: string, all: readonly string[]): Promise<NoticeAddress[]> {
    const makers = await Promise.all([...new Set(all)].map(by => makerOf(workspace, by)));
    return makers.map(address => ({ channel: null, ...address }));
  }

  async function inChannel(workspace: string, { channel, createdBy }: Hook): Promise<NoticeAddress> {
    const mender = await makerOf(workspace, createdBy);
    return { channel: mender.hasLeft ? null : channel, ...mender };
  }

  return {
    insteadOf: async (workspace, { createdBy }) => (await makerOf(workspace, createdBy)).people,
    async of(workspace, hook, notice) {
      const own = await inChannel(workspace, hook);
      if (notice.kind === 'emptied') {
        const makers = notice.rotas.map(({ by }) => by).filter(by => by !== hook.createdBy);
        return [own, ...(await makersOf(workspace, makers))];
      }
      if (notice.cause === 'unknown_name') return [own];
      const recipients = notice.to.map(({ recipient }) => fromKey(recipient));
      const keys = new Set(recipients.map(recipientKeyOf));
      if (notice.cause === 'rota_empty') {
        const isNamed = ({ as, second, name }: OnCallRota): boolean =>
          keys.has(recipientKeyOf(as)) ||
          (second !== null && keys.has(recipientKeyOf(second))) ||
          recipients.some(
            recipient => !isFeatureRecipient(recipient) && 'name' in recipient && recipient.name === name,
          );
        const rotas = (await onCallRotas(workspace)).filter(isNamed);
        return rotas.length > 0
          ? makersOf(
              workspace,
              rotas.map(({ by }) => by),
            )
          : [own];
      }
      const uses = await usesOf(workspace, recipient => keys.has(recipientKeyOf(recipient)));
      const makers = uses
        .filter(({ kind, by }) => (kind === 'rota' || kind === 'policy') && by !== hook.createdBy)
        .map(({ by }) => by);
      return [own, ...(await makersOf(workspace, makers))];
    },
  };
}
