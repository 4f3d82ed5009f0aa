import { createAlerts } from './alerts/index.ts';
import { createSpared } from './alerts/spared.ts';
import type { Config } from './config.ts';
import { type Clock, systemTime, type TimeSource } from './domain/clock.ts';
import { createInTurns } from './domain/in-turns.ts';
import { createGateway } from './gateway/client.ts';
import { createBodyReader } from './http/body.ts';
import { healthz, readyz } from './http/health.ts';
import { HOOKS_PATH, hooksRoute } from './http/hooks.ts';
import { createMetrics } from './http/metrics.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { createHttpServer, type Routes } from './http/server.ts';
import { createSparingLog } from './http/sparing-log.ts';
import type { Log } from './log.ts';
import { createDoor, PEOPLE_PATH } from './pages/door.ts';
import { createExportPages } from './pages/export-pages.ts';
import { createImportPages } from './pages/import-pages.ts';
import { peopleRoute } from './pages/people-routes.ts';
import { stopRoute } from './pages/stop.ts';
import { createUploads } from './pages/uploads.ts';
import { createImporting } from './people/importing.ts';
import { createReadFile } from './people/reading/thread.ts';
import { createSortRows } from './people/sorting.ts';
import { type Acks, createAcks } from './sending/acks.ts';
import { createDispatcher } from './sending/dispatcher.ts';
import { createForgetter } from './sending/forgetter.ts';
import { createHousekeeping } from './sending/housekeeping.ts';
import { watchingBalance } from './sending/low-balance.ts';
import { createMessagesOf } from './sending/messages.ts';
import { deliverBySource } from './sending/outcomes.ts';
import { createPlanner } from './sending/planner.ts';
import { createReach } from './sending/reach.ts';
import { createReaper } from './sending/reaper.ts';
import { createFindRecipients } from './sending/recipients.ts';
import { createRender } from './sending/rendering.ts';
import { createReporter } from './sending/reporter.ts';
import { createResolver } from './sending/resolve.ts';
import { createSubmit } from './sending/submit.ts';
import { accessByInstallation, accessByToken } from './slack/access.ts';
import { startBolt } from './slack/bolt.ts';
import { createSlackCheck } from './slack/connection.ts';
import { createDelivery } from './slack/delivery.ts';
import { createForgottenNotice } from './slack/forgotten-notice.ts';
import { createStepDelivery } from './slack/functions/outcome.ts';
import { createWorkflowRuns } from './slack/functions/workflow-runs.ts';
import { createGuard } from './slack/guard.ts';
import { createHome } from './slack/home/home.ts';
import { createSlackHttp, EVENTS_PATH } from './slack/http.ts';
import { createInstallRoutes, INSTALL_PATH } from './slack/install/routes.ts';
import { createWelcome } from './slack/install/welcome.ts';
import { createLiveForms } from './slack/live-forms.ts';
import { createNaming } from './slack/naming.ts';
import { createNoticeBoard } from './slack/notices.ts';
import { createPeople } from './slack/people.ts';
import { createPoster } from './slack/posting.ts';
import { createReceiver } from './slack/receiver.ts';
import { createResponseUrlCheck } from './slack/response-urls.ts';
import { createSeveralPost } from './slack/several/post.ts';
import { createQuestions } from './slack/several/question.ts';
import { createSocketMode } from './slack/socket-mode.ts';
import { createTeammates } from './slack/teammates.ts';
import { createUnderWay } from './slack/under-way.ts';
import { createUserGroups } from './slack/user-groups.ts';
import { managerProblem } from './slack/views/modals.ts';
import { webClientOptions } from './slack/web-api.ts';
import { createWords } from './slack/words.ts';
import type { StorageError } from './storage/errors.ts';
import { createNewId } from './storage/ids.ts';
import { openStorage } from './storage/open.ts';
import { createContactBook } from './workspaces/contact-book.ts';
import { createContactGroups } from './workspaces/contact-groups.ts';
import { embeddedEncryptionKeys } from './workspaces/encryption-keys.ts';
import { createInstallations } from './workspaces/installations.ts';
import { createLanguages } from './workspaces/languages.ts';
import { createLargeGroups } from './workspaces/large-groups.ts';
import { createLinkedKeys } from './workspaces/linked-keys.ts';
import { createNeverHash } from './workspaces/never-hash.ts';
import { createNeverText } from './workspaces/never-text.ts';
import { createSealer } from './workspaces/sealing.ts';
import { createSettings } from './workspaces/settings.ts';
import { createStopLinks, STOP_PATH } from './workspaces/stop-links.ts';
import { createTemplateBook } from './workspaces/template-book.ts';
import { createUninstall } from './workspaces/uninstall.ts';

