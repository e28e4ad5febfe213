/**
 * A change as a page for somebody without a key: no script, one style, and of what was fetched nothing but text.
 *
 * **Details.** It shows less than the operation that reads a change: no id, no tag, nothing of whose it is.
 * Everything on it is bounded, so that it is made at once whatever was found.
 */

import { type MarkedRow, markedDiff } from "@kittiwake/core/internal/monitors/domain/markedDiff"
import { parseUrl } from "@kittiwake/core/internal/security/domain/parseUrl"
import type { Change } from "@kittiwake/core/monitors/domain/Change"
import { DateTime } from "effect"
import { escapeHtml } from "../oauth/html.ts"
import { style } from "./style.ts"
import { type Language, type Problem, type Words, wordsIn } from "./words.ts"

/** Most of each part, in characters, lines, quotes and addresses of a kind. */
const most = {
  title: 500,
  summary: 4_000,
  quote: 1_000,
  quotes: 10,
  url: 500,
  urls: 100,
  diff: { lines: 400, characters: 100_000, lineLength: 2_000 }
} as const

/** Without half a character at its end. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`

const shown = (text: string, length: number): string => escapeHtml(cut(text, length))

/** A text of somebody else on a line with ours: which way it is read changes nothing around it. */
const apart = (text: string): string => `<bdi>${text}</bdi>`

/**
 * An address that somebody else gave, as a link or as text. Nobody is led to another place than is read: not by breaks, which browsers
 * leave out, by a user before the host, or by letters that look like others.
 */
const address = (url: string): string => {
  const parsed = /[\s\p{Cc}]/u.test(url) ? null : parseUrl(url)
  const isWeb = parsed !== null && (parsed.protocol === "https:" || parsed.protocol === "http:")
  if (!isWeb || parsed.username !== "" || parsed.password !== "") return apart(shown(url, most.url))
  const text = /^https?:\/\/[!-~]+(?:$|\/)/i.test(url) ? url : parsed.href
  return `<a href="${escapeHtml(parsed.href)}" rel="noopener noreferrer nofollow">${apart(shown(text, most.url))}</a>`
}

const document_ = (language: Language, title: string, main: string, className = ""): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${shown(title, 200)} · Kittiwake</title>
<style>${style}</style>
</head>
<body>
<main${className === "" ? "" : ` class="${className}"`}>
${main}
</main>
</body>
</html>
`

const mark = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M1 11c4-4 8-4 11-1 3-3 7-3 11 0-4-1-6 0-7 2 2 2 1 5-2 6-4 1-8-1-9-5-1-1-2-2-4-2z"/></svg>`

/** A moment as it is said; the page knows nothing of where its reader is. */
const momentIn = (language: Language, at: DateTime.Utc): string => {
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC"
  })
  return `${format.format(at.epochMilliseconds)} UTC`
}

const time = (language: Language, at: DateTime.Utc): string =>
  `<time datetime="${DateTime.formatIso(at)}">${momentIn(language, at)}</time>`

const facts = (change: Change, language: Language, words: Words): string => {
  const { confidence, importance } = change
  const sure =
    confidence === undefined
      ? ""
      : `, ${words.sure(new Intl.NumberFormat(language, { style: "percent" }).format(confidence))}`
  const matters =
    importance === undefined
      ? ""
      : `<dt>${words.matters}</dt><dd${importance === "high" ? ' class="high"' : ""}><span class="bar" aria-hidden="true"></span>${words.importance[importance]}${sure}</dd>`
  return `<dl>
<dt>${words.watched}</dt><dd>${address(change.url)}</dd>
<dt>${words.found}</dt><dd>${time(language, change.detectedAt)}</dd>
${matters}
</dl>`
}

const signs = { alike: "", added: "+", removed: "−" } as const

const row = (one: MarkedRow, words: Words): string => {
  if (one.type === "gap") return `<div class="gap">⋯ ${words.alike(one.lines)}</div>`
  const said = one.type === "alike" ? "" : one.type === "added" ? words.addedLine : words.removedLine
  const sign =
    said === ""
      ? `<span class="sign"></span>`
      : `<span class="sign"><span aria-hidden="true">${signs[one.type]}</span><span class="unseen">${said} </span></span>`
  const pieces = one.pieces.map(({ isMarked, text }) =>
    isMarked ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text)
  )
  const end = one.isCut ? `<span class="cut">…</span>` : ""
  return `<div class="row ${one.type}"><span class="number" aria-hidden="true">${one.number}</span>${sign}<span class="line" dir="auto">${pieces.join("")}${end}</span></div>`
}

const numbered = (language: Language) => (count: number) => count.toLocaleString(language)

const section = (title: string, body: string): string => `<section>
<h2>${title}</h2>
${body}
</section>`

