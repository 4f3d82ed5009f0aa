import { alerts } from '../alerts/index.ts';
import { broadcasts } from '../broadcasts/index.ts';
import { contacts } from '../contacts/index.ts';
import type { CreatedFeature, Feature } from '../kit/feature.ts';
import { createSignedReader } from '../kit/slack/http.ts';
import type { SlackListener } from '../kit/slack/listener.ts';
import type { Services } from '../kit/slack/services.ts';
import { SLACKBOT_PATH } from '../kit/slack/slackbot-ids.ts';
import { rotas } from '../rotas/index.ts';
import { createSlackbotDrafts, type SlackbotDrafts } from './draft.ts';
import { problemKinds } from './problem.ts';
import { createSlackbotRoute } from './server.ts';
import { openDraftButton } from './slack/open-draft.ts';
import type { SlackbotTool } from './tool.ts';
import { draftBroadcast, draftMute, draftPage, draftText } from './tools/drafting.ts';
import { estimateCost, findRecipient, latestTexts, whoIsOnCall } from './tools/reading.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

type SlackbotServices = { slackbotDrafts: SlackbotDrafts };

declare module '../kit/slack/services.ts' {
  interface Services extends SlackbotServices {}
}

/** More than any call of Slackbot's takes. */
const MAX_BODY_BYTES = 64 * 1024;
/** Memory for incomplete requests, all together. */
const BODIES_BYTES = 2 * 1024 * 1024;

const TOOLS = [
  findRecipient,
  whoIsOnCall,
  latestTexts,
  estimateCost,
  draftText,
  draftBroadcast,
  draftPage,
  draftMute,
] as readonly SlackbotTool[];

function create(services: Services): CreatedFeature<SlackbotServices> {
  const { config, storage, newId, readBody, logSparingly } = services;
  const { signingSecret } = config.slack;
  const slackbotDrafts = createSlackbotDrafts({ documents: storage.documents, newId });
  return {
    services: { slackbotDrafts },
    extend: () => ({
      erasers: [
        async ({ workspace }) => {
          await slackbotDrafts.dropAll(workspace);
          return [];
        },
      ],
    }),
    // Without the secret nobody could tell Slack's requests from others, so there is no server.
    routes:
      signingSecret === null
        ? {}
        : {
            [SLACKBOT_PATH]: createSlackbotRoute(services, {
              tools: TOOLS,
              readSigned: createSignedReader({
                signingSecret,
                maxBytes: MAX_BODY_BYTES,
                readBody: readBody(BODIES_BYTES),
                logSparingly,
              }),
            }),
          },
  };
}

const listeners = (services: Services): readonly SlackListener[] => [openDraftButton(services)];

export const slackbot: Feature<'slackbot'> = {
  name: 'slackbot',
  dependsOn: [contacts, rotas, broadcasts, alerts],
  words: { en, bn },
  create,
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  listeners,
};
