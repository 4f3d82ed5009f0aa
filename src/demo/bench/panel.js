// @ts-check
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';

/** @typedef {import('../../playground/page/side.js').PanelProps} PanelProps */
/** @typedef {import('./panel.ts').BenchState} BenchState */
/** @typedef {Omit<PanelProps, 'state'> & { state: BenchState }} Props */

/** @type {[kind: string, name: string][]} */
const KINDS = [
  ['alertmanager', 'Alertmanager'],
  ['grafana', 'Grafana'],
  ['uptime-kuma', 'Uptime Kuma'],
  ['zabbix', 'Zabbix'],
  ['healthchecks', 'Healthchecks'],
  ['github', 'GitHub'],
  ['sentry', 'Sentry'],
  ['json', 'JSON'],
];
const SEVERITIES = ['critical', 'error', 'warning', 'info'].map(one => /** @type {const} */ ([one, one]));

/** Fires alerts and posts them to a hook. @param {Props} props */
export default function Bench({ state, act, Icon, clock, toast }) {
  const [wanted, setWanted] = useState({
    kind: 'alertmanager',
    severity: 'critical',
    group: 'web',
    storm: 'burst',
    url: state.hook.url,
    token: state.hook.token,
  });
  const order = async (/** @type {Event} */ event, /** @type {object} */ request) => {
    event.preventDefault();
    const { problem, result } = await act(request);
    if (problem ?? result?.problem) toast(problem ?? result.problem);
  };
  const { url, token, ...rest } = wanted;
  const hook = { url: url.trim(), token: token.trim() };
  const run = (/** @type {string} */ action) => (/** @type {Event} */ event) =>
    order(event, { action, hook, ...rest });
  const named = (/** @type {keyof typeof wanted} */ key) => ({
    id: `bench-${key}`,
    class: 'control',
    value: wanted[key],
    onInput: (/** @type {any} */ { target }) => setWanted(before => ({ ...before, [key]: target.value })),
  });
  const options = (/** @type {(readonly [string, string])[]} */ all) =>
    all.map(([value, words]) => html`<option value=${value}>${words}</option>`);
  /** @param {keyof typeof wanted} key @param {string} label */
  const field = (key, label) => html`<div class="field">
    <label for=${`bench-${key}`}>${label}</label><input ...${named(key)} autocomplete="off" spellcheck="false" />
  </div>`;
  const { firing, rounds, storms, job } = state;
  return html`
    <p class="hint">
      Sends made-up alerts to a hook, as monitoring tools do. The texts arrive on the phone, and the posts in the hook’s channel.
    </p>
    <form class="step-form" onSubmit=${run('fire')}>
      <div class="bench-row">
        <div class="field"><label for="bench-kind">Speaks like</label><select ...${named('kind')}>${options(KINDS)}</select></div>
        <div class="field"><label for="bench-severity">Severity</label><select ...${named('severity')}>${options(SEVERITIES)}</select></div>
        ${field('group', 'Group')}
      </div>
      <details class="bench-hook">
        <summary>Which hook<${Icon} name="chevron" /></summary>
        <div class="bench-fields">${field('url', 'Address')}${field('token', 'Token')}</div>
      </details>
      <div class="bench-buttons">
        <button type="submit" class="button primary">Fire</button>
        <button type="button" class="button" onClick=${run('repeat')}>Repeat</button>
        <button type="button" class="button" onClick=${run('resolve')}>Resolve</button>
        <span class="bench-storm">
          <select ...${named('storm')} aria-label="Size of the storm">${options(storms)}</select>
          <button type="button" class="button" onClick=${run('storm')}>Storm</button>
        </span>
      </div>
    </form>
    <div class="knob bench-job">
      <div class="knob-words">
        <span id="bench-job-label">A job calls its heartbeat hook</span>
        <span class="hint" id="bench-job-hint">
          Every ${job.seconds} seconds. Stop it, and its hook texts that it isn’t called any more; start it again, and it texts that
          it is back.
        </span>
      </div>
      <button id="bench-job" type="button" class="switch" role="switch" aria-labelledby="bench-job-label"
        aria-describedby="bench-job-hint" aria-checked=${String(job.runs)}
        onClick=${(/** @type {Event} */ event) => order(event, { action: job.runs ? 'stop-job' : 'start-job' })} />
    </div>
    <section id="rounds" class="runs" aria-label="What the hook answered">
      <h3>What the hook answered<span class="hint" role="status">
        ${firing === 0 ? 'nothing fires' : firing === 1 ? '1 alert fires' : `${firing} alerts fire`}
      </span></h3>
      ${rounds.map(round => html`<${Round} key=${round.id} round=${round} Icon=${Icon} clock=${clock} />`)}
      ${rounds.length === 0 && html`<p class="hint">Nothing has been posted yet.</p>`}
    </section>
  `;
}

/**
 * A press of a button, with the hook's answers.
 * @param {Pick<Props, 'Icon' | 'clock'> & { round: BenchState['rounds'][number] }} props
 */
function Round({ round: { id, at, title, about, calls, answers, posted, answer }, Icon, clock }) {
  const answered = Object.entries(answers);
  const count = answered.reduce((all, [, times]) => all + times, 0);
  const isGood = answered.every(([status]) => status.startsWith('2'));
  const words = (/** @type {string} */ status) => (status === 'none' ? 'No answer' : status);
  const said = answered.map(([status, times]) =>
    calls === 1 ? words(status) : `${words(status)} × ${times}`,
  );
  return html`<article class=${`run ${count < calls ? 'running' : isGood ? 'succeeded' : 'failed'}`} aria-label=${`${title} ${id}`}>
    <header>
      <b class="run-state">${count === 0 ? 'Posting' : said.join(', ')}</b>
      <b>${title}</b>
      <span class="hint">${about}, at ${clock(at, { second: '2-digit' })}</span>
    </header>
    ${calls > 1 && html`<p class="hint">${count} of ${calls} calls answered. The newest answer:</p>`}
    ${answer && html`<pre class="bench-answer" tabindex="0" aria-label="Answer">${answer.body}</pre>`}
    ${
      posted &&
      html`<details class="bench-posted">
        <summary>What was posted<${Icon} name="chevron" /></summary>
        <pre tabindex="0" aria-label="What was posted">${JSON.stringify(posted, null, 2)}</pre>
      </details>`
    }
  </article>`;
}
