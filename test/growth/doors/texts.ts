/** Style sheets, feeds, sitemaps, robots.txt, files, selectors, patterns, queries, names and schedules. */

import { readSearch } from "@kittiwake/core/brands/domain/BrandSearch"
import { nextSlots, type Schedule, scheduleProblem, slotsWithin } from "@kittiwake/core/monitors/domain/Schedule"
import { OrganizationId } from "@kittiwake/core/organizations/domain/Organization"
import { makeSelector } from "@kittiwake/core/sites/domain/UrlSelection"
import { Patterns } from "@kittiwake/core/sites/Patterns"
import { layer as patterns } from "@kittiwake/patterns/Patterns"
import { DateTime, Effect } from "effect"
import { mathsOf } from "../../../packages/adapters/documents/src/office/omml.ts"
import { rtfTokens } from "../../../packages/adapters/documents/src/office/rtfTokens.ts"
import { safeMarkup } from "../../../packages/adapters/documents/src/reading/SafeMarkup.ts"
import { elementsOf, parseXml } from "../../../packages/adapters/documents/src/reading/XmlTree.ts"
import { readFeedWork } from "../../../packages/adapters/documents/src/text/FeedWork.ts"
import { feedFragment } from "../../../packages/adapters/documents/src/text/feedFragment.ts"
import { readDelimited, readJson, readJsonLines } from "../../../packages/adapters/documents/src/text/readData.ts"
import { readFeed } from "../../../packages/adapters/documents/src/text/readFeed.ts"
import { readOpml } from "../../../packages/adapters/documents/src/text/readOpml.ts"
import { readPlain, readSubtitles } from "../../../packages/adapters/documents/src/text/readPlain.ts"
import { readSvg, readXml } from "../../../packages/adapters/documents/src/text/readXml.ts"
import { doInline, doPageWork } from "../../../packages/adapters/html/src/PageWork.ts"
import { doListingWork, doSitemapWork } from "../../../packages/adapters/html/src/SitemapWork.ts"
import { doStyleWork } from "../../../packages/adapters/html/src/styles/StyleWork.ts"
import { guessedDomain, wholeName, withoutLegalForm } from "../../../packages/core/src/brands/domain/companyName.ts"
import { readManifest } from "../../../packages/core/src/brands/domain/pictureCandidates.ts"
import { joinedName, nameTerms, searchedFor } from "../../../packages/core/src/brands/domain/searchTerms.ts"
import { nameKey, titleParts } from "../../../packages/core/src/brands/domain/titleParts.ts"
import { lookedFor, nearTo, typosAllowed } from "../../../packages/core/src/brands/domain/typos.ts"
import { buildStyleGuide } from "../../../packages/core/src/design/domain/buildStyleGuide.ts"
import { languageOfText } from "../../../packages/core/src/news/domain/languageOfText.ts"
import { mentionsOf } from "../../../packages/core/src/news/domain/mentionsOf.ts"
import { bandsOf, isSameStory } from "../../../packages/core/src/news/domain/stories.ts"
import { type FeedOrigin, toReport } from "../../../packages/core/src/news/domain/toReport.ts"
import { showsWall } from "../../../packages/core/src/pages/domain/PageProblem.ts"
import {
  namePartsOf,
  nameRelation,
  namesRelation,
  readNames,
  splitName
} from "../../../packages/core/src/people/domain/personName.ts"
import { fitsQuestion } from "../../../packages/core/src/search/domain/fitsQuestion.ts"
import { hitOf } from "../../../packages/core/src/search/domain/hitOf.ts"
import { cutPage, termsOfPage } from "../../../packages/core/src/search/domain/indexTerms.ts"
import { mergeHits } from "../../../packages/core/src/search/domain/mergeHits.ts"
import { isAnswer, weighPage } from "../../../packages/core/src/search/domain/rankHits.ts"
import { readQuery } from "../../../packages/core/src/search/domain/readQuery.ts"
import { readQuestion } from "../../../packages/core/src/search/domain/readQuestion.ts"
import { relevanceOf } from "../../../packages/core/src/search/domain/relevance.ts"
import { rewordingsOf } from "../../../packages/core/src/search/domain/rewordings.ts"
import { toIndexedPage } from "../../../packages/core/src/search/toIndexedPage.ts"
import { allowedInSteps, crawlDelayOf, parseRobots } from "../../../packages/core/src/sites/domain/Robots.ts"
import { rankingUrls } from "../../../packages/core/src/sites/domain/UrlSearch.ts"
import { type Door, whole } from "./Door.ts"
import { words as elements, shapeRequest } from "./html.ts"

