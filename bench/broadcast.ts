import { FIELD } from '../src/broadcasts/slack/form.ts';
import { contactOf } from '../src/contacts/contact.ts';
import type { LocalNumber } from '../src/kit/number.ts';
import { INPUT_ACTION } from '../src/kit/slack/fields.ts';
import { ACTION, VIEW } from '../src/kit/slack/ids.ts';
import { MAX_ROWS } from '../src/workspace/settings.ts';
import { signed, teamOf } from './commands.ts';
import { connect } from './wire.ts';
import { type World, withStorage } from './world.ts';

const TOGETHER = 500;
const GROUP = 'farmers';

/** A group of as many people as a broadcast may have, in the first workspace. */
export function fillGroup({ choice }: World): Promise<void> {
  return withStorage(choice, async ({ contacts }) => {
    const workspace = teamOf(0);
    const group = { id: GROUP, workspace, name: GROUP };
    await contacts.update(workspace, {}, () => ({ change: { groups: [group] }, result: null }));
    for (let from = 0; from < MAX_ROWS; from += TOGETHER) {
      const some = Array.from({ length: TOGETHER }, (_, offset) => {
        const number = `018${String((from + offset) * 1999).padStart(8, '0')}` as LocalNumber;
        const known = { id: `contact-${from + offset}`, workspace, number, groups: [GROUP] };
        return contactOf({ ...known, name: `Farmer ${from + offset}`, columns: { village: 'Dhunot' } });
      });
      await contacts.update(workspace, {}, () => ({ change: { contacts: some }, result: null }));
    }
  });
}

/** The form as Slack submits it. */
function submission(nth: number): string {
  const it = (block: string, state: object) => ({ [block]: { [INPUT_ACTION]: state } });
  const group = { value: `group ${GROUP}`, text: { type: 'plain_text', text: GROUP } };
  const values = {
    ...it(FIELD.to, { type: 'multi_external_select', selected_options: [group] }),
    ...it(FIELD.pasted, { type: 'plain_text_input', value: null }),
    ...it(FIELD.template, { type: 'external_select', selected_option: null }),
    ...it(FIELD.message, {
      type: 'plain_text_input',
      value: 'Dear {name}, seeds come to {village} tomorrow',
    }),
    ...it(FIELD.kind, { type: 'radio_buttons', selected_option: { value: 'service' } }),
    ...it(FIELD.channel, { type: 'conversations_select', selected_conversation: 'C1' }),
  };
  const view = {
    ...{ id: `V${nth}`, hash: `${nth}.a`, type: 'modal', callback_id: VIEW.broadcastForm },
    ...{ private_metadata: JSON.stringify({ putIn: null, before: null }), root_view_id: `V${nth}` },
    ...{ blocks: [], state: { values } },
  };
  return JSON.stringify({
    ...{ type: 'view_submission', team: { id: teamOf(0) }, user: { id: 'U1', team_id: teamOf(0) } },
    ...{ api_app_id: 'A1', is_enterprise_install: false, trigger_id: `form ${nth}`, response_urls: [], view },
  });
}

/** Makes one broadcast after the other until stopped; resolves with how many were planned. */
export function plan(world: World, url: string): () => Promise<number> {
  let count = 0;
  let isOver = false;
  const run = (async () => {
    for (let nth = 0; !isOver; nth++) {
      const planned = new Promise<void>(resolve => {
        // The review has the button that sends it.
        world.onSlack(body => body.includes(ACTION.sendBroadcast) && resolve());
      });
      const line = await connect(url);
      const body = new URLSearchParams({ payload: submission(nth) }).toString();
      const answer = await line.ask(signed(url, body));
      if (!answer.head.startsWith('HTTP/1.1 200') || answer.body.includes('errors'))
        throw new Error(`Not accepted: ${answer.head} ${answer.body}`);
      line.close();
      await planned;
      count += 1;
    }
  })();
  return async () => {
    isOver = true;
    await run;
    return count;
  };
}
