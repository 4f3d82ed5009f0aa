import { of as possessive, when } from '../../../kit/words/bangla.ts';
import type { AuditWords } from '../../../workspace/audit.ts';

/** Audit entries about rotas. */
export const bn: AuditWords<'rotas'> = {
  rota_made: ({ rota }) => `“${rota}” রোস্টার তৈরি করেছেন`,
  rota_changed: ({ rota }) => `“${rota}” রোস্টার বদলেছেন`,
  rota_removed: ({ rota }) => `“${rota}” রোস্টার মুছে ফেলেছেন`,
  rota_override: ({ rota, did, from, to }) =>
    `“${rota}” রোস্টারে বদলি ডিউটি ${did === 'added' ? 'দিয়েছেন' : 'বাদ দিয়েছেন'} (${when(from)} – ${when(to)})`,
  rota_swap: ({ rota, of, from, to }) =>
    `“${rota}” রোস্টারে ${possessive(of)} পালা নিয়েছেন (${when(from)} – ${when(to)})`,
};