const styled = `<html><body class="a b"><header class="nav"><a class="button primary" href="/">Go</a></header><main><h1 id="t">T</h1>${'<p class="a" data-x="1">A <b>c</b></p>'.repeat(60)}<form><input type="text"><button>Send</button></form><div class="card">A</div></main></body></html>`

/** A style sheet of a page, and the guide that is made of what applies. */
export const stylesRead = (css: string) => {
  const request = {
    html: styled,
    url: "https://brasero.example/",
    sheets: [{ url: "https://brasero.example/a.css", css }],
    colorScheme: "light"
  } as const
  const answer = doStyleWork({ kind: "styles", request })
  return answer.kind === "styles" ? buildStyleGuide(answer.styles) : answer
}

const guideOf = (css: string) => {
  const request = {
    html: styled,
    url: "https://brasero.example/",
    sheets: [{ url: "https://brasero.example/a.css", css }],
    colorScheme: "light"
  } as const
  const answer = doStyleWork({ kind: "styles", request })
  return () => (answer.kind === "styles" ? buildStyleGuide(answer.styles) : null)
}

/** A page with styles of its own. */
export const pageStylesRead = (html: string) => {
  const answer = doStyleWork({
    kind: "styles",
    request: { html, url: "https://brasero.example/", sheets: [], colorScheme: "light" }
  })
  return answer.kind === "styles" ? buildStyleGuide(answer.styles) : answer
}

const css: ReadonlyArray<string> = [
  ...[
    "a{}",
    ".a{color:red}",
    ".a{color:var(--a)}",
    ":root{--a№:var(--a№)}",
    ":root{--b:var(--b)}",
    "p{--a:var(--a) var(--a)}",
    "@media (min-width:1px){",
    "@media print{a{}}",
    "@supports (a:b){",
    "@layer a№{",
    "@import url(a№);",
    "@font-face{font-family:A№;src:url(a)}",
    "@keyframes a№{from{}to{}}",
    "}",
    "{",
    "a{",
    "& b{",
    "/*",
    "*/",
    "<!--"
  ],
  ...[
    "p b{color:#fff}",
    "div p .a>b+b~b{margin:1px}",
    ":not(",
    ":is(",
    ":is(.a,",
    ":where(a)",
    ":has(",
    "p:nth-child(2n+1)",
    "[data-x='1']",
    "[data-x^=",
    "*",
    "* ",
    "* * * * p{color:red}",
    ".a.a.a",
    "#t#t",
    "::before",
    ":hover",
    ",",
    ", .a",
    "p,",
    ">",
    "~",
    "+"
  ],
  ...[
    "color:red;",
    "color:rgb(1,2,3);",
    "background:url(data:,a);",
    "font:12px/1 a,b;",
    "font-family:a,",
    "margin:1px 2px 3px 4px;",
    "padding:calc(",
    "calc(1px + ",
    "width:min(1px,",
    "box-shadow:0 0 1px red,",
    "border:1px solid red;",
    "linear-gradient(",
    "a{margin:1px;padding:2px;border-radius:№px}",
    "color:color-mix(in srgb,",
    "!important;",
    "\\",
    "'",
    '"',
    "url(",
    "u+0-7f,",
    "1e9px ",
    "--x:",
    "var(",
    "var(--a,"
  ]
]

