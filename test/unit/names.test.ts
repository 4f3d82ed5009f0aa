import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/**
 * Old words that the code no longer uses, and the trade's word for each: see the glossary in
 * src/texts/text.ts.
 */
const OLD: Readonly<Record<string, string>> = {
  stands: 'indexedAt',
  Stands: 'Indexed',
  Stood: 'Indexed',
  placesOf: 'indexEntriesOf',
  Looked: 'ReadResult',
  TAKEN: 'RESERVATIONS',
  takenAs: 'reservationId',
  Taking: 'Reservation',
  passOn: 'reassign',
  ASIDE: 'QUARANTINE',
  aside: 'quarantine',
  asides: 'quarantineTables',
  putAside: 'moveToQuarantine',
  keepAside: 'quarantineBody',
  setAside: 'quarantine',
  listedOrAside: 'readOrQuarantine',
  asideTable: 'quarantineTable',
  AsideKind: 'QuarantineKind',
  sayAside: 'logQuarantined',
  isAside: 'isQuarantined',
  identity: 'idempotencyKey',
  identityOf: 'idempotencyKeyOf',
  IDENTITIES: 'IDEMPOTENCY_KEYS',
  sameness: 'dedupe',
  EventIdentity: 'DedupeKey',
  samenessOf: 'dedupeKeyOf',
  quietUntil: 'claimsPausedUntil',
  quietMs: 'claimsPausedMs',
  Presence: 'Liveness',
  createPresence: 'createLiveness',
  Making: 'StepContext',
  Maker: 'StepDeps',
  maker: 'deps',
  Removal: 'WorkspaceDeletion',
  removal: 'deleteWorkspaceData',
  removalOf: 'deletionOf',
  forgetting: 'erasure',
  Forgetting: 'Erasure',
  FORGETTINGS: 'ERASURES',
  ForgettingJob: 'ErasureJob',
  Forgets: 'Eraser',
  Forgotten: 'ErasedPerson',
  FORGOTTEN: 'ERASED',
  FORGOTTEN_NUMBER: 'ERASED_NUMBER',
  isForgotten: 'isErased',
  forgetter: 'erasureWorker',
  LEAVING: 'ERASING',
  leavingOf: 'numbersBeingErased',
  beginLeaving: 'markErasing',
  endLeaving: 'unmarkErasing',
  withoutLeaving: 'dropErased',
  forgetful: 'redactErased',
  never: 'doNotText',
  NeverText: 'DoNotTextList',
  NeverTexted: 'DoNotTextLookup',
  NeverInStep: 'DoNotTextInStep',
  NeverHash: 'DoNotTextHash',
  neverText: 'doNotTextList',
  neverHash: 'doNotTextHash',
  despiteNever: 'ignoreDoNotText',
  alertsDespiteNever: 'alertsIgnoreDoNotText',
  isNever: 'isDoNotText',
  spared: 'exempt',
  SparedNumbers: 'ExemptNumbers',
  sparedOf: 'exemptionsOf',
  mayBeSpared: 'mayBeExempt',
  createSpared: 'createExempt',
  tellOutcome: 'reportOutcome',
  tellWaiting: 'reportWaiting',
  tellOfHold: 'reportHold',
  tellOnHold: 'reportIntentOnHold',
  tellSentAgain: 'reportResend',
  reportsTogether: 'sharesReport',
  createAgain: 'createRetryQueue',
  SAME: 'RECENT_TEXTS',
  SameRecord: 'RecentTexts',
  sameIdOf: 'duplicateKeyOf',
  noteSame: 'rememberForDuplicates',
  askIfSince: 'askIfSentSince',
  SAME_TEXT_MS: 'DUPLICATE_WINDOW_MS',
  PastCost: 'Price',
  withPast: 'withLastPrice',
  readyAt: 'queueDueAt',
  readyAll: 'wakeKeys',
  giveBackLost: 'releaseUnconfirmed',
  turnFor: 'openFastPath',
  waitsAgain: 'requeueOrCancel',
  Grounds: 'PlanFacts',
  groundsOf: 'loadPlanFacts',
  judge: 'check',
  Verdict: 'PlanCheck',
  ShownAt: 'PostRef',
  TextParent: 'BroadcastHooks',
  NO_PARENT: 'NO_BROADCASTS',
  StepParts: 'StepHooks',
  isLasting: 'isPending',
  OwnPlan: 'LocalPlan',
  OwnPlans: 'LocalPlanner',
  createOwnPlans: 'createLocalPlanner',
  keyBefore: 'cachedFingerprint',
  judgeSender: 'checkSender',
  judgeAlone: 'checkSenderLocally',
  judgeReader: 'readerProblem',
  judgeNumber: 'numberProblem',
  judgeStranger: 'membershipProblem',
  whyNotAtAll: 'sendProblem',
  whyNotAgain: 'resendProblem',
  judgedWhenPlanned: 'checkedByPlanner',
  Silent: 'SlackUnavailable',
  createPatience: 'createSlackBackoff',
  Patience: 'CallSlack',
  PATIENCE_MS: 'a timeout’s name',
  Meant: 'Expansion',
  Meaning: 'ResolvedRecipient',
  Meanings: 'RecipientExpander',
  NameMeans: 'NameMatch',
  NamesAsked: 'NameSearch',
  RecipientBook: 'RecipientDirectory',
  RecipientKeeper: 'RecipientProvider',
  keepers: 'providers',
  KeptPeople: 'ContactLookup',
  KnownPerson: 'ContactFacts',
  Duty: 'OnCallRota',
  duties: 'onCallRotas',
  DutiesOf: 'OnCallRotasOf',
  Right: 'Permission',
  maySave: 'savePermission',
  judging: 'permissionFacts',
  byMemory: 'withCachedFacts',
  askingSlack: 'withCachedOrLiveFacts',
  leniently: 'withLiveOrStaleFacts',
  PressDeed: 'PressHandler',
  ViewDeed: 'ViewHandler',
  DoneDeed: 'PressResult',
  ServedDeed: 'RegisteredHandler',
  deed: 'handler',
  DEEDS: 'USER_ACTIONS',
  Deed: 'ResponderActions',
  carryOut: 'handle',
  storing: 'registerPressHandler',
  takeThenAnswer: 'enqueueThenRespond',
  answerInWords: 'ackWithText',
  tellInWords: 'respondAfterAck',
  tellPerson: 'notifyUser',
  answerPress: 'respondToPress',
  Who: 'UserRef',
  whoOf: 'userOf',
  Surface: 'SlackListener',
  surfaces: 'listeners',
  surface: 'listener',
  Heard: 'ListenerArgs',
  InContext: 'BoltContext',
  SURFACE_KINDS: 'LISTENER_KINDS',
  asksNow: 'requiresLiveFacts',
  waysInto: 'formOpeners',
  KeptForm: 'FormMetadata',
  keptWith: 'parseFormMetadata',
  keptJson: 'parseStoredJson',
  Outdated: 'OutdatedMetadataError',
  Wrong: 'FieldErrors',
  Additions: 'Extensions',
  askingOthers: 'withDefaults',
  Works: 'BackgroundWorker',
  Keeps: 'Persistence',
  standsOn: 'dependsOn',
  Opening: 'CommandWord',
  Openings: 'CommandWords',
  openingsOf: 'commandWordsOf',
  Opener: 'ModalTrigger',
  HomePart: 'HomeSection',
  HomeReader: 'HomeViewer',
  Ground: 'Infrastructure',
  openGround: 'openInfrastructure',
  Outside: 'Externals',
  InTurns: 'FairScheduler',
  inTurns: 'runFairly',
  createInTurns: 'createFairScheduler',
  PausableWork: 'CooperativeTask',
  createTurns: 'createKeyedLimiter',
  createCrew: 'createTaskPool',
  Crew: 'TaskPool',
  newsBlock: 'bannerBlock',
  withNewsAbove: 'withBannerAbove',
  failureNews: 'failureBanner',
  openJudgedModal: 'openGuardedModal',
  persistently: 'withRetries',
  Door: 'MagicLinks',
  createDoor: 'createMagicLinks',
  AtDoor: 'LinkAccess',
  underWay: 'inFlight',
  isUnderWay: 'isActive',
  callOff: 'cancelTimer',
  BroadcastAsk: 'BroadcastRequest',
  Judge: 'BroadcastPolicy',
  createBefore: 'createDrafts',
  createGoing: 'createLifecycle',
  Steering: 'BroadcastControls',
  untaken: 'unacknowledged',
  Followed: 'TrackedAlert',
  Crowd: 'RecipientSet',
  Crowds: 'RecipientSets',
  createCrowds: 'createRecipientSets',
  NewsDesk: 'ChannelUpdates',
  Fate: 'DeliveryStatus',
  Fates: 'DeliveryStatuses',
  NumberFate: 'NumberStatus',
  TextFates: 'DeliveryStatuses',
  PostStanding: 'PostStatus',
  StepStanding: 'StepStatus',
  Unreached: 'Undeliverable',
  SAME_NEWS_MS: 'REPEAT_INTERVAL_MS',
  isSameFiring: 'isRepeat',
  Beat: 'HeartbeatPing',
  lapse: 'expireIncidents',
  Mistake: 'InputError',
};

