import { mention, when } from '../../../kit/words/english.ts';
import type { AuditWords } from '../../../workspace/audit.ts';

/** Audit entries about rotas. */
export const en: AuditWords<'rotas'> = {
  rota_made: ({ rota }) => `created the rota “${rota}”`,
  rota_changed: ({ rota }) => `changed the rota “${rota}”`,
  rota_removed: ({ rota }) => `deleted the rota “${rota}”`,
  rota_override: ({ rota, did, from, to }) =>
    `${did === 'added' ? 'added a stand-in to' : 'removed a stand-in from'} the rota “${rota}”, from ${when(from)} to ${when(to)}`,
  rota_swap: ({ rota, of, from, to }) =>
    `took ${mention(of)}’s turn in the rota “${rota}”, from ${when(from)} to ${when(to)}`,
};