const bytesOf = (text: string) => new TextEncoder().encode(text)

const origin: FeedOrigin = {
  ...{ feedUrl: "https://brasero.example/feed", foundFor: "brasero.example", title: null },
  ...{ country: null, language: null, homeUrl: null }
}

/** A feed as news are gathered from it, on whichever thread. */
export const feedRead = (text: string) =>
  readFeedWork({ kind: "feed", bytes: bytesOf(text), url: "https://brasero.example/feed" })

/** A feed as a file. */
export const feedShown = (text: string) => {
  const root = elementsOf(parseXml(text))[0]
  const feed = root === undefined ? null : readFeed(root, "https://brasero.example/feed")
  return feed === null ? null : feedFragment(feed)
}

/** Articles are put together from what stands in a feed, in turns; each alone is looked at. */
const articlesOf = (text: string) => {
  const title = text.slice(0, 500)
  const excerpt = text.slice(0, 1_000)
  const item = {
    ...{
      url: "https://brasero.example/a",
      title,
      excerpt,
      language: null,
      imageUrl: null,
      authors: [text.slice(0, 200)]
    },
    ...{ publishedAtMillis: null, labels: [text.slice(0, 200)], linkedHosts: ["a.example"], publication: null }
  }
  const feed = {
    form: "rss",
    title: "A",
    homeUrl: null,
    language: null,
    country: null,
    ttlMinutes: null,
    items: [item]
  } as const
  return () => {
    const report = toReport(item, feed, origin, (host) => host, 1_790_000_000_000)
    bandsOf(report, 20_000, report.language)
    isSameStory(report, { ...report, excerpt: excerpt.toUpperCase() })
    languageOfText(text)
    return mentionsOf(report)
  }
}
export const articleRead = (text: string) => articlesOf(text)()

const xmlWords: ReadonlyArray<string> = [
  ...[
    "<item>",
    "</item>",
    "<item><title>A</title><link>https://a.example/№</link></item>",
    "<item><title>A №</title><description>&lt;p&gt;a</description><link>/№</link></item>",
    "<entry>",
    "<entry><title>A</title><link href='/№'/></entry>",
    "<title>",
    "<title>a</title>",
    "<link/>",
    "<link rel=alternate href='a'/>",
    "<description>",
    "<description><![CDATA[<p>a]]></description>",
    "<content:encoded>",
    "<dc:creator>a, b</dc:creator>",
    "<author>a</author>",
    "<category>a</category>",
    "<media:content url='a'/>",
    "<enclosure url='a'/>",
    "<pubDate>Tue, 3 Nov 2026 10:00:00 GMT</pubDate>"
  ],
  ...[
    "<a>",
    "</a>",
    "<a b='c'>",
    "<a b='c'/>",
    "<a xml:base='/a/'>",
    "<![CDATA[",
    "]]>",
    "<![CDATA[a]]>",
    "<!--",
    "-->",
    "<?a ?>",
    "<!DOCTYPE a [",
    "<!ENTITY a№ 'b'>",
    "&a;",
    "&amp;lt;",
    "&#65;",
    "&lt;b&gt;",
    "<x:a xmlns:x='a'>",
    "xmlns:a№='b' ",
    "a='№' ",
    "<text xml:space='preserve'>",
    "<g>",
    "<path d='M0 0 1 1'/>",
    "<tspan>"
  ],
  ...[
    "<url><loc>https://brasero.example/№</loc></url>",
    "<url>",
    "<loc>",
    "https://brasero.example/№\n",
    "<sitemap><loc>/№</loc></sitemap>",
    "<url><loc>/a</loc><lastmod>2026-01-01</lastmod></url>",
    "<image:image><image:loc>/a</image:loc></image:image>",
    "<outline xmlUrl='https://a/№' text='a'/>",
    "<outline>",
    "<news:title>a</news:title>",
    "<m:oMath>",
    "<m:r><m:t>x</m:t></m:r>",
    "<m:f><m:num>",
    "<m:sSup><m:e>",
    "<m:d><m:e>",
    "<m:nary>"
  ]
]