/**
 * Old words that are left in each folder. A word that a folder has dropped leaves its list, and can't come
 * back.
 */
const STILL: Readonly<Record<string, readonly string[]>> = {
  'src/playground': ['Surface', 'surface'],
  'src/sms-service': ['never'],
};

/** The names in code: of variables, types, fields and methods. */
function namesIn(file: string, code: string): Set<string> {
  const names = new Set<string>();
  function walk(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const { type, name } = node as { type?: unknown; name?: unknown };
    if ((type === 'Identifier' || type === 'PrivateIdentifier') && typeof name === 'string') names.add(name);
    Object.values(node).forEach(walk);
  }
  walk(parseSync(file, code).program);
  return names;
}

const used = globSync('src/**/*.ts', { cwd: root }).map(file => ({
  file,
  names: namesIn(file, readFileSync(join(root, file), 'utf8')),
}));

const folderOf = (file: string): string =>
  Object.keys(STILL).find(folder => file === folder || file.startsWith(`${folder}/`)) ?? '';

test('no name is an old word', () => {
  expect(used.length).toBeGreaterThan(400);
  const violations = used.flatMap(({ file, names }) =>
    [...names]
      .filter(name => Object.hasOwn(OLD, name) && !STILL[folderOf(file)]?.includes(name))
      .map(name => `${file}: ${name} → ${OLD[name]}`),
  );
  expect(violations).toEqual([]);
});

test('what still has old words has all that are listed', () => {
  const rid = Object.entries(STILL).flatMap(([folder, words]) => {
    const names = new Set(
      used.filter(({ file }) => folderOf(file) === folder).flatMap(entry => [...entry.names]),
    );
    return words.filter(word => !names.has(word)).map(word => `${folder} has no ${word} any more`);
  });
  expect(rid).toEqual([]);
});
