import { MAX_LISTED } from '../../../../workspaces/settings.ts';
import { SETTING } from '../../../ids.ts';
import { channels as channelField, radio } from '../../../kit/fields.ts';
import type { Group } from '../../forms/group.ts';

/** Where texts may be sent from, and where their receipts appear. */
export const channels: Group = {
  settings: ['channels', 'receipts', 'nameContacts'],
  blocks: ({ field }, settings) => [
    radio(
      SETTING.where,
      field.where,
      [
        { value: 'every', label: field.where.every },
        { value: 'chosen', label: field.where.chosen },
      ],
      settings.channels === null ? 'every' : 'chosen',
    ),
    channelField(SETTING.channels, field.channels, settings.channels ?? [], MAX_LISTED),
    radio(
      SETTING.receipts,
      field.receipts,
      [
        { value: 'channel', label: field.receipts.channel },
        { value: 'sender', label: field.receipts.sender },
      ],
      settings.receipts,
    ),
    radio(
      SETTING.nameContacts,
      field.nameContacts,
      [
        { value: 'named', label: field.nameContacts.named },
        { value: 'unnamed', label: field.nameContacts.unnamed },
      ],
      settings.nameContacts ? 'named' : 'unnamed',
    ),
  ],
  read({ wrong }, state, before) {
    const receipts = state.choice(SETTING.receipts) === 'sender' ? 'sender' : 'channel';
    const nameContacts = state.choice(SETTING.nameContacts) !== 'unnamed';
    const channels = state.conversations(SETTING.channels);
    if (state.choice(SETTING.where) !== 'chosen') {
      // People choose channels and overlook the choice above them; somebody who switches back to all channels means it.
      if (channels.length > 0 && before.channels === null)
        return { kind: 'wrong', errors: { [SETTING.where]: wrong.chosenInVain } };
      return { kind: 'changes', changes: { channels: null, receipts, nameContacts } };
    }
    if (channels.length === 0)
      return { kind: 'wrong', errors: { [SETTING.channels]: wrong.noChannelChosen } };
    return { kind: 'changes', changes: { channels, receipts, nameContacts } };
  },
};
