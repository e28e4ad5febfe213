/** Mistakes in how pages and feeds are read. */
import { core, documents, fetch as fetching, html, type Mutant } from "./Mutant.ts"

const crawling = "test/sites/crawling.test.ts"
const guide = "test/design/styleGuide.test.ts"
const feeds = "test/feedAddresses.test.ts"
const hostileFeeds = "test/hostileFeeds.test.ts"
const numbers = "test/listNumbers.test.ts"
const headings = "test/unclosedHeadings.test.ts"
const spans = "test/besideSpans.test.ts"
const lines = "test/oneLine.test.ts"
const siteHeaders = "test/siteHeaders.test.ts"
const regions = "test/regions.test.ts"
const xhtml = "test/xhtml.test.ts"

/** Mistakes that no release may have. */
export const mutantsOfPages: ReadonlyArray<Mutant> = [
  html(
    "pages: a label and its value are one word",
    "src/besideSpans.ts",
    "if (areApart(before, behind)) return true",
    "",
    spans
  ),
  html(
    "pages: parts of a word stand apart",
    "src/besideSpans.ts",
    "isBox(left) || isBox(right)",
    "!isBox(left) || isBox(right)",
    spans
  ),
  html(
    "spans: two with one name are a label and its value",
    "src/besideSpans.ts",
    'one === other || other === ""',
    'other === ""',
    spans
  ),
  html(
    "spans: a figure that nobody sees parts a word",
    "src/besideSpans.ts",
    "(!isInline(node) || isHidden(node))",
    "!isInline(node)",
    spans
  ),
  core(
    "awaited: a heading and a sentence are all of a page",
    "src/pages/domain/awaitedContent.ts",
    "littleContent = 200",
    "littleContent = 60",
    "packages/adapters/html/test/awaitedParts.test.ts"
  ),
  html(
    "pages: the first of many choices is written, whichever is chosen",
    "src/markdown/choices.ts",
    'all.findLast(has("selected")) ?? ',
    "",
    "test/markdown.test.ts"
  ),
  html(
    "pages: small cents are more figures of their price",
    "src/visibleText.ts",
    "mayBeCents(child) ?",
    "mayBeCents(child) && state < 0 ?",
    spans
  ),
  core(
    "pages: a page is kept for others whatever was clicked on it",
    "src/pages/keepCapture.ts",
    "        source.actions,\n",
    "",
    "test/pages/captureKeys.test.ts"
  ),
  html(
    "pages: what stands in header and footer is content beside which nothing waits for scripts",
    "src/awaitedParts.ts",
    'if (frames.has(element.name)) return "frame"',
    'if (frames.has(element.name)) return "content"',
    "test/awaitedParts.test.ts"
  ),
  core(
    "pages: any empty element waits for scripts, whatever the page says",
    "src/pages/domain/awaitedContent.ts",
    "(hasEmptyPart && contentLength < littleContent)",
    "(hasEmptyPart && contentLength < muchContent)",
    "packages/adapters/html/test/awaitedParts.test.ts"
  ),
  core(
    "pages: a sentence that begins with loading waits for scripts",
    "src/pages/domain/awaitedContent.ts",
    "[^.…]*(?:…|\\.{2,3}))$/iu",
    "[^.…]*(?:…|\\.{2,3})?)$/iu",
    "packages/adapters/html/test/awaitedParts.test.ts"
  ),
  core(
    "pages: what waits for scripts is read as its server sends it",
    "src/pages/domain/Rendering.ts",
    "if (facts.awaitsScripts)",
    "if (facts.awaitsScripts && facts.asksForScripts)",
    "test/pages/pages.test.ts"
  ),
  core(
    "pages: one that says that it is another was answered by nobody",
    "src/pages/capturePage.ts",
    "        status: capture.status,\n        sourceUrl: source.url,",
    "        sourceUrl: source.url,",
    crawling
  ),
  core(
    "pages: a check for robots was answered by nobody",
    "src/pages/domain/PageProblem.ts",
    "wall === null ? null : { ...wall, status }",
    "wall",
    crawling
  ),
  fetching(
    "pages: one that was too large was answered by nobody",
    "src/ExchangeFailed.ts",
    "if (status < 200 ||",
    "if (status >= 200 ||",
    "test/download.test.ts"
  ),
  core(
    "pages: XHTML that came as XML is read as HTML",
    "src/pages/readCapture.ts",
    "capture.isXml === true ? { isXml: true } : {}",
    "capture.isXml === true ? {} : {}",
    "test/pages/xhtmlPages.test.ts"
  ),
  core(
    "pages: a file came from nowhere",
    "src/pages/readCapture.ts",
    "      url: capture.finalUrl,\n",
    "",
    "test/pages/plainFiles.test.ts"
  ),
  core(
    "things: markup within a line parts words",
    "src/products/domain/Thing.ts",
    '.replace(inline, "")',
    "",
    "test/products/thing.test.ts"
  ),
  core(
    "look: the blue of browsers is chosen",
    "src/design/domain/colors.ts",
    "lines.filter(({ color }) => !unchosen.has(color))",
    "lines",
    guide
  ),
  core(
    "look: the buttons of browsers are chosen",
    "src/design/domain/colors.ts",
    "left === undefined || contrastOf(",
    "left === undefined || 21 >= contrastOf(",
    guide
  ),
  documents(
    "feeds: a base that is named is passed over for the page of the channel",
    "src/text/readFeed.ts",
    'attributes["xml:base"] !== undefined) ? base',
    'attributes["xml:base"] === "") ? base',
    feeds
  ),
  documents(
    "feeds: the place of the file goes before the page of the channel",
    "src/text/readFeed.ts",
    "(asBase(base, home) ?? base)",
    "(base ?? asBase(base, home))",
    feeds
  ),
  documents(
    "feeds: texts in elements of XHTML are their words alone",
    "src/text/feedBase.ts",
    "if (!isText) {",
    "if (own === null) {",
    feeds
  ),
  documents(
    "feeds: what says that it is text is markup",
    "src/text/feedBase.ts",
    "saysText ? escapeHtml(text) : text",
    "text",
    feeds
  ),
  documents(
    "feeds: items within items are items of the feed",
    "src/text/readFeed.ts",
    "if (item !== null) return false",
    "",
    hostileFeeds
  ),
  documents(
    "feeds: whatever is written directly in an item is kept",
    "src/text/readFeed.ts",
    "depth > item + 1 || ++fields <= mostFields",
    "depth > item || ++fields <= mostFields",
    hostileFeeds
  ),
  documents(
    "feeds: what is open in the markup of an item is looked through at each tag, however much it is",
    "src/text/feedMarkup.ts",
    "if (open.length >= limits.depth) parser.pause()",
    "",
    hostileFeeds
  ),
  documents(
    "feeds: the markup of an element is written for each field that takes it",
    "src/text/feedBase.ts",
    "this.#known.set(found, known)",
    "",
    hostileFeeds
  ),
  documents(
    "feeds: all are read on the main thread",
    "src/text/feedReaderWith.ts",
    "if (isShort(bytes)) return yield* readIn(readFeedWork",
    "if (bytes.length >= 0) return yield* readIn(readFeedWork",
    "test/FeedReader.test.ts"
  ),
  documents(
    "feeds: what is short is read at once, however many elements it has",
    "src/text/feedReaderWith.ts",
    "return left >= 0",
    "return left > -Infinity",
    "test/FeedReader.test.ts"
  ),
  html(
    "sitemaps: a guid that is no page is one",
    "src/sitemapEntries.ts",
    'attributes.get("ispermalink")?.toLowerCase() === "false"',
    'attributes.get("ispermalink")?.toLowerCase() === ""',
    "test/SitemapReader.test.ts"
  ),
  html(
    "markdown: what looks like a character in an address becomes one",
    "src/markdown/escapeText.ts",
    "|[<>]|&(?=#?\\w{1,32};)/g",
    "|[<>]/g",
    "test/markdown.test.ts"
  ),
  html("lists: all count forwards", "src/listNumbers.ts", "isReversed ? -1 : 1", "1", numbers),
  html(
    "lists: what is not seen is counted",
    "src/listNumbers.ts",
    "items.filter((item) => !isHidden(item))",
    "items",
    numbers
  ),
  html(
    "lists: the number of an item that says nothing stands before the next",
    "src/visibleText.ts",
    "if (this.numbers.ofItem(element) !== undefined) text.dropLabel()",
    "",
    numbers
  ),
  html(
    "facts: markup in texts for programs is kept",
    "src/facts/linkedFacts.ts",
    'source !== "microdata" ? withoutMarkup(value) : value',
    'source === "microdata" ? withoutMarkup(value) : value',
    "test/fillingFromPages.test.ts"
  ),
  html(
    "notes: the number that a list says of an item is passed over",
    "src/markdown/noteMarks.ts",
    "this.said.of(list)?.get(item) ?? ",
    "",
    "test/notes.test.ts"
  ),
  html(
    "headings: one with a line below its title is cut",
    "src/headingParts.ts",
    "(!rest.some(holdsContent) || isFrame(children)) && lengthOf(rest) <= longestTitle",
    "rest.length === 0",
    headings
  ),
  html(
    "headings: one that is never closed is all title",
    "src/markdown/writeMarkdown.ts",
    "const { rest, title } = headingParts(element)",
    "const { rest, title } = { rest: [], title: element.children }",
    headings
  ),
  html(
    "lines: what breaks them parts no words",
    "src/innerText.ts",
    "const apart = block | cell | control | lineBreak",
    "const apart = block | cell | control",
    lines
  ),
  html(
    "lines: ends of lines that follow each other are a blank each",
    "src/spaced.ts",
    "\\s{2,}|",
    " {2,}|",
    "test/spaced.test.ts"
  ),
  html(
    "lines: a field parts no words",
    "src/visibleText.ts",
    'else if (isField(element)) text.part("words")',
    "",
    lines
  ),
  html(
    "lines: what is struck out is a part of the figure beside it",
    "src/TextLines.ts",
    "figures: [/[\\d\\p{Sc}]/u,",
    "figures: [/a/u,",
    lines
  ),
  html(
    "XHTML: the end tag within CDATA ends a script",
    "src/xhtml.ts",
    "if (end >= 0 && end < this.at) end =",
    "if (end > this.at) end =",
    xhtml
  ),
  html(
    "XHTML: what closes itself stays open",
    "src/xhtml.ts",
    "isVoid ? written : `",
    "isVoid || end > 0 ? written : `",
    xhtml
  ),
  html(
    "headings: raised cents are more digits of their amount",
    "src/innerText.ts",
    "node.text : figuresBehind(end, node)",
    "node.text : node.text",
    lines
  ),
  html(
    "headings: exponents are written as digits",
    "src/markdown/InlineWalk.ts",
    '(element.name === "sub" || !/\\d/.test(text))',
    'element.name !== ""',
    "test/markdown.test.ts"
  ),
  html(
    "headers: a cart is a part of a page",
    "src/headers.ts",
    "if (names.first === said && !found.isShop && !links.some(isCart)) return true",
    "if (names.first === said) return true",
    regions
  ),
  html(
    "headers: two links are the navigation of a site",
    "src/headers.ts",
    "const mostBeside = 3",
    "const mostBeside = 0",
    regions
  ),
  html(
    "icons: the label of a link says how things are",
    "src/iconLabels.ts",
    "if (level > most.levels || named.has(at.name)) return false",
    "if (level > most.levels) return false",
    regions
  ),
  html(
    "icons: what screen readers say stands beside the words that are seen",
    "src/iconLabels.ts",
    "return (isBox(box) || inline.has(box.name)) && !showsWords(box, element)",
    "return isBox(box) || inline.has(box.name)",
    regions
  ),
  html(
    "times: a term in a rule ages",
    "src/noise/boundTimes.ts",
    "isInRule(at, time, line)",
    "false",
    "test/noise.test.ts"
  ),
  html(
    "times: a title with a word of rules is a rule",
    "src/noise/boundTimes.ts",
    "  if (!isEnded && ",
    "  if (false && ",
    "test/noise.test.ts"
  ),
  html(
    "times: what may be done with what was bought then is no rule",
    "src/noise/ruleTimes.ts",
    "(duty.test(behind) && done.test(ahead))",
    "false",
    "test/noise.test.ts"
  ),
  html(
    "times: what must have been done hours ago is a rule",
    "src/noise/ruleTimes.ts",
    "(!isShort && mustHave.test(ahead))",
    "mustHave.test(ahead)",
    "test/noise.test.ts"
  ),
  html("times: hours are told in rules", "src/noise/boundTimes.ts", "!isShort.test(time) &&", "", "test/noise.test.ts"),
  html(
    "times: what is told behind a colon ages",
    "src/noise/namedDays.ts",
    'written, days, ""',
    'written, days, ",;"',
    "test/noise.test.ts"
  ),
  html(
    "headers: the name of a site is the title of its page",
    "src/siteNames.ts",
    "names.ofSite.has(said) ||",
    "",
    regions
  ),
  html(
    "headers: a sentence beside the name of a site goes with it",
    "src/siteFurniture.ts",
    'line.named !== "motto") return false',
    'line.named !== "motto") continue',
    siteHeaders
  ),
  html(
    "headers: a day alone is what changes by itself",
    "src/siteFurniture.ts",
    "const fewestKinds = 2",
    "const fewestKinds = 1",
    siteHeaders
  ),
  html(
    "headers: a part of a site is called as the site",
    "src/siteNames.ts",
    'if (name !== "" && isWhole) hosts',
    'if (name !== "") hosts',
    siteHeaders
  ),
  html(
    "headers: a magazine that is written small is what a site is for",
    "src/siteNames.ts",
    "(isName.test(first) && purpose.test(part))",
    "/^\\p{Ll}\\p{L}*\\s+\\p{Ll}/u.test(part)",
    siteHeaders
  ),
  html(
    "headers: the head is read for each header",
    "src/headers.ts",
    "this.names ??= namesAround(header)",
    "this.names = namesAround(header)",
    siteHeaders
  ),
  html(
    "headings: what opens in a heading is all title",
    "src/headingParts.ts",
    "  if (opened !== undefined) return opened\n",
    "  if (opened !== undefined) return { title: children, rest: [] }\n",
    "test/unclosedHeadings.test.ts"
  ),
  html(
    "headings: a title in a table of one row is none",
    "src/headingParts.ts",
    " || isFrame(children)",
    "",
    "test/unclosedHeadings.test.ts"
  ),
  html(
    "times: what was built long ago ages",
    "src/noise/boundTimes.ts",
    "isHistory(time, ahead) ||",
    "",
    "test/noise.test.ts"
  ),
  html(
    "main content: the cart is told as a fact",
    "src/content/tellsFacts.ts",
    " && !ofSite.test(text)",
    "",
    "test/mainContent.test.ts"
  ),
  html(
    "main content: a short one comes with what is around it",
    "src/content/mainContent.ts",
    'if (care === "clutter" && page.isAlone === true && !hasProseAround(root)) break',
    "",
    "test/mainContent.test.ts"
  ),
  core(
    "messages: the notice of a shop is the failure of its server",
    "src/monitors/domain/messageInstead.ts",
    "!(isVague && isSpecific) && ",
    "",
    "test/monitors/messageInstead.test.ts"
  ),
  html(
    "clutter: the header of a thing goes with that of the site",
    "src/clutter.ts",
    "!inContent && !this.headers.isOfContent(element)",
    "!this.headers.isOfContent(element)",
    "test/clutter.test.ts"
  ),
  html(
    "clutter: an id is known in small letters alone",
    "src/clutter.ts",
    "clutterIds.has(value.toLowerCase())",
    "clutterIds.has(value)",
    "test/clutter.test.ts"
  ),
  html(
    "clutter: what an icon means goes with what is not drawn",
    "src/clutter.ts",
    '(kind === "unseen" && !saysIcon(element))',
    'kind === "unseen"',
    "test/clutter.test.ts"
  )
]
