import { randomUUID } from 'node:crypto';
import type { Post, View } from '../../src/playground/index.ts';
import { createCheckRequests } from '../../src/rotas/hand-overs.ts';
import { NO_HOLIDAYS } from '../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES, type Rota, type RotaDraft } from '../../src/rotas/rota.ts';
import { createRotas } from '../../src/rotas/service.ts';
import type { Recipient } from '../../src/texts/recipient.ts';
import { direct } from './on-call.ts';
import { oncall } from './rotas.ts';
import { inStore } from './settings.ts';
import { passUntil, type Stage } from './stage.ts';
import { contentOf, opened, submitForm } from './views.ts';

/* Requests for swaps in Slack, in rotas that hand over each day at 21:00. */

/** Somebody by whom Slack calls them here, as a rota has them. */
export const memberNamed = ({ slack }: Stage, name: string): Recipient => ({
  kind: 'teammate',
  userId: slack.person(name).id,
  label: `${name[0]?.toUpperCase()}${name.slice(1)}`,
});

/** Creates a rota of these people, as the app does. */
export const keepDailyRota = (
  stage: Stage,
  people: readonly string[],
  fields: Partial<RotaDraft> = {},
): Promise<Rota> =>
  inStore(stage, async (parts, { teamId, id }, { inboxes }) => {
    const newId = randomUUID;
    const requestCheck = createCheckRequests({ inboxes, clock: stage.clock, newId, wake: () => undefined });
    const rotas = createRotas({ ...parts, newId, requestCheck, holidays: async () => NO_HOLIDAYS });
    const created = await rotas.create(
      teamId,
      id,
      {
        name: 'Servers',
        people: people.map(name => memberNamed(stage, name)),
        hours: 24,
        time: '21:00',
        weekday: 0,
        ...NO_SPECIAL_TIMES,
        channel: null,
        texts: false,
        ...fields,
      },
      randomUUID(),
    );
    if (typeof created === 'string') throw new Error(`No rota was made: ${created}`);
    return created.rota;
  });

/** Changes a rota behind everybody's back. */
export const changeKept = (
  stage: Stage,
  change: (rotas: ReturnType<typeof createRotas>, workspace: string, by: string) => Promise<unknown>,
): Promise<unknown> =>
  inStore(stage, (parts, { teamId, id }) =>
    change(
      createRotas({
        ...parts,
        newId: randomUUID,
        requestCheck: async () => undefined,
        holidays: async () => NO_HOLIDAYS,
      }),
      teamId,
      id,
    ),
  );

/** Opens the form by which a person of a rota asks for a swap. */
export async function openSwap(stage: Stage, user: string, rota = ''): Promise<View> {
  const post = await oncall(stage, rota, user);
  const standIns = await opened(stage, user, () => stage.slack.press(post, 'open_stand_in', { user }));
  return opened(stage, user, () => stage.slack.act(standIns, 'ask_for_swap'));
}

/** The values of a field's options, by what people read. */
export function optionsOf(view: View, block: string): Record<string, string> {
  const { element } = view.content.blocks.find(({ block_id: id }) => id === block) as unknown as {
    element: { options: { value: string; text: { text: string } }[] };
  };
  return Object.fromEntries(element.options.map(({ value, text }) => [text.text, value]));
}

/** Asks for a swap; `turn` and `inReturn` as the form words them, by default the person's next turn for nothing. */
export async function askForSwap(
  stage: Stage,
  user: string,
  { ask, rota, turn, inReturn }: { ask: readonly string[]; rota?: string; turn?: string; inReturn?: string },
) {
  const form = await openSwap(stage, user, rota);
  const valueIn = (block: string, label: string | undefined) => {
    const options = optionsOf(form, block);
    return label === undefined ? {} : { [block]: options[label] };
  };
  const submitted = await submitForm(stage, form, {
    swap_ask: ask.map(name => stage.slack.person(name).id),
    ...valueIn('swap_turn', turn),
    ...valueIn('swap_in_return', inReturn),
  });
  for (const view of stage.slack.openViews(user)) await stage.slack.closeView(view).catch(() => undefined);
  return { ...submitted, form: contentOf(form) };
}

/** Lets time pass until a direct message to a person matches. */
export async function hears(stage: Stage, user: string, fits: RegExp): Promise<Post> {
  const find = () => direct(stage, user).findLast(({ text }) => fits.test(text));
  await passUntil(stage, () => find() !== undefined);
  return find() as Post;
}

export const buttonsOf = ({ blocks }: Post): string[] =>
  [...JSON.stringify(blocks ?? []).matchAll(/"action_id":"(\w+)"/g)].map(([, id = '']) => id);
