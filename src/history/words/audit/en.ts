import type { AuditWords } from '../../../workspace/audit.ts';

export const en: AuditWords<'history'> = {
  texts_downloaded: ({ everybodys }) =>
    everybodys ? 'downloaded a list of everyone’s texts' : 'downloaded a list of their own texts',
};