/** How long requests from Slack get to finish when the app stops. */
const CLOSE_GRACE_MS = 3000;
/** How long the work they began (such as checking a key) may continue: as long as the SMS service gets to answer. */
const REQUEST_MS = 20_000;

/**
 * How often one hook may be called, in each process: enough for a storm of a thousand calls from each of two peers.
 * Alertmanager and Grafana don't repeat a call that got a 429, so this only stops something that has run wild.
 */
const HOOK_CALLS = { burst: 2400, perSecond: 20 };

/** How much incomplete request bodies may hold together: once for Slack's (unverified until complete), and once for hooks'. */
const BODIES_BYTES = 16 * 1024 * 1024;
/** Presses on stop pages are a few bytes each. */
const STOP_BODIES_BYTES = 1024 * 1024;
/** Visits of stop pages from one address, which may be that of a proxy with everybody behind it. */
const STOP_VISITS = { burst: 500, perSecond: 20 };
/** The same for files of contacts. */
const FILES_BYTES = 32 * 1024 * 1024;
const MAX_CONNECTIONS = 1000;

export type App = {
  /** Listens and works; resolves with the port it listens on. */
  start(): Promise<{ port: number }>;
  /** Accepts nothing new, finishes what is in progress (a request to the SMS service takes 20 s at most), closes. */
  stop(): Promise<void>;
  /**
   * Resolves if the store failed so badly that only a restart helps: nothing more is accepted or begun, and whoever runs
   * the app has to end it.
   */
  failed: Promise<StorageError>;
};

/** What tests and the demo may replace. */
export type Overrides = {
  /** This machine's clocks and timers. */
  time?: TimeSource & Pick<Clock, 'after'>;
  /** The app's clock, instead of the store's. */
  clock?: Clock;
  newId?: () => string;
  /** Links in texts may lead to this machine. */
  localLinks?: true;
  acks?: Acks;
};

/**
 * Opens the store and wires the whole app. Nothing is accepted or sent before `start`.
 *
 * @throws StorageError if the store is in use, refuses us, or was made by a newer version
 */
