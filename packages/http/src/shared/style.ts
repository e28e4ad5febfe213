/** The one style of pages of shared changes: the colours of the dashboard, light and dark. */
export const style = `
:root{color-scheme:light dark;--bg:#f5f7f8;--surface:#fff;--sunken:#eef1f3;--line:#dfe5e9;--ink:#14202b;--ink-2:#4b5b69;--ink-3:#5d6d7a;--action:#2b5b86;--new:#e0a400;--add:#1c7048;--add-weak:#e2f3ea;--add-mark:#b5e3cb;--rem:#ab332b;--rem-weak:#fae8e6;--rem-mark:#f3c1bb;--mov:#65499a;--mov-weak:#eee9f8}
@media(prefers-color-scheme:dark){:root{--bg:#0e141a;--surface:#141c24;--sunken:#0a0f14;--line:#223040;--ink:#e4ecf3;--ink-2:#a3b4c3;--ink-3:#8c9eae;--action:#86b7e5;--new:#f2b705;--add:#62c795;--add-weak:#10291d;--add-mark:#1f5a3c;--rem:#f28b81;--rem-weak:#311a1b;--rem-mark:#6e2b29;--mov:#b8a1ea;--mov-weak:#241d36}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
main{max-width:860px;margin:0 auto;padding:32px 24px 48px}
header,section{margin:0 0 32px}
.kind{display:flex;align-items:center;gap:8px;margin:0 0 16px;color:var(--ink-2);font-size:14px}
.kind svg{flex:none;width:22px;height:22px;fill:var(--action)}
h1{margin:0 0 12px;font-size:24px;line-height:1.25;letter-spacing:-.01em}
h2{margin:0 0 12px;font-size:16px}
h3{margin:16px 0 8px;font-size:14px}
p{margin:0 0 12px}
.summary{max-width:68ch;white-space:pre-line}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:20px 0 0;font-size:14px}
dt{color:var(--ink-2)}
dd{margin:0;min-width:0}
a{color:var(--action);text-underline-offset:2px}
:focus-visible{outline:2px solid var(--action);outline-offset:2px;border-radius:2px}
.bar{display:inline-block;width:3px;height:10px;margin-right:6px;border-radius:9px;background:var(--ink-3)}
.high{font-weight:600}
.high .bar{background:var(--new)}
.card{overflow:hidden;margin:0;padding:0;list-style:none;background:var(--surface);border:1px solid var(--line);border-radius:6px;font:13px/22px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
.row{display:flex;padding-right:12px}
.number{flex:none;width:52px;padding-right:8px;text-align:right;color:var(--ink-3);font-size:12px;user-select:none}
.sign{flex:none;width:20px;text-align:center}
.line{flex:1;min-width:0;white-space:pre-wrap;unicode-bidi:isolate;overflow-wrap:anywhere}
.added{background:var(--add-weak)}
.added .sign{color:var(--add)}
.removed{background:var(--rem-weak)}
.removed .sign{color:var(--rem)}
.moved{background:var(--mov-weak)}
.moved .sign{color:var(--mov)}
.gap{padding:1px 12px 1px 72px;background:var(--sunken);color:var(--ink-3);font-family:system-ui,sans-serif;font-size:12px}
mark{padding:0 2px;border-radius:3px;color:inherit;background:var(--add-mark)}
.removed mark{background:var(--rem-mark)}
.cut{color:var(--ink-3)}
.hint{margin:8px 0 0;color:var(--ink-2);font-size:14px}
ol{margin:0;padding:0;list-style:none;display:grid;gap:16px}
.pair{display:grid;gap:8px;grid-template-columns:1fr 1fr}
figure{margin:0;min-width:0;padding:12px;border-radius:6px}
figcaption{margin:0 0 4px;color:var(--ink-2);font-size:12px}
blockquote{margin:0;white-space:pre-wrap;unicode-bidi:isolate}
.place{margin:4px 0 0;color:var(--ink-2);font-size:12px}
footer{padding-top:16px;border-top:1px solid var(--line);color:var(--ink-2);font-size:14px}
footer p{margin:0 0 4px}
.alone{max-width:520px;padding-top:12vh}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(max-width:600px){main{padding:20px 16px 40px}h1{font-size:22px}.pair{grid-template-columns:1fr}dl{grid-template-columns:1fr;gap:0}dd{margin:0 0 8px}.number{width:34px;padding-right:4px}.gap{padding-left:54px}}
@media print{body{background:none}main{padding:0}}
`