const rss =
  "<rss version='2.0' xmlns:m='m' xmlns:dc='d' xmlns:content='c' xmlns:media='e'><channel><title>A</title><link>https://brasero.example/</link>"
const atom = "<feed xmlns='http://www.w3.org/2005/Atom'><title>A</title>"
const sitemap = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"

export const listed = (text: string) => {
  doListingWork({ kind: "listing", text, mostEntries: 50_000, mostChildren: 50_000 })
  const selection = { site: "brasero.example", include: ["/a*b*c*", "/*"], exclude: ["*x*y*z?q=*"] }
  const work = {
    kind: "sitemap",
    text,
    mostEntries: 50_000,
    mostChildren: 50_000,
    base: "https://brasero.example/",
    selection
  } as const
  return doSitemapWork(work)
}

const rules: ReadonlyArray<string> = [
  ...[
    "User-agent: *\n",
    "User-agent: a№\n",
    "Disallow: /a№\n",
    "Disallow: /*a*\n",
    "Disallow: /*a*b*c$\n",
    "Allow: /*№*\n",
    `Disallow: /${"*a".repeat(20)}\n`,
    "Crawl-delay: 5\n",
    "Sitemap: /№\n",
    "#",
    "\n",
    "\r",
    "Disallow:",
    "*",
    "$",
    "%41",
    "%",
    "/a",
    "a: ",
    "é",
    ":",
    " "
  ]
]
const longAddress = `https://brasero.example/${"a".repeat(900)}${"ab".repeat(400)}?q=${"a%41".repeat(60)}`

export const robotsRead = (text: string) => {
  const robots = parseRobots(`User-agent: *\n${text}`)
  crawlDelayOf(robots, "kittiwake")
  return allowedInSteps(robots, "kittiwake", longAddress)
}

/** A list of globs, one a line, as a caller gives them, with long addresses of a site. */
export const globsMatched = (text: string) => {
  const globs = text
    .split("\n")
    .filter((glob) => glob !== "")
    .slice(0, 100)
    .map((glob) => glob.slice(0, 500))
  const select = makeSelector({ site: "brasero.example", include: globs, exclude: globs.toReversed() })
  for (let at = 0; at < 100; at++) select(`${longAddress}${at}`, "https://brasero.example/")
}

const globs: ReadonlyArray<string> = [
  "*",
  "/*",
  "a*",
  "*a*",
  "**",
  "?",
  "/a/",
  "*b",
  "%41",
  "é",
  "\n",
  "*a*b*c\n",
  "/a№*\n",
  "ab",
  "*№",
  "$"
]

const patternReader = Effect.runSync(Effect.provide(Effect.service(Patterns), patterns))

/** A pattern as a caller gives it, with one long address. */
export const patternMatched = (text: string) => {
  const matches = Effect.runSync(patternReader.compile(text))
  return matches(longAddress)
}

const patternWords: ReadonlyArray<string> = [
  "a",
  "a*",
  "a+",
  "a?",
  "(a|b)",
  "(a*)*",
  "[a-z]",
  "[a-z]+",
  ".*",
  ".",
  "\\w+",
  "\\d",
  "a{1,9}",
  "(?:a{1,9}){1,9}",
  "(",
  ")",
  "[",
  "{1,1000}",
  "|",
  "^",
  "$",
  "\\pL",
  "\\b",
  "(?i)a",
  "(?P<a№>a)",
  "a|",
  "x*x*",
  "é"
]

const manyElements = `<body>${Array.from({ length: 40 }, (_, at) => `<div id="d${at}" class="a b${at % 7}"><ul>${'<li class="c"><a href="/x">a <b>b</b></a></li>'.repeat(15)}</ul><p>a</p></div>`).join("")}</body>`

