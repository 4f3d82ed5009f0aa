import { HOOKS_PATH } from '../alerts/http/hook-route.ts';
import { createFollowing } from '../broadcasts/slack/home.ts';
import { createImporting, createSortRows } from '../contacts/importing/importing.ts';
import { createReadFile, createReadInThread } from '../contacts/importing/reading/thread.ts';
import { additionsOf, homePartsOf, openingsOf, surfacesOf } from '../kit/feature.ts';
import { createDoor } from '../kit/pages/page-links.ts';
import { startBolt } from '../kit/slack/bolt.ts';
import { createLiveForms } from '../kit/slack/live-forms.ts';
import { createPresses } from '../kit/slack/presses.ts';
import { createGuard, createReceiver, createUnderWay } from '../kit/slack/receiver.ts';
import type { HomePart, Services } from '../kit/slack/services.ts';
import { createSocketMode } from '../kit/slack/socket-mode.ts';
import { answerPress } from '../kit/slack/telling.ts';
import { createHome } from '../texts/slack/home/home.ts';
import { createWelcome } from '../workspace/slack/install/welcome.ts';
import { JUDGING } from '../workspace/slack/rights.ts';
import type { WiredBroadcasts } from './broadcasts.ts';
import type { Ground } from './ground.ts';
import type { Sending } from './sending.ts';
import type { Workspaces } from './workspaces.ts';

export type Surfaces = ReturnType<typeof wireSurfaces>;

/** Where people's requests come in: Slack's payloads, over HTTP or a socket, and pages of ours. */
export function wireSurfaces(
  ground: Ground,
  workspaces: Workspaces,
  sending: Sending,
  broadcasts: WiredBroadcasts,
) {
  const { config, log, clock, newId, storage, acks, publicUrl } = ground;
  const { intents, queue, reports, history, contacts, imports, schedules, links, audit } = storage;
  const { access, keys, people, userGroups, settings, languages, words, poster } = workspaces;
  const { alerts } = sending;
  const { connection } = config.slack;

  const door = createDoor({ links, publicUrl, clock });
  const liveForms = createLiveForms({ clock });
  const following = createFollowing({
    broadcasts: storage.broadcasts,
    refresh: who => home.refresh(who),
    clock,
    log,
  });
  const homeParts: HomePart[] = [];
  const home = createHome({
    ...{ history, keys, people, userGroups, settings, languages, words, following, clock, log },
    webFor: access.webFor,
    parts: () => homeParts,
  });
  const presses = createPresses({
    ...{ inboxes: storage.inboxes, webFor: access.webFor, inTurns: sending.inTurns, clock, log, newId },
    tell: (press, web, answer) => answerPress(services, press, web, answer),
  });
  const services: Services = {
    ...{ intents, queue, reports, schedules, history, audit, contacts, clock, newId, log },
    ...{ keys, people, userGroups, settings, languages, words, poster },
    rotas: workspaces.rotas,
    contactGroups: workspaces.contactGroups,
    contactBook: workspaces.contactBook,
    largeGroups: workspaces.largeGroups,
    neverText: workspaces.neverText,
    templates: workspaces.templates,
    stopLinks: workspaces.stopLinks,
    alertLinks: workspaces.alertLinks,
    uninstall: workspaces.uninstall,
    broadcasts: broadcasts.service,
    submit: sending.submit,
    reach: sending.reach,
    spared: sending.spared,
    render: sending.render,
    naming: sending.naming,
    steps: sending.steps,
    forgetter: sending.forgetter,
    scheduler: {
      wake: () => {
        sending.resolver.wake();
        broadcasts.scheduler.wake();
      },
    },
    wake: sending.wake,
    hooks: alerts.hooks,
    hookCalls: alerts.calls,
    hookSecrets: workspaces.hookSecrets,
    subscriptions: sending.subscriptions,
    responding: alerts.responding,
    presses,
    heartbeats: alerts.heartbeats,
    hookAddress: hookId => {
      const path = HOOKS_PATH + hookId;
      return { path, url: ground.isReached ? publicUrl() + path : null };
    },
    teammates: sending.teammates,
    importing: createImporting({ imports, isShared: storage.isShared, clock, newId, log }),
    sortRows: createSortRows({ contacts, neverText: workspaces.neverText }),
    readFile: createReadFile(
      ground.readFile ?? createReadInThread(error => log.error({ err: error }, 'reading a file failed')),
    ),
    pageLink: door.make,
    serviceUrl: config.smsBaseUrl,
    hasAddress: config.publicUrl !== null || connection.mode === 'http',
    home,
    liveForms,
    lists: new Map(),
    added: {},
    openings: {},
    judging: JUDGING,
  };
  homeParts.push(...homePartsOf(ground.features, services));
  Object.assign(services.added, additionsOf(ground.features, services));
  Object.assign(services.openings, openingsOf(ground.features, services));
  const underWay = createUnderWay(clock);
  const guard = createGuard({ services, clientOf: access.clientOf, underWay });
  const receiver = createReceiver({ guard, isSlacks: workspaces.isSlacks, acks, log });
  const { clientOptions } = workspaces;
  startBolt({
    receiver,
    access,
    services,
    features: surfacesOf(ground.features, services),
    clientOptions,
    log,
  });
  const { take } = receiver;
  const socket =
    connection.mode === 'socket'
      ? createSocketMode(connection.appToken, { take, clientOptions, clock, log })
      : null;
  return {
    services,
    presses,
    door,
    take,
    socket,
    underWay,
    liveForms,
    following,
    welcome: createWelcome({ poster, keys, words, clock, log }),
  };
}
