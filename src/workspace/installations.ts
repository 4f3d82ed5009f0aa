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

/** A workspace's document: the organisation whose installation serves it, by Slack's latest request. */
const ORG = 'org';
/** An organisation's documents: workspaces that its installation has served. */
const TEAM = 'team ';

const installationSchema = z.object({
  sealed: z.string(),
  botId: z.string(),
  botUserId: z.string(),
  orgWide: z.boolean(),
  installedBy: z.string(),
  installedAt: z.number(),
});

/** Slack's answer when a person installs the app. */
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

/**
 * `unreadable`: its document is unreadable, or none of our encryption keys decrypts its token. Installing again fixes that.
 */
export type InstallationLookup = Installed | 'none' | 'unreadable';

/** The origin of a request from Slack, as the request says. */
export type Origin = { workspace: string | null; org: string | null; orgWide: boolean };

/** Installations with their encrypted bot tokens. An organisation's installation serves all its workspaces. */
export type Installations = {
  /** Replaces an earlier installation; all other data of its workspaces stays. */
  save(installation: NewInstallation): Promise<void>;
  /** Finds a request's installation, and remembers which organisation serves a workspace. */
  serving(origin: Origin): Promise<InstallationLookup>;
  /** Finds the installation of a workspace or organisation without a request. */
  of(workspace: string): Promise<InstallationLookup>;
  /**
   * Deletes an installation and its token.
   *
   * @param before the time of the uninstall; a newer installation stays
   * @returns the workspaces without an installation now, the owner included; null if there is a newer one
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

  async function read(owner: string): Promise<InstallationLookup> {
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

  /** Remembers the organisation, because reports and alerts have no request that names it. */
  async function noteOrg(workspace: string, org: string): Promise<void> {
    if ((await orgOf(workspace)) === org) return;
    await deletions.cancel(workspace);
    await documents.set(org, TEAM + workspace, true);
    await documents.set(workspace, ORG, org);
  }

  /** The installation of the first owner that has one, even if it is unreadable. */
  async function firstOf(...owners: (string | null | undefined)[]): Promise<InstallationLookup> {
    for (const owner of owners) {
      const installation = owner ? await read(owner) : 'none';
      if (installation !== 'none') return installation;
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
      // The workspace's own installation replaces the organisation's.
      if (!orgWide) await documents.delete(owner, ORG);
    },

    async serving({ workspace, org, orgWide }) {
      // If Slack names the organisation's installation, a workspace's own is another bot with other permissions.
      if (!orgWide || !org) return firstOf(workspace, workspace && (await orgOf(workspace)));
      const installation = await read(org);
      if (typeof installation === 'string') return installation;
      // A workspace's token must not serve a request that names the workspace as an organisation.
      if (!installation.orgWide) return 'none';
      if (workspace) await noteOrg(workspace, org);
      return installation;
    },

    of: async workspace => firstOf(await orgOf(workspace), workspace),

    async remove(owner, before) {
      // Checks and deletes in one transaction, because the app may be installed again at the same moment.
      const isOld = ({ installedAt }: z.infer<typeof installationSchema>): boolean => installedAt < before;
      if (!(await documents.deleteIf(owner, INSTALLATION.document, installationSchema, isOld))) return null;
      await documents.delete(owner, ORG);
      const unserved = [owner];
      for (const team of await teamsOf(owner)) {
        const own = await documents.get(team, INSTALLATION.document, installationSchema);
        if (!own && (await orgOf(team)) === owner) unserved.push(team);
      }
      return unserved;
    },
  };
}