const selected = (inline: boolean) => (text: string) => {
  const request = {
    ...shapeRequest(manyElements, new Map([["a", { selector: text, type: "list", output: { _tag: "Text" } }]]), false),
    ...{ includeSelectors: [], excludeSelectors: [text] }
  }
  const work = { kind: "shape", request } as const
  return inline ? doInline(work) : doPageWork(work, {})
}
/** A selector as a caller gives it, on a page of some 2,000 elements. */
export const selectorMatched = selected(false)
export const selectorMatchedInline = selected(true)

const selectors: ReadonlyArray<string> = [
  ...[
    "a",
    "*",
    "* ",
    "* > ",
    "*+",
    "*~",
    "~ * ",
    " ~ li",
    "li ~ li ",
    "li + li ",
    ".a",
    ".a ",
    ".c",
    "#d№",
    ",",
    ", a",
    "li,",
    "[href]",
    "[href*=x]",
    "[class~=a]",
    "[class^='b']",
    "[href=x i]",
    ":not(",
    ":not(a)",
    ":is(",
    ":is(a,b) ",
    ":has(",
    ":has(a)",
    ":has(* ",
    "div:has(a) ",
    ":has(~ li) ",
    ":nth-child(2n+1)",
    ":nth-last-child(2)",
    ":nth-of-type(2n)",
    ":nth-child(2 of .a)",
    ":first-child",
    ":only-of-type",
    ":empty",
    ":contains(a)",
    ":icontains(a)",
    ":root",
    ":scope ",
    ">",
    "> ",
    "+",
    ")",
    "(",
    "\\",
    "\\61 ",
    "'",
    "/**/",
    "|",
    "*|a",
    ":matches(",
    ":where(",
    "::before",
    ":lang(en)",
    ":parent",
    ":header",
    ":first",
    ":eq(1)"
  ]
]

const readAt = DateTime.makeUnsafe(1_790_000_000_000)

const indexed = (text: string) =>
  cutPage({
    organizationId: OrganizationId.make("org_a"),
    url: `https://brasero.example/${encodeURIComponent(text.slice(0, 300))}`,
    title: text.slice(0, 1_000),
    description: text.slice(0, 2_000),
    headings: text.slice(0, 10_000),
    text,
    language: "en",
    publishedAt: null,
    readAt
  })

const asked = (query: string) => ({ query: readQuery(query), publishedSince: null, country: "de", count: 100 })

const counts = { pages: 100, textLength: 5_000, withTerm: new Map([["a", 3]]) }

const found = (query: string, text: string) => {
  const question = asked(query)
  const read = readQuestion(question)
  const page = indexed(text)
  isAnswer(read, page)
  const score = weighPage(read, page, counts, readAt)
  const hit = hitOf(read, page, score ?? 0, counts)
  relevanceOf(question.query, hit)
  fitsQuestion(question, hit)
  mergeHits([{ backend: "a", weight: 1, hits: [hit, hit] }], "de", 10)
  return termsOfPage(page)
}

/** A query with its operators, and a page that fits. */
export const queryAsked = (text: string) => {
  const read = readQuery(text)
  rewordingsOf(read)
  for (let page = 0; page < 30; page++) found(text, "Kettle K2 of a b c d costs $89. ".repeat(200))
}

/** A page as it is put into the index and found again. */
export const pageIndexed = (text: string) => {
  toIndexedPage({
    ...{
      organizationId: OrganizationId.make("org_a"),
      url: "https://brasero.example/",
      text,
      capturedAtMillis: 1_790_000_000_000
    },
    metadata: { sourceUrl: "https://brasero.example/", finalUrl: "https://brasero.example/" }
  })
  return found('a "kettle k2" price OR cost -x intitle:a 東京', text)
}

/** The same of a page of which only its HTML is there. */
export const pageSketched = (html: string) =>
  toIndexedPage({
    ...{
      organizationId: OrganizationId.make("org_a"),
      url: "https://brasero.example/",
      text: html,
      isHtml: true as const
    },
    ...{ metadata: null, capturedAtMillis: 1_790_000_000_000 }
  })

