import { contacts } from '../contacts/index.ts';
import { holidays } from '../holidays/index.ts';
import type { CreatedFeature, Feature } from '../kit/feature.ts';
import { PACKED } from '../kit/inbox/reading.ts';
import { fieldPattern } from '../kit/slack/form.ts';
import { formListeners } from '../kit/slack/form-submission.ts';
import { listListeners } from '../kit/slack/list.ts';
import type { SlackListener } from '../kit/slack/listener.ts';
import type { Services } from '../kit/slack/services.ts';
import { offersRecipients } from '../texts/slack/recipient-options.ts';
import { afterRestore } from './after-restore.ts';
import { auditKinds } from './audit.ts';
import { type CalendarAddresses, createCalendarAddresses } from './calendar/addresses.ts';
import { CALENDAR_PATH, calendarRoute } from './calendar/route.ts';
import { gapWarnings } from './gap-warnings.ts';
import { createCheckRequests, createHandOvers } from './hand-overs.ts';
import { createNoticeChoices, type NoticeChoicesOf } from './notice-choices.ts';
import { createNotices } from './notices.ts';
import { createOnCallRotas, problemKinds } from './on-call-recipient.ts';
import { recipients } from './recipients.ts';
import { createRotas, type Rotas } from './service.ts';
import { calendarList, calendarListeners } from './slack/calendars.ts';
import { rotaForm } from './slack/form.ts';
import { createHandOverOutcome, createSayHandOver } from './slack/hand-over.ts';
import { deleteRotaButton, ON_CALL, onCallWord, rotaList, rotasAtHome } from './slack/list.ts';
import { createPostNotice, noticesForm } from './slack/notices-form.ts';
import { SPECIAL_PEOPLE } from './slack/special-times.ts';
import { endStandInButton, standInForm } from './slack/stand-ins.ts';
import { swapForm } from './slack/swap-form.ts';
import { createSwapPosts, swapButtons } from './slack/swap-posts.ts';
import { createSwaps, createSwapWorker, type Swaps } from './swaps.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

type RotaServices = {
  rotas: Rotas;
  swaps: Swaps;
  noticeChoices: NoticeChoicesOf;
  calendars: CalendarAddresses;
};

declare module '../kit/slack/services.ts' {
  interface Services extends RotaServices {}
}

const listeners = (services: Services): readonly SlackListener[] => [
  ...listListeners(services, rotaList),
  ...formListeners(services, rotaForm),
  offersRecipients(services, fieldPattern(rotaForm, 'people'), []),
  offersRecipients(services, SPECIAL_PEOPLE, []),
  deleteRotaButton(services),
  ...formListeners(services, standInForm),
  offersRecipients(services, fieldPattern(standInForm, 'who'), []),
  endStandInButton(services),
  ...formListeners(services, swapForm),
  ...swapButtons(services),
  ...formListeners(services, noticesForm),
  ...listListeners(services, calendarList),
  ...calendarListeners(services),
];

function create(services: Services): CreatedFeature<RotaServices> {
  const { storage, audit, words, poster, settings, history, naming, runFairly, handling, clock, newId, log } =
    services;
  const { documents, revisions, inboxes } = storage;
  const requestCheck = createCheckRequests({ inboxes, clock, newId, wake: () => handOvers.wake() });
  const rotas = createRotas({
    documents,
    revisions,
    audit,
    clock,
    newId,
    requestCheck,
    holidays: services.holidays.days,
  });
  const noticeChoices = createNoticeChoices({ documents });
  const onCallRotas = createOnCallRotas({ rotas, words, clock });
  const handOvers = createHandOvers({
    inboxes,
    rotas,
    words,
    runFairly,
    handling,
    clock,
    log,
    newId,
    texted: services.planned,
    listeners: () => services.extensions.handOverListeners ?? [],
    say: createSayHandOver({ poster, settings, words }),
    choices: noticeChoices,
    noticed: () => notices.wake(),
  });
  const notices = createNotices({
    inboxes,
    rotas,
    choices: noticeChoices,
    post: createPostNotice({ poster, words }),
    words,
    runFairly,
    handling,
    clock,
    log,
    newId,
    texted: services.planned,
  });
  const swaps = createSwaps({ inboxes, clock, newId, wake: () => swapWorker.wake() });
  const posts = createSwapPosts({ poster, words });
  const swapWorker = createSwapWorker({ inboxes, rotas, posts, runFairly, handling, clock, log, newId });
  const calendars = createCalendarAddresses({ documents, revisions, clock });
  const { people, teammates } = services;
  const deliver = createHandOverOutcome({ rotas, history, poster, settings, naming, words });
  return {
    services: { rotas, swaps, noticeChoices, calendars },
    extend: () => ({
      onCallRotas: [workspace => onCallRotas(workspace, 'first')],
      sources: [{ feature: 'rotas', called: words => words.rotas.title, deliver }],
      erasers: [job => rotas.leaveOut(job.workspace, job.by, job)],
      uses: [rotas.uses],
      warnings: [gapWarnings({ rotas, clock })],
      holidaysChanged: [rotas.holidaysChanged],
    }),
    workers: [handOvers, notices, swapWorker].map(worker => ({ ...worker, isShared: true, isLast: true })),
    routes: {
      [CALENDAR_PATH]: calendarRoute({
        addresses: calendars,
        rotas,
        people,
        teammates,
        settings,
        words,
        visits: services.visits,
        clock,
      }),
    },
  };
}

export const rotas: Feature<'rotas'> = {
  name: 'rotas',
  dependsOn: [contacts, holidays],
  words: { en, bn },
  audit: { kinds: auditKinds, words: words => words.rotaAudit },
  inboxes: { rotas: PACKED, swaps: PACKED, on_call_notices: PACKED },
  afterRestore: () => afterRestore,
  create,
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  listeners,
  recipients,
  home: rotasAtHome,
  reservedNames: ON_CALL,
  commandWords: services => [onCallWord(services)],
};
