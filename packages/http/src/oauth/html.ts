/** Pages for people who grant something: no script, one style, everything that others wrote escaped. */

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Text as it may stand in a page, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter]!)

/** The one style of these pages. */
export const style = `
:root{color-scheme:light dark;--ink:#17202a;--soft:#52606d;--paper:#fff;--ground:#eef2f5;--line:#cbd5de;--key:#0b5cab;--on-key:#fff;--bad:#a3190f}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#a5b2be;--paper:#1b232b;--ground:#10161b;--line:#3a4753;--key:#7cb8f5;--on-key:#08203a;--bad:#ff9b90}}
*{box-sizing:border-box}
body{margin:0;padding:1rem;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:32rem;margin:4vh auto;padding:1.5rem;background:var(--paper);border:1px solid var(--line);border-radius:.75rem}
h1{font-size:1.35rem;line-height:1.25;margin:0 0 .75rem}
p,ul,dl,form{margin:0 0 1rem}
.soft{color:var(--soft);font-size:.9rem}
.bad{color:var(--bad);font-weight:600}
dt{color:var(--soft);font-size:.85rem}
dd{margin:0 0 .5rem;font-weight:600}
label{display:block}
fieldset{border:1px solid var(--line);border-radius:.5rem;margin:0 0 1rem;padding:.75rem 1rem}
legend{padding:0 .35rem;font-weight:600}
fieldset label{display:flex;gap:.6rem;align-items:flex-start;padding:.3rem 0}
fieldset input{margin:.3rem 0 0;width:1.1rem;height:1.1rem;flex:none}
.field{display:block;width:100%;margin:.3rem 0 1rem;padding:.6rem .7rem;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--line);border-radius:.5rem}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem}
button{flex:1 1 8rem;padding:.7rem 1rem;font:inherit;font-weight:600;border:1px solid var(--line);border-radius:.5rem;background:transparent;color:var(--ink);cursor:pointer}
button.main{background:var(--key);border-color:var(--key);color:var(--on-key)}
:focus-visible{outline:3px solid var(--key);outline-offset:2px}
`

/** A page with this title and body, which is markup already. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Kittiwake</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