const queries: ReadonlyArray<string> = [
  "a ",
  "kettle ",
  '"a b" ',
  '"',
  "“a” ",
  "-a ",
  '-"a b" ',
  "site:a.b ",
  "-site:a.b ",
  "inurl:a ",
  "intitle:a ",
  'intitle:"a b" ',
  "a OR b ",
  "OR ",
  "| ",
  "site:",
  "東京 ",
  "東",
  "é ",
  "a№ ",
  "(",
  ")",
  "a-b ",
  "a.b ",
  "C++ ",
  "*",
  "ßß ",
  "ing ",
  "running ",
  "ﷺ"
]

const named = (text: string) => {
  const terms = nameTerms({ name: text, aliases: [text.slice(1)] })
  wholeName(text)
  withoutLegalForm(text)
  guessedDomain(text)
  joinedName(text)
  nameKey(text)
  titleParts(text, "brasero.example", [text])
  searchedFor(text, (host) => host)
  const parts = namePartsOf(text, text)
  nameRelation(parts, { fullName: text, firstName: null, lastName: null, otherNames: [text] })
  const names = readNames({ fullName: text, firstName: text, lastName: text, otherNames: [text, "Jane Roe"] })
  namesRelation(names, names)
  return { terms, split: splitName(text) }
}

/** A name of a company or a person, as somebody asks for it. */
export const nameRead = (text: string) => named(text)

/** Words that may have typos, with words that brands are found by. */
export const typosFound = (text: string) => {
  const { asked: terms } = readSearch({
    query: text,
    isPrefix: true,
    fields: ["name", "domain"],
    typos: 2,
    country: null,
    language: null
  })
  for (const word of [...terms.words, terms.joined, terms.domain]) {
    const typos = typosAllowed(word, 2)
    lookedFor(word, typos)
    const isNear = nearTo(word, typos, true)
    for (let at = 0; at < 300; at++) isNear(`${word.slice(0, at % 20)}${at}brasero`)
  }
}

const nameWords: ReadonlyArray<string> = [
  "A",
  "a ",
  "A. ",
  "Brasero ",
  "GmbH ",
  "& Co. KG ",
  "S.A. ",
  "S.p.A. ",
  ", Inc. ",
  "Inc",
  "- ",
  " | ",
  " – ",
  ": ",
  "(a) ",
  "[a]",
  "“a” ",
  '"a"',
  "Jane ",
  "Roe, ",
  "van ",
  "de la ",
  "Jr. ",
  "Dr. ",
  "a-",
  "a'",
  "é",
  "ß",
  "東",
  "/DE/",
  "\\A",
  ".com",
  "№ ",
  ".",
  "の",
  "ﷺ"
]

const schedule = (expression: string) => {
  const one: Schedule = { type: "cron", expression, timeZone: "Europe/Berlin" }
  const problem = scheduleProblem(one, readAt)
  return problem ?? [nextSlots(one, { id: "mon_a", after: readAt, anchor: readAt }, 5), slotsWithin(one, 31, readAt)]
}
/** A schedule as a caller writes it. */
export const scheduleRead = (text: string) => schedule(text)

const crons: ReadonlyArray<string> = [
  "*",
  "* ",
  "0 ",
  "*/5 ",
  "1,",
  "1-5,",
  "0-59/2,",
  "0 0 29 2 1",
  "0 0 31 2 * ",
  "MON,",
  "JAN-DEC ",
  "L ",
  "? ",
  "@daily",
  "/",
  "-",
  ",",
  "59 "
]

const manifest = (text: string) => readManifest(text, "https://brasero.example/")

