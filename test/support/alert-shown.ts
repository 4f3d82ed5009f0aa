import { compact, SEVERITIES } from '../../src/alerts/alert.ts';
import type { Hook } from '../../src/alerts/hooks.ts';
import { statusOf } from '../../src/alerts/incident-actions.ts';
import { storedAlert } from '../../src/alerts/intake.ts';
import { alertPageOf } from '../../src/alerts/pages/alert.ts';
import type { HookPayload } from '../../src/alerts/payloads/payload.ts';
import { type PlannedIntent, planned } from '../../src/alerts/plan-texts.ts';
import { mergeUpdates } from '../../src/alerts/policy/channel/channel-update.ts';
import { decide } from '../../src/alerts/policy/decide.ts';
import { incomingCallSchema, type PolicyEvent } from '../../src/alerts/policy/events.ts';
import { routesOf } from '../../src/alerts/policy/incidents/route.ts';
import { type AlertState, EMPTY_STATE } from '../../src/alerts/policy/incidents/state.ts';
import { EMPTY_FEED, type Feed, fold } from '../../src/alerts/posts/feed.ts';
import { sectionsOf } from '../../src/alerts/posts/lines.ts';
import { eventsOf, feedEventSchema } from '../../src/alerts/posts/news.ts';
import { postOf } from '../../src/alerts/slack/notices.ts';
import { wordingIn } from '../../src/features.ts';
import { runToEnd } from '../../src/kit/fair-scheduler.ts';
import type { Language } from '../../src/kit/words/languages.ts';
import { messageText } from '../../src/texts/parse/slack-message.ts';

/* The text, post and page that calls lead to, made by the app's own code. */

const NUMBER = '01712345678';
const START = Date.UTC(2026, 10, 21, 21, 4);
const MINUTE = 60_000;
const hook: Hook = {
  ...({ id: 'h', name: 'Alerts', recipients: [{ kind: 'number', number: NUMBER }], link: true } as Hook),
  severities: [...SEVERITIES],
  quiet: null,
  quietOnHolidays: false,
  resolved: true,
  reminders: true,
  templates: { firing: null, resolved: null },
  template: null,
  revokedAt: null,
  language: null,
  unicodeParts: 2,
  escalation: null,
  policy: null,
  routes: [],
  routed: new Map(),
  acknowledgedMinutes: 240,
  heartbeat: null,
  daily: null,
  channel: 'C1',
  createdBy: 'U1',
};

export type ShownCalls = { text: string; post: string; page: string };

/** The text, post and page after the last of these calls, which come ten minutes apart. */
export function shownAfter(payloads: readonly HookPayload[], language: Language = 'en'): ShownCalls {
  const words = wordingIn(language);
  const routes = routesOf([hook], []);
  let [state, feed, texts, now]: [AlertState, Feed, PlannedIntent[], number] = [
    EMPTY_STATE,
    EMPTY_FEED,
    [],
    START,
  ];
  for (const [index, payload] of payloads.entries()) {
    now = START + index * 10 * MINUTE;
    const before = state;
    const { dedupe: _dedupe, ...sent } = payload;
    const call = incomingCallSchema.parse({
      ...sent,
      kind: 'call',
      id: `call ${index}`,
      hook: 'h',
      to: null,
      receivedAt: now,
      alerts: sent.alerts.map(alert => storedAlert(alert, compact(alert.facts))),
    });
    const decided = (events: PolicyEvent[]) => {
      const pricing = { partsOf: () => 1, past: null };
      const decision = runToEnd(
        decide(state, events, { now, wall: now, routes, pricing, holidays: new Map(), isSure: true }),
      );
      ({ state } = decision);
      return decision;
    };
    const first = decided([call]);
    const lookups = new Map(
      [...first.lookUps].map(key => [key, { numbers: [NUMBER], called: [], omitted: [], silent: [] }]),
    );
    const second = decided([{ kind: 'lookups', lookups }]);
    const decision = {
      texts: [...first.texts, ...second.texts],
      updates: mergeUpdates(first.updates, second.updates),
    };
    decided(decision.texts.map(({ id }) => ({ kind: 'delivery', text: id, statuses: [[NUMBER, 'sent']] })));
    const about = { wordsOf: () => words, templateOf: () => null, link: null };
    texts = runToEnd(
      planned(decision.texts, [hook], { ...about, workspace: 'T1', newId: () => `text ${index}`, now }),
    );
    const events = eventsOf('T1', decision.updates, texts, state, before);
    feed = runToEnd(
      fold(
        feed,
        events.map(({ body }) => feedEventSchema.parse(JSON.parse(body))),
        now,
      ),
    );
  }
  const clock = { wall: (at: number) => at };
  const post = feed.messages.map(message => {
    const sections = sectionsOf({
      message: { ...message, to: [], texts: [] },
      hook,
      outcomes: [],
      words,
      clock,
      holds: new Map(),
      nameNumber: number => number,
      next: [],
    });
    const contents = sections.map(({ lines }) => ({ lines, acknowledge: null }));
    const { blocks = [] } = postOf({
      notification: null,
      sections: contents,
      words,
      buttons: null,
      under: null,
    });
    return blocks.map(block => messageText({ text: '', blocks: [{ ...block }] })).join('\n');
  });
  const text = texts[0]?.intent.message ?? '';
  return { text, post: post.join('\n'), page: pageAbout(state, language) };
}

/** The words of the page above its buttons, one line per element. */
function pageAbout(state: AlertState, language: Language): string {
  const incidents = [...state.incidents.values()].map(incident => statusOf(incident, state));
  if (incidents.length === 0) return '';
  const isOver = incidents.every(({ endedAt }) => endedAt !== null);
  const reader = [{ kind: 'number', number: NUMBER } as const];
  const { title, body } = alertPageOf(
    {
      incidents,
      reader,
      names: new Map(),
      texted: [],
      timelines: [],
      can: { take: !isOver, extend: false, give_back: false, mute: false, unmute: false },
      isFull: false,
    },
    false,
    { words: wordingIn(language), reader, names: new Map(), wall: at => at },
  );
  const lines = (body.source.split('<form')[0] ?? '')
    .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2 ($1)')
    .replace(/<(?:br|\/?p|\/?ul|\/?li|\/?h2|\/?blockquote)\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
  return [title, ...lines.split('\n').map(line => line.trim())].filter(Boolean).join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
