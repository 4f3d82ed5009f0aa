const ACCENT = '#0b6e4f'; // Without a variable, which old phones don't know.

/** How our pages look, on phones and desktops, light and dark. */
export const STYLE = `
:root { color-scheme: light dark; font: 17px/1.6 system-ui, "Noto Sans Bengali", sans-serif }
body { max-width: 32rem; margin: 10vh auto 4rem; padding: 0 1.25rem; overflow-wrap: break-word }
body:has(.wide) { max-width: 60rem; margin-top: 3rem }
h1 { font-size: 1.5rem; line-height: 1.3 }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
a { color: inherit }
ul { padding-left: 1.25rem }
.button, button { display: inline-block; margin: .5rem 1rem .5rem 0; padding: .55rem 1.3rem; border-radius: .5rem;
  border: 2px solid ${ACCENT}; background: ${ACCENT}; color: #fff; font: inherit; font-weight: 600;
  text-decoration: none; cursor: pointer }
button.second { background: transparent; color: inherit; border-color: currentColor }
button.big { width: 100%; padding: 1.1rem .25rem; font-size: 1.35rem; font-size: clamp(1rem, 7vw, 1.35rem) }
button:disabled { opacity: .55; cursor: default }
:focus-visible { outline: 3px solid; outline-offset: 3px }
[tabindex="-1"]:focus { outline: 0 }
.table { overflow-x: auto }
table { border-collapse: collapse; font-size: .9rem }
th, td { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .3rem .6rem; text-align: left;
  vertical-align: top }
input, select, textarea { font: inherit; max-width: 100%; padding: .3rem; box-sizing: border-box }
textarea { width: 100% }
progress { width: 100%; height: 1.2rem }
[aria-pressed=true] { background: ${ACCENT} !important; color: #fff !important }
.problem { border-left: .3rem solid #c0392b; padding-left: .8rem }
code { font: .95em ui-monospace, monospace }
`;