const csv: ReadonlyArray<string> = [
  "a,",
  "a,b\n",
  '"a",',
  '"a""b",',
  '"',
  '"a\n',
  "\n",
  "\r\n",
  ";",
  "\t",
  "a|",
  ",",
  ",,\n",
  "№,a№\n",
  "=1+1,",
  "1.5,"
]
const plain: ReadonlyArray<string> = [
  "# a\n",
  "a\n===\n",
  "- a\n",
  "  - a\n",
  "> ",
  "> a\n",
  "```\n",
  "~~~",
  "`a` ",
  "`",
  "**a** ",
  "*",
  "**",
  "_",
  "[a](b) ",
  "[",
  "![",
  "](",
  "[a]: b\n",
  "[a№]: /b\n",
  "[a№] ",
  "| a | b |\n",
  "| - | - |\n",
  "|",
  "\t",
  "    a\n",
  "<b>",
  "<!--",
  "<",
  "1. a\n",
  "1) ",
  "***\n",
  "\\",
  "&amp;",
  "a\n\n",
  "https://a.example/ ",
  "[^№] ",
  "[^№]: a\n",
  "~~",
  "$$",
  "№\n00:00:01,000 --> 00:00:02,000\na\n\n",
  "00:01 --> ",
  "a  \n"
]
const json: ReadonlyArray<string> = [
  '{"a":',
  "[",
  "[1,",
  '{"a№":1,',
  '{"a":[',
  "1,",
  '"a",',
  '"\\u0041",',
  "{}",
  "{},",
  "\n",
  '{"a":1}\n',
  '"',
  "null,",
  "]",
  "}"
]
const rtf: ReadonlyArray<string> = [
  "{",
  "}",
  "{\\b a}",
  "\\par ",
  "\\b ",
  "\\'e4",
  "\\u228?",
  "\\*\\a",
  "{\\*\\a ",
  "\\pard\\ls1 ",
  "\\cell ",
  "\\row ",
  "\\trowd ",
  '{\\field{\\*\\fldinst HYPERLINK "a"}{\\fldrslt a}}',
  "{\\listtext 1.}",
  "\\bin5 ",
  "\\f№ ",
  "{\\fonttbl{\\f0 a;}}",
  "\\",
  "a",
  "{\\pict ",
  "\\tab "
]

const markupOptions = { img: () => "", isXml: false, base: "https://brasero.example/" }

export const filesRead: ReadonlyArray<readonly [string, (text: string) => unknown, ReadonlyArray<string>]> = [
  ["csv", (text) => readDelimited(text, "csv"), csv],
  ["tsv", (text) => readDelimited(text, "tsv"), csv],
  ["markdown", (text) => readPlain(text, "markdown"), plain],
  ["plain text", (text) => readPlain(text, "text"), plain],
  ["subtitles", readSubtitles, plain],
  ["json", (text) => readJson(text), json],
  ["json lines", (text) => readJsonLines(text), json],
  ["rtf", (text) => [...rtfTokens(bytesOf(`{\\rtf1 ${text}`), { skips: () => 1, fontCodePage: () => null })], rtf],
  ["xml", (text) => readXml(`<a>${text}`), xmlWords],
  ["svg", (text) => readSvg(`<svg>${text}</svg>`), xmlWords],
  ["formulas", (text) => mathsOf(parseXml(`<a xmlns:m='m'>${text}</a>`)), xmlWords],
  ["safe markup", (text) => safeMarkup(text, markupOptions), elements.filter((_, index) => index % 2 === 0)],
  ["feed", (text) => feedShown(`${rss}${text}`), xmlWords],
  ["opml", (text) => readOpml(`<opml><body>${text}`, 10_000), xmlWords]
]

