import { of } from '../../../kit/words/bangla.ts';
import type { AuditWords } from '../../../workspace/audit.ts';

export const bn: AuditWords<'texts'> = {
  text_arrived: ({ number, sender }) => `${of(sender)} ${number} নম্বরের এসএমএস পৌঁছেছে বলে চিহ্নিত করেছেন`,
};
