import { broadcastLead } from '../broadcasts/slack/rights.ts';
import type { PageLink } from '../kit/pages/page-links.ts';
import type { Right } from '../kit/slack/surface.ts';
import { manager } from '../workspace/slack/rights.ts';

/** The pages that a link leads to, each time they are asked for. */
export const PAGE_RIGHTS: Record<PageLink['purpose'], Right<PageLink>> = {
  import: manager,
  export: manager,
  broadcast: (services, who, { broadcast }) => broadcastLead(services, who, broadcast ?? ''),
};