export const doors: ReadonlyArray<Door> = [
  { name: "style sheet", open: whole(stylesRead), words: css },
  { name: "style guide", open: guideOf, words: css, isMain: true },
  {
    name: "styles of page",
    open: whole(pageStylesRead),
    words: [
      ...elements.filter((_, index) => index % 4 === 0),
      "<style>p{color:red}</style>",
      "<p style='color:red'>",
      "<p class='a№'>a"
    ]
  },
  { name: "style attribute", open: whole(pageStylesRead), words: css, before: "<body><p style='", after: "'>a</p>" },
  { name: "feed rss", open: whole(feedRead), words: xmlWords, before: rss, after: "</channel></rss>" },
  { name: "feed atom", open: whole(feedRead), words: xmlWords, before: atom, after: "</feed>" },
  {
    name: "feed item",
    open: whole(feedRead),
    words: [...elements.filter((_, index) => index % 4 === 1), ...plain],
    before: `${rss}<item><title>A</title><link>/a</link><description><![CDATA[`,
    after: "]]></description></item></channel></rss>"
  },
  {
    name: "feed date",
    open: whole(feedRead),
    words: ["Tue, ", "3 ", "Nov ", "2026 ", "10:00", ":00 ", "GMT", "+0100 ", "T", "-", "1", " ", "am ", "a"],
    before: `${rss}<item><title>A</title><link>/a</link><pubDate>`,
    after: "</pubDate></item></channel></rss>"
  },
  {
    name: "feed author",
    open: whole(feedRead),
    words: [...nameWords, "and ", ", ", "by ", "a@b.example (A) ", "<a>"],
    before: `${rss}<item><title>A</title><link>/a</link><author>`,
    after: "</author></item></channel></rss>"
  },
  {
    name: "article",
    open: articlesOf,
    words: [
      ...nameWords,
      "says ",
      "acquires ",
      "NASDAQ: A ",
      "$A ",
      "US0378331005 ",
      "the ",
      "raises $5 million ",
      "a, ",
      "№% "
    ],
    most: 20_000,
    isMain: true
  },
  { name: "sitemap", open: whole(listed), words: xmlWords, before: sitemap, after: "</urlset>" },
  {
    name: "sitemap inline",
    open: whole(listed),
    words: xmlWords,
    before: sitemap,
    after: "</urlset>",
    most: 128 * 1024,
    isMain: true
  },
  {
    name: "list of urls",
    open: whole(listed),
    words: ["https://brasero.example/№\n", "https://brasero.example/a*b\n", "/a№\n", "a\n", "#", "\r", " "],
    most: 128 * 1024,
    isMain: true
  },
  { name: "robots", open: whole(robotsRead), words: rules, isMain: true },
  { name: "globs", open: whole(globsMatched), words: globs, most: 50_000, isMain: true },
  { name: "pattern", open: whole(patternMatched), words: patternWords, most: 2_048, isMain: true },
  { name: "selector", open: whole(selectorMatched), words: selectors, most: 2_048 },
  { name: "selector inline", open: whole(selectorMatchedInline), words: selectors, most: 2_048, isMain: true },
  { name: "query", open: whole(queryAsked), words: queries, most: 500, isMain: true },
  { name: "page indexed", open: whole(pageIndexed), words: [...queries, ...plain], isMain: true },
  { name: "page sketched", open: whole(pageSketched), words: elements, isMain: true },
  { name: "name", open: whole(nameRead), words: nameWords, isMain: true },
  { name: "typos", open: whole(typosFound), words: nameWords, most: 500, isMain: true },
  { name: "schedule", open: whole(scheduleRead), words: crons, most: 1_000, isMain: true },
  {
    name: "manifest",
    open: whole(manifest),
    words: ['{"src":"/№.png","sizes":"1x1"},', "{},", "1x1 "],
    before: '{"name":"A","icons":[',
    after: "{}]}",
    isMain: true
  },
  { name: "wall", open: whole(showsWall), words: elements, most: 100_000, isMain: true },
  {
    name: "addresses ranked",
    open: (text) => () => rankingUrls(text.split("\n"), "kettle price a b c"),
    words: ["https://brasero.example/a-№\n", "/%41", "a-", "a/", "\n", "é", "https://a.example/kettle№\n"],
    isMain: true
  },
  ...filesRead.map(([name, run, words]): Door => ({ name: `file ${name}`, open: whole(run), words }))
]