const text = ({ diff }: Change, language: Language, words: Words): string => {
  const { lines, rows, shown: seen } = markedDiff(diff ?? "", most.diff)
  if (rows.length === 0) return ""
  const count = numbered(language)
  const hint = lines > seen ? `\n<p class="hint">${words.diffCut(count(seen), count(lines))}</p>` : ""
  return section(words.text, `<div class="card">${rows.map((one) => row(one, words)).join("\n")}</div>${hint}`)
}

interface Urls {
  readonly title: (count: string) => string
  readonly sign: string
  readonly className: string
  readonly lines: ReadonlyArray<string>
  /** How many there are; not all are kept. */
  readonly count: number
}

const group = ({ className, count, lines, sign, title }: Urls, language: Language, words: Words): string => {
  if (lines.length === 0) return ""
  const said = numbered(language)
  const first = lines.slice(0, most.urls)
  const items = first.map(
    (line) =>
      `<li class="row ${className}"><span class="sign" aria-hidden="true">${sign}</span><span class="line">${line}</span></li>`
  )
  const hint = count > first.length ? `\n<p class="hint">${words.urlsCut(said(first.length), said(count))}</p>` : ""
  return `<h3>${title(said(count))}</h3>\n<ul class="card">${items.join("\n")}</ul>${hint}`
}

const addresses = (change: Change, language: Language, words: Words): string => {
  const { addedUrls = [], matchedUrls = [], movedUrls = [], removedUrls = [] } = change
  // What moved is told once; the change names both of its addresses among those that came and went, too.
  const moved = new Set(movedUrls.flatMap(({ from, to }) => [from, to]))
  const moves = change.movedUrlCount ?? movedUrls.length
  // Of a page, that one is told above.
  const matched = matchedUrls.filter((url) => url !== change.url || matchedUrls.length > 1)
  const others = (urls: ReadonlyArray<string>) => urls.filter((url) => !moved.has(url)).map(address)
  const groups: ReadonlyArray<Urls> = [
    {
      title: words.moved,
      sign: "↦",
      className: "moved",
      lines: movedUrls.map(
        ({ from, to }) => `${address(from)} <span class="cut">${words.movedTo}</span> ${address(to)}`
      ),
      count: moves
    },
    {
      title: words.added,
      sign: "+",
      className: "added",
      lines: others(addedUrls),
      count: (change.addedUrlCount ?? addedUrls.length) - moves
    },
    {
      title: words.removed,
      sign: "−",
      className: "removed",
      lines: others(removedUrls),
      count: (change.removedUrlCount ?? removedUrls.length) - moves
    },
    {
      title: words.matched,
      sign: "•",
      className: "",
      lines: matched.map(address),
      count: change.matchedUrlCount ?? matchedUrls.length
    }
  ]
  const body = groups.map((one) => group(one, language, words)).join("")
  return body === "" ? "" : section(words.urls, body)
}

const evidence = ({ evidence: quotes = [], url: watched }: Change, words: Words): string => {
  if (quotes.length === 0) return ""
  const quote = (label: string, said: string, className: string) =>
    `<figure class="${className}"><figcaption>${label}</figcaption><blockquote dir="auto">${said === "" ? `<span class="cut">${words.nothing}</span>` : shown(said, most.quote)}</blockquote></figure>`
  const items = quotes
    .slice(0, most.quotes)
    .map(
      ({ after, before, url }) =>
        `<li><div class="pair">${quote(words.before, before, "removed")}${quote(words.after, after, "added")}</div>${url === undefined || url === watched ? "" : `<p class="place">${address(url)}</p>`}</li>`
    )
  return section(words.evidence, `<ol>${items.join("\n")}</ol>`)
}

/** The page of a change; `until` is when its link ends. */
export const changePage = (change: Change, until: DateTime.Utc, language: Language): string => {
  const words = wordsIn[language]
  const summary =
    change.summary === change.title ? "" : `\n<p class="summary" dir="auto">${shown(change.summary, most.summary)}</p>`
  return document_(
    language,
    change.title,
    `<header>
<p class="kind">${mark} ${words.kind}</p>
<h1 dir="auto">${shown(change.title, most.title)}</h1>${summary}
${facts(change, language, words)}
</header>
${[text(change, language, words), addresses(change, language, words), evidence(change, words)].filter((part) => part !== "").join("\n")}
<footer>
<p>${words.until(time(language, until))}</p>
<p>${words.madeBy}</p>
</footer>`
  )
}

/** The page where there is none to show. */
export const problemPage = ({ message, title, todo }: Problem, language: Language): string =>
  document_(
    language,
    title,
    `<p class="kind">${mark} Kittiwake</p>
<h1>${title}</h1>
<p>${message}</p>
<p>${todo}</p>`,
    "alone"
  )
