import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import type { Documents } from '../kit/store/documents.ts';
import { ifUnreadable } from '../kit/store/errors.ts';
import type { ScheduledDeletions } from './scheduled-deletions.ts';
import type { SealedDocument, Sealer } from './sealing.ts';

/** The document that holds an installation, and the secret in it. */
export const INSTALLATION = {
  kind: 'installation',
  document: 'installation',
  contextOf: (owner: string): string => `bot token of ${owner}`,
  remedy: 'an admin there installs the app again at PUBLIC_URL/slack/install',
} as const satisfies SealedDocument;

/** In a workspace: the organisation whose installation serves it, as Slack last told us. */
const ORG = 'org';
/** In an organisation: a workspace that its installation has served. */
const TEAM = 'team ';

const installationSchema = z.object({
  sealed: z.string(),
  botId: z.string(),
  botUserId: z.string(),
  orgWide: z.boolean(),
  installedBy: z.string(),
  installedAt: z.number(),
});

/** What Slack gave us when a person installed the app. */
export type NewInstallation = {
  /** The workspace's id, or, org-wide, the organisation's. */
  owner: string;
  orgWide: boolean;
  botToken: string;
  botId: string;
  botUserId: string;
  installedBy: string;
};

export type Installed = {
  owner: string;
  botToken: string;
  botId: string;
  botUserId: string;
  orgWide: boolean;
};

/** `unreadable`: none of our encryption keys decrypts its token; installing again fixes that. */
export type InstallationFound = Installed | 'none' | 'unreadable';

/** What a request from Slack says about where it comes from. */
export type Origin = { workspace: string | null; org: string | null; orgWide: boolean };

/** Who installed the app, with the bot tokens, encrypted. An organisation's installation serves all its workspaces. */
export type Installations = {
  /** Replaces an earlier one; all other data of its workspaces stays. */
  save(installation: NewInstallation): Promise<void>;
  /** The installation that a request belongs to; also remembers which organisation serves a workspace. */
  serving(origin: Origin): Promise<InstallationFound>;
  /** The installation to use in a workspace (or organisation) if no request says more. */
  of(workspace: string): Promise<InstallationFound>;
  /**
   * Forgets an installation and its token.
   *
   * @param before when it was removed; a newer installation stays
   * @returns the workspaces that no installation serves any more, the owner included; null: there is a newer one
   */
  remove(owner: string, before: number): Promise<string[] | null>;
};

export function createInstallations(deps: {
  documents: Documents;
  deletions: ScheduledDeletions;
  sealer: Sealer;
  clock: Clock;
}): Installations {
  const { documents, deletions, sealer, clock } = deps;

  async function read(owner: string): Promise<InstallationFound> {
    const stored = await documents
      .get(owner, INSTALLATION.document, installationSchema)
      .catch(ifUnreadable('unreadable' as const));
    if (!stored || stored === 'unreadable') return stored ?? 'none';
    const { sealed, botId, botUserId, orgWide } = stored;
    const botToken = sealer.open(sealed, INSTALLATION.contextOf(owner));
    return botToken === null ? 'unreadable' : { owner, botToken, botId, botUserId, orgWide };
  }

  const orgOf = (workspace: string) => documents.get(workspace, ORG, z.string());

  async function teamsOf(org: string): Promise<string[]> {
    const keys = await documents.keys(org);
    return keys.filter(key => key.startsWith(TEAM)).map(key => key.slice(TEAM.length));
  }

  /** Reports and alerts come without a request that says whose token to use. */
  async function noteOrg(workspace: string, org: string): Promise<void> {
    if ((await orgOf(workspace)) === org) return;
    await deletions.cancel(workspace);
    await documents.set(org, TEAM + workspace, true);
    await documents.set(workspace, ORG, org);
  }

  /** The first installation found among the owners, whether its token can be decrypted or not. */
  async function firstOf(...owners: (string | null | undefined)[]): Promise<InstallationFound> {
    for (const owner of owners) {
      const found = owner ? await read(owner) : 'none';
      if (found !== 'none') return found;
    }
    return 'none';
  }

  return {
    async save({ owner, orgWide, botToken, botId, botUserId, installedBy }) {
      const workspaces = orgWide ? [owner, ...(await teamsOf(owner))] : [owner];
      for (const workspace of workspaces) await deletions.cancel(workspace);
      await documents.set(owner, INSTALLATION.document, {
        sealed: sealer.seal(botToken, INSTALLATION.contextOf(owner)),
        botId,
        botUserId,
        orgWide,
        installedBy,
        installedAt: clock.wall(),
      });
      // Whatever organisation served it before, the workspace now has its own.
      if (!orgWide) await documents.delete(owner, ORG);
    },

    async serving({ workspace, org, orgWide }) {
      // If Slack means the organisation's installation, a workspace's own is a different bot with different rights.
      if (!orgWide || !org) return firstOf(workspace, workspace && (await orgOf(workspace)));
      const found = await read(org);
      if (typeof found === 'string') return found;
      // Whoever is no organisation can't be meant as one: its token stays its own.
      if (!found.orgWide) return 'none';
      if (workspace) await noteOrg(workspace, org);
      return found;
    },

    of: async workspace => firstOf(await orgOf(workspace), workspace),

    async remove(owner, before) {
      // In one step: somebody may install it anew at this very moment.
      const isOld = ({ installedAt }: z.infer<typeof installationSchema>): boolean => installedAt < before;
      if (!(await documents.deleteIf(owner, INSTALLATION.document, installationSchema, isOld))) return null;
      await documents.delete(owner, ORG);
      const left = [owner];
      for (const team of await teamsOf(owner)) {
        const own = await documents.get(team, INSTALLATION.document, installationSchema);
        if (!own && (await orgOf(team)) === owner) left.push(team);
      }
      return left;
    },
  };
}
