import { actions, section } from '../../kit/slack/elements.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import type { Log } from '../../log.ts';
import type { Naming } from '../../texts/slack/naming.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import type { Schedule, ScheduleNews } from '../schedule.ts';
import type { TellOfSchedule } from '../store/model.ts';
import { lateButtons } from './buttons.ts';
import { showingFor, shownTo } from './shown.ts';

/** Tells authors what has become of what they scheduled, in direct messages. */
export function createScheduleNews(parts: {
  poster: Pick<Poster, 'post'>;
  naming: Naming;
  settings: SettingsOf;
  words: WordsFor;
  log: Log;
}): TellOfSchedule {
  const { poster, naming, settings, words, log } = parts;

  async function post(workspace: string, by: string, message: Message): Promise<void> {
    const posted = await poster.post(workspace, by, message);
    if (posted.kind === 'away') throw new Error('Slack did not take news of a schedule');
    if (posted.kind === 'refused')
      log.warn({ workspace, error: posted.error }, 'nobody could be told of a schedule');
  }

  return {
    async news(schedule, news) {
      const { workspace, by } = schedule;
      const rules = await settings.shown(workspace);
      const said = await words.of(workspace, by, rules);
      const show = await showingFor(naming, workspace, by, [schedule], rules);
      await post(workspace, by, messageFor(said, schedule, news, shownTo(said, schedule, show)));
    },
    async unreadable({ id, workspace, by }) {
      if (workspace === null || by === null) return;
      const { schedules } = await words.of(workspace, by);
      await post(workspace, by, { text: schedules.news.unreadable(id) });
    },
  };
}

function messageFor(words: Wording, schedule: Schedule, news: ScheduleNews, to: string): Message {
  const { news: said } = words.schedules;
  const { local, kind } = news;
  const run = { local, zone: schedule.when.zone, to };
  switch (kind) {
    case 'late': {
      const { late, id } = schedule;
      const text = said.late({ ...run, missed: late ? late.index - late.from : 0 });
      return {
        text,
        blocks: [section(text), actions(...lateButtons(words, { id, local }))],
      };
    }
    case 'missed':
      return { text: said.missed({ ...run, runs: news.runs }) };
    case 'began':
      return { text: said.began({ ...news, ...run }) };
    case 'refused':
      return { text: said.refused({ ...run, because: wordProblem(words, news.problem) }) };
    case 'forgotten':
      return { text: said.forgotten };
  }
}
