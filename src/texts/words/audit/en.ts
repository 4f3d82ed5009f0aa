import { mention } from '../../../kit/words/english.ts';
import type { AuditWords } from '../../../workspace/audit.ts';

export const en: AuditWords<'texts'> = {
  text_arrived: ({ number, sender }) => `marked ${mention(sender)}’s text to ${number} as sent: it arrived`,
};
