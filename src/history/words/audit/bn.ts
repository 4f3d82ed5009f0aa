import type { AuditWords } from '../../../workspace/audit.ts';

export const bn: AuditWords<'history'> = {
  texts_downloaded: ({ everybodys }) =>
    everybodys ? 'সবার এসএমএসের তালিকা ডাউনলোড করেছেন' : 'নিজের এসএমএসের তালিকা ডাউনলোড করেছেন',
};
