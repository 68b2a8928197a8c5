export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#ffffff, #0f1817);
  --canvas: light-dark(#f5f8f7, #0a1110);
  --sunken: light-dark(#ecf1f0, #172220);
  --line: light-dark(#e0e7e5, #212e2b);
  --edge: light-dark(#c8d2cf, #33433f);
  --field: light-dark(#7f8e8a, #667872);
  --ink: light-dark(#0f1f1d, #e8f0ee);
  --ink-2: light-dark(#3d4e4b, #b5c3bf);
  --ink-3: light-dark(#586966, #8fa09b);
  --accent: light-dark(#0a6872, #5cc6cb);
  --accent-hover: light-dark(#08545c, #7bd3d7);
  --on-accent: light-dark(#ffffff, #0a1110);
  --critical: light-dark(#b3280f, #ff8b70);
  --warning: light-dark(#7e4f00, #edb44b);
  --warning-soft: light-dark(#fbf0d9, #2e230d);
  --critical-soft: light-dark(#fdeae5, #35150d);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 14px/1.5 system-ui, sans-serif;
  font-feature-settings: "tnum";
}
h1 { font-size: 24px; line-height: 1.2; letter-spacing: -0.022em; font-weight: 600; margin: 0 0 8px; }
h2 { font-size: 17px; line-height: 1.3; letter-spacing: -0.012em; font-weight: 600; margin: 0 0 8px; }
p { margin: 0 0 12px; }
a { color: var(--accent); }
a:hover { color: var(--accent-hover); }
.mark {
  display: inline-block;
  margin: 0 0 12px;
  padding: 1px 8px;
  border-radius: 4px;
  background: var(--warning-soft);
  color: var(--warning);
  font-size: 13px;
  font-weight: 500;
}
.muted { color: var(--ink-3); }
.small { font-size: 12px; }
.dialog { max-width: 440px; margin: 10vh auto; padding: 28px; border: 1px solid var(--line); border-radius: 12px; }
.dialog ul { margin: 0 0 20px; padding-left: 20px; color: var(--ink-2); }
.actions { display: flex; flex-wrap: wrap; gap: 8px; }
button, .button {
  font: inherit;
  font-weight: 500;
  min-height: 36px;
  padding: 6px 14px;
  border: 1px solid var(--edge);
  border-radius: 8px;
  background: var(--paper);
  color: var(--ink);
  cursor: pointer;
  text-decoration: none;
}
button:hover, .button:hover { background: var(--canvas); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.primary:hover { background: var(--accent-hover); border-color: var(--accent-hover); }
button:disabled { opacity: 0.5; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
input, select {
  font: inherit;
  min-height: 36px;
  padding: 6px 10px;
  border: 1px solid var(--field);
  border-radius: 8px;
  background: var(--paper);
  color: var(--ink);
}
input[type="number"] { width: 72px; }
.console { max-width: 1080px; margin: 0 auto; padding: 24px 20px 64px; }
.console > section { margin-top: 32px; }
.clock { font-size: 24px; font-weight: 600; letter-spacing: -0.022em; margin: 0 0 8px; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-weight: 500; font-size: 13px; color: var(--ink-3); }
th, td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); vertical-align: middle; }
th { border-bottom-color: var(--edge); }
.number { text-align: right; }
.name { font-weight: 500; }
td form { display: flex; gap: 6px; justify-content: flex-end; }
.search { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 12px; }
.search input { flex: 1 1 220px; }
.fields { display: flex; flex-wrap: wrap; align-items: end; gap: 8px 12px; margin: 0 0 12px; }
.fields label { display: grid; gap: 2px; font-size: 13px; color: var(--ink-2); }
.fields input[type="number"] { width: 104px; }
.alarm {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  padding: 8px 12px;
  border: 1px solid var(--critical);
  border-radius: 8px;
  background: var(--critical-soft);
  color: var(--critical);
  font-weight: 500;
}
.pages { display: flex; gap: 16px; align-items: center; margin-top: 12px; }
.note { min-height: 21px; margin: 8px 0 0; color: var(--ink-2); }
.note.refused { color: var(--critical); }
.shops { list-style: none; margin: 0; padding: 0; }
.shops li { border-bottom: 1px solid var(--line); padding: 8px 0; }
details { border-bottom: 1px solid var(--line); padding: 8px 0; }
summary { cursor: pointer; }
.mail { white-space: pre-wrap; overflow-wrap: anywhere; margin: 8px 0; color: var(--ink-2); font: inherit; }
h3 { font-size: 14px; font-weight: 600; margin: 16px 0 8px; }
.dialog section { margin-top: 24px; }
.price { font-size: 24px; font-weight: 600; letter-spacing: -0.022em; margin: 0 0 16px; }
.price .muted { font-size: 14px; font-weight: 400; letter-spacing: 0; }
.card-form { display: grid; gap: 12px; }
.card-form label { display: grid; gap: 2px; font-size: 13px; color: var(--ink-2); }
.card-form input { width: 100%; }
.card-row { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
button.wide { width: 100%; }
.saved p { margin: 12px 0; text-align: center; }
.test-cards { margin: 8px 0 0; padding: 8px 0 0; border: 0; border-top: 1px solid var(--line); }
.test-cards legend { padding: 0 8px 0 0; font-size: 13px; color: var(--ink-3); }
.test-cards button { display: flex; flex-wrap: wrap; gap: 0 12px; width: 100%; padding: 6px 8px; border: 0; text-align: left; font-weight: 400; }
.digits { font-weight: 500; white-space: nowrap; }
.plan { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px; padding: 8px 0; }
.plan p { margin: 0; }
.dialog ul.plain { list-style: none; margin: 0; padding: 0; }
.plain li { border-bottom: 1px solid var(--line); }
.back { margin: 20px 0 0; }
@media (max-width: 640px) {
  .dialog { margin: 0; border: 0; border-radius: 0; }
  thead { display: none; }
  tr { display: grid; padding: 8px 0; border-bottom: 1px solid var(--line); }
  td { border: 0; padding: 2px 0; }
  td, td.wide { grid-column: 1 / -1; }
  td.number { display: flex; justify-content: space-between; color: var(--ink-2); }
  td.number::before { content: attr(data-label); color: var(--ink-3); }
  td form { justify-content: flex-start; margin-top: 4px; }
}
`
