import { LANGUAGES } from '../../../../domain/intent.ts';
import { readCount } from '../../../../domain/written-values.ts';
import { LANGUAGE_NAMES } from '../../../../wording/index.ts';
import { RETENTION_DAYS } from '../../../../workspaces/settings.ts';
import { SETTING } from '../../../ids.ts';
import { radio, shortText } from '../../../kit/fields.ts';
import type { Group } from '../../forms/group.ts';

/** How much of numbers is shown, how long texts are kept, and the language of what everybody reads. */
export const privacy: Group = {
  settings: ['maskNumbers', 'retentionDays', 'language'],
  blocks: ({ field }, settings) => [
    radio(
      SETTING.mask,
      field.mask,
      [
        { value: 'masked', label: field.mask.masked },
        { value: 'whole', label: field.mask.whole },
      ],
      settings.maskNumbers ? 'masked' : 'whole',
    ),
    shortText(SETTING.retention, field.retention, settings.retentionDays),
    radio(
      SETTING.language,
      field.language,
      [
        { value: 'default', label: field.language.default },
        ...LANGUAGES.map(language => ({ value: language, label: LANGUAGE_NAMES[language] })),
      ],
      settings.language ?? 'default',
    ),
  ],
  read({ wrong }, state) {
    const { min, max } = RETENTION_DAYS;
    const days = readCount(state.text(SETTING.retention));
    if (days === null || days === 'bad' || days < min || days > max)
      return { kind: 'wrong', errors: { [SETTING.retention]: wrong.days(min, max) } };
    const chosen = state.choice(SETTING.language);
    const language = LANGUAGES.find(one => one === chosen) ?? null;
    const maskNumbers = state.choice(SETTING.mask) !== 'whole';
    return { kind: 'changes', changes: { maskNumbers, retentionDays: days, language } };
  },
};