export async function createApp(config: Config, log: Log, overrides: Overrides = {}): Promise<App> {
  const newId = overrides.newId ?? createNewId(Date.now);
  const sealer = createSealer(config.encryptionKeys ?? embeddedEncryptionKeys(config.dataDir));
  const failed = Promise.withResolvers<StorageError>();
  const time = overrides.time ?? { ...systemTime, after };
  const storage = await openStorage(config.storage, { time, newId, log, failed: failed.resolve });
  const clock = overrides.clock ?? { now: storage.now, wall: storage.wall, after: time.after };
  const { intents, claims, queue, reports, history, documents, revisions, deletions, audit } = storage;
  const metrics = createMetrics(history, storage.aside);

  const { tokens, connection, apiUrl: slackApiUrl } = config.slack;
  const clientOptions = webClientOptions({ slackApiUrl, log });
  const listening = { port: config.port };
  const publicUrl = (): string => config.publicUrl ?? `http://localhost:${listening.port}`;
  const installUrl = (): string => publicUrl() + INSTALL_PATH;
  const installations = createInstallations({ documents, deletions, sealer, clock });
  const access =
    tokens.kind === 'one'
      ? accessByToken(tokens.botToken, clientOptions)
      : accessByInstallation(installations, clientOptions, installUrl);
  const { webFor, ask } = access;
  const people = createPeople({ webFor, documents, clock });
  const groups = createUserGroups({ webFor, documents, clock });
  const contactGroups = createContactGroups({ documents, contacts: storage.contacts, audit, clock, newId });
  const settings = createSettings({ documents, revisions, audit, clock });
  const neverHash = createNeverHash({ documents, revisions, sealer });
  const book = { documents, contacts: storage.contacts, neverHash, settings, audit, clock, newId };
  const contactBook = createContactBook(book);
  const largeGroups = createLargeGroups(book);
  const neverText = createNeverText(book);
  const { find, findEach } = createFindRecipients({ people, groups, whom: contactGroups, clock });
  const stopLinks = createStopLinks({
    links: storage.stopLinks,
    sealer,
    // A link of another kind would lead nowhere from a phone.
    address: () => (publicUrl().startsWith('https:') || overrides.localLinks ? publicUrl() : null),
    clock,
  });
  const templates = createTemplateBook({ stored: storage.templates, audit, clock, newId });
  const isSlacks = createResponseUrlCheck(slackApiUrl);
  const poster = createPoster({ webFor, isSlacks });
  const steps = createWorkflowRuns({ documents, sealer, webFor, clientOptions, log });
  const reach = createReach({ find, never: neverText, settings });
  const languages = createLanguages({ documents, settings, fallback: config.language });
  const words = createWords(languages);
  const gateway = createGateway({ baseUrl: config.smsBaseUrl, clock });

  const acks = overrides.acks ?? createAcks(time);

  // Workers wake each other: what one writes is the next one's work.
  const wake = (): void => {
    dispatcher.wake();
    reporter.wake();
  };
  const keys = createLinkedKeys({
    documents,
    deletions,
    claims,
    queue,
    audit,
    gateway,
    sealer,
    baseUrl: config.smsBaseUrl,
    clock,
    wake,
  });
  const welcome = createWelcome({ poster, keys, words, clock, log });
  const inTurns = createInTurns({
    now: time.monotonic,
    endOfTurn: () => endOfTurn().then(acks.given),
    after: ms => new Promise(resolve => time.after(ms, resolve)),
  });
  const alerts = createAlerts({
    storage,
    findEach,
    board: createNoticeBoard(poster),
    languages,
    templates,
    inTurns,
    clock,
    log,
    newId,
    decided(decision) {
      metrics.alerts(decision);
      resolver.wake();
    },
  });
  const naming = createNaming({ whom: contactGroups, people, log });
  const deliverToPeople = createDelivery({
    poster,
    history,
    keys,
    people,
    settings,
    naming,
    ask: createQuestions({ reach, history, keys, whom: contactGroups, book: contactBook, naming, clock }),
    showOutcome: createSeveralPost({ poster, history, reports, settings, naming, words }),
    words,
    clock,
  });
  const reporter = createReporter({
    reports,
    deliver: watchingBalance(
      deliverBySource(deliverToPeople, {
        workflow: createStepDelivery({ steps, history, keys, people, settings, poster, words, clock }),
        hook: alerts.deliver,
      }),
      { queue, keys, settings, clock },
    ),
    acks,
    clock,
    log,
    delivered: metrics.delivery,
  });
  const dispatcher = createDispatcher({
    claims,
    queue,
    keys,
    never: neverText,
    gateway,
    acks,
    clock,
    log,
    recorded: outcome => {
      if (outcome) metrics.outcome(outcome);
      reporter.wake();
    },
  });
  const spared = createSpared({ settings, hooks: alerts.hooks, findEach });
  const render = createRender({ contacts: storage.contacts, stopLinks });
  const messagesOf = createMessagesOf({ render, stopLinks });
  const planner = createPlanner({
    ...{ history, keys, people, groups, settings, reach, spared: spared.ofIntent, messagesOf, clock, log },
  });
  const resolver = createResolver({ intents, planner, clock, log, wake });
  const reaper = createReaper({
    claims,
    everyMs: storage.reapEveryMs,
    clock,
    log,
    reaped: wake,
  });
  const housekeeping = createHousekeeping({
    retention: storage.retention,
    inboxes: storage.inboxes,
    deletions,
    settings,
    clock,
    log,
  });
  const forgetter = createForgetter({
    forgetting: storage.forgetting,
    imports: storage.imports,
    settings,
    leaveOut: job => alerts.hooks.leaveOut(job.workspace, job.by, job),
    tell: createForgottenNotice({ poster, words, log }),
    wake,
    clock,
    log,
  });
  const submit = createSubmit({ intents, clock, newId, planner, resolver, wake });

  const home = createHome({ history, keys, people, userGroups: groups, settings, languages, clock, log });
  const uninstall = createUninstall({ installations, keys, deletions, clock });
  const liveForms = createLiveForms({ clock });
  const { contacts, imports } = storage;
  const importing = createImporting({ imports, isShared: storage.reapEveryMs !== null, clock, newId, log });
  const sortRows = createSortRows({ contacts, neverText });
  const readFile = createReadFile(error => log.error({ err: error }, 'reading a file failed'));
  const door = createDoor({ links: storage.links, publicUrl, clock });
  const services = {
    steps,
    submit,
    intents,
    queue,
    reports,
    history,
    keys,
    people,
    userGroups: groups,
    reach,
    spared,
    teammates: createTeammates({ webFor, clock }),
    settings,
    contactGroups,
    largeGroups,
    contactBook,
    contacts,
    importing,
    sortRows,
    readFile,
    pageLink: door.make,
    hasAddress: config.publicUrl !== null || connection.mode === 'http',
    forgetter,
    neverText,
    templates,
    stopLinks,
    render,
    hooks: alerts.hooks,
    hookAddress: (hookId: string) => publicUrl() + HOOKS_PATH + hookId,
    languages,
    audit,
    naming,
    poster,
    uninstall,
    clock,
    log,
    words,
    home,
    liveForms,
    wake,
  };
  const underWay = createUnderWay(clock);
  const guard = createGuard({ services, clientOf: access.clientOf, underWay });
  const receiver = createReceiver({ guard, isSlacks, acks, log });
  startBolt({ receiver, access, services, clientOptions, log });
  const { take } = receiver;
  const socket =
    connection.mode === 'socket'
      ? createSocketMode(connection.appToken, { take, clientOptions, clock, log })
      : null;
  const forOperator: Routes = {
    '/readyz': readyz({
      store: storage.ping,
      slack: createSlackCheck(ask, clock),
      ...(socket ? { socket: socket.check } : {}),
    }),
    '/metrics': metrics.route,
  };
  const logSparingly = createSparingLog(log, clock.now);
  const serverOptions = {
    maxConnections: MAX_CONNECTIONS,
    dropped: () => metrics.notTaken('too_many_connections'),
    failed: (error: unknown) => logSparingly('error', { err: error }, 'can’t answer a request'),
  };
  const operatorServer =
    config.metricsPort === null
      ? null
      : {
          port: config.metricsPort,
          ...createHttpServer({ '/healthz': healthz, ...forOperator }, serverOptions),
        };
  const server = createHttpServer(
    {
      ...(connection.mode === 'http'
        ? {
            [EVENTS_PATH]: createSlackHttp({
              ...connection,
              readBody: createBodyReader(BODIES_BYTES, metrics.notTaken),
              take,
              logSparingly,
            }),
          }
        : {}),
      ...(tokens.kind === 'many'
        ? createInstallRoutes({
            oauth: tokens,
            installations,
            installed: welcome.send,
            publicUrl,
            slackApiUrl,
            clientOptions,
            language: config.language,
            log,
            logSparingly,
          })
        : {}),
      [HOOKS_PATH]: hooksRoute({
        hooks: alerts.hooks,
        intake: alerts.intake,
        // These have memory of their own, because their tokens were checked first: callers without one take nothing from them.
        readBody: createBodyReader(BODIES_BYTES, metrics.notTaken),
        inTurns,
        waitFor: createRateLimit({ ...HOOK_CALLS, now: clock.now }),
        logSparingly,
        answered: metrics.hookCall,
      }),
      [STOP_PATH]: stopRoute({
        stopLinks,
        neverText,
        readBody: createBodyReader(STOP_BODIES_BYTES, metrics.notTaken),
        waitFor: createRateLimit({ ...STOP_VISITS, now: clock.now }),
        clock,
        logSparingly,
      }),
      [PEOPLE_PATH]: peopleRoute({
        door,
        importPages: createImportPages({
          contacts,
          imports,
          importing,
          sortRows,
          readFile,
          // Only who opened a link gets as far as sending a file.
          readBody: createBodyReader(FILES_BYTES, metrics.notTaken),
          uploads: createUploads(),
        }),
        exportPages: createExportPages({ contacts, audit, clock }),
        managerProblem: (workspace, userId) => managerProblem(services, workspace, userId),
        languages,
        language: config.language,
        logSparingly,
      }),
      '/healthz': healthz,
      ...(operatorServer ? {} : forOperator),
    },
    serverOptions,
  );

  return {
    async start() {
      // If nobody else has the store, whatever is in flight before anything is claimed was left by a process that is gone.
      if (storage.reapEveryMs === null) await reaper.reap();
      const port = await server.listen(config.port, config.host);
      listening.port = port;
      const metricsPort = await operatorServer?.listen(operatorServer.port, config.host);
      const workers = [
        resolver,
        dispatcher,
        reporter,
        housekeeping,
        forgetter,
        reaper,
        alerts,
        importing.worker,
      ];
      for (const worker of workers) worker.wake();
      storage.onNews(() => {
        for (const worker of [resolver, dispatcher, reporter, alerts]) worker.wake();
      });
      socket?.start();
      log.info({ port, metricsPort, host: config.host }, 'listening');
      return { port };
    },
    async stop() {
      await Promise.all([
        server.close(CLOSE_GRACE_MS),
        operatorServer?.close(CLOSE_GRACE_MS),
        socket?.stop(),
      ]);
      welcome.stop();
      liveForms.close();
      await Promise.all([
        underWay.ended(REQUEST_MS),
        dispatcher.stop(),
        housekeeping.stop(),
        forgetter.stop(),
        reaper.stop(),
        importing.worker.stop(),
      ]);
      await alerts.stop();
      await resolver.stop();
      await reporter.stop();
      await Promise.all([gateway.close(), poster.close()]);
      await storage.close();
    },
    failed: failed.promise,
  };
}

function after(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}

const endOfTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
