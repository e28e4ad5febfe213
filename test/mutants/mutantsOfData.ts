/** Mistakes in the data of sites: what of it is kept, compared and taken. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { core, html, type Mutant, threads } from "./Mutant.ts"

const prices = "packages/adapters/html/test/fillingPrices.test.ts"
const rows = "packages/adapters/html/test/fillingRows.test.ts"
const sections = "packages/adapters/html/test/fillingSections.test.ts"
const pages = "packages/adapters/html/test/fillingPages.test.ts"
const labels = "packages/adapters/html/test/fillingLabels.test.ts"
const parts = "packages/adapters/html/test/fillingParts.test.ts"
const cutLists = "test/monitors/cutLists.test.ts"
const extracting = "test/monitors/extracting.test.ts"

export const mutantsOfData: ReadonlyArray<Mutant> = [
  core(
    "data: a stale price in JSON-LD is believed before the one that is shown",
    "src/extraction/domain/findScalar.ts",
    "    if (asksPrice(field.wanted) && isStalePrice(fact, set, locale)) continue\n",
    "",
    prices
  ),
  core(
    "data: the part of a cent is no part of a price",
    "src/extraction/domain/readNumber.ts",
    'if (said.endsWith("⁹")) return',
    'if (said.endsWith("⁸")) return',
    rows
  ),
  core(
    "data: a price with its side of the tax is none",
    "src/extraction/domain/saidKinds.ts",
    'withoutTaxSide(text.replace(besidePrice, " "))',
    'text.replace(besidePrice, " ")',
    prices
  ),
  core(
    "data: it has what one look alone showed",
    "src/monitors/confirmSite.ts",
    "data: both.data, lines, pages",
    "data: state.data, lines, pages",
    extracting
  ),
  core(
    "data: without a schema it says what one look alone showed",
    "src/monitors/confirmSite.ts",
    "return withOwnData(asked, { ...reading.state, pages })",
    "return Effect.succeed({ ...reading, state: { ...reading.state, pages } })",
    extracting
  ),
  core(
    "data: what a page said that cannot be read is gone",
    "src/monitors/extractReading.ts",
    "data: whole, lines, cut, ...found",
    "data, lines, cut, ...found",
    extracting
  ),
  core(
    "data: what flickered stays away although it is as it was",
    "src/monitors/lookAtExtract.ts",
    "hasUnknown(state) || hasMoved(tracked, first.state)",
    "hasMoved(tracked, first.state)",
    extracting
  ),
  core(
    "data: values that differ after a while are the same",
    "src/monitors/domain/dataRows.ts",
    "const maxLineLength = 2_400",
    "const maxLineLength = 1_000",
    "test/monitors/dataLines.test.ts"
  ),
  core(
    "data: values that differ at their very end are the same",
    "src/monitors/domain/dataRows.ts",
    "… #${markOf(line)}",
    "… #${markOf(line.slice(0, maxLineLength))}",
    "test/monitors/dataLines.test.ts"
  ),
  core(
    "data: a sign of several currencies is that of the first country that has it",
    "src/extraction/domain/readCurrency.ts",
    "return usual[sign] ?? null",
    "return usual[sign] ?? Object.values(countries)[0]!",
    "test/extraction/readCurrency.test.ts"
  ),
  core(
    "data: figures of other scripts are none",
    "src/paging/domain/plainDigits.ts",
    "zero === undefined || one.length > 1 ? one",
    "zero !== undefined || one.length > 1 ? one",
    "test/paging/plainDigits.test.ts",
    "test/extraction/readValues.test.ts"
  ),
  core(
    "data: short words are money in any language",
    "src/extraction/domain/currencySigns.ts",
    "languages.test(language.slice(0, 35))",
    'languages.test(language.slice(0, 35)) || language !== ""',
    "test/extraction/readValues.test.ts"
  ),
  core(
    "data: a sentence with the name of a currency is a price",
    "src/extraction/domain/saidKinds.ts",
    "namesMoney(text) ? mostNamed : 24",
    "24",
    "test/extraction/saidKinds.test.ts"
  ),
  core(
    "data: a sign right at the next number is of the one before it",
    "src/extraction/domain/readNumber.ts",
    "(?<lastScale>${beforeSign})?${notOfNext}${gap}",
    "(?<lastScale>${beforeSign})?${gap}",
    "test/extraction/readValues.test.ts"
  ),
  core(
    "data: a comma that parts words in Chinese and Arabic parts thousands",
    "src/paging/domain/plainDigits.ts",
    "(?<=(?<!\\p{Nd})\\p{Nd}{1,3})[،，](?=\\p{Nd}{3}(?!\\p{Nd}))",
    "(?<=\\p{Nd})[،，](?=\\p{Nd})",
    "test/paging/plainDigits.test.ts"
  ),
  core(
    "countries: names are made anew for each tongue that a page makes up",
    "src/extraction/domain/countries.ts",
    "  known.set(tongue, byName)\n",
    "  if (known.size < 64) known.set(tongue, byName)\n",
    "test/extraction/countries.test.ts"
  ),
  core(
    "data: a page of two countries is of the first",
    "src/extraction/domain/PageLocale.ts",
    "others.length === 0 ? only : null",
    "only",
    "test/extraction/readCurrency.test.ts"
  ),
  html(
    "data: a telephone number is none in its country",
    "src/facts/readPhone.ts",
    "number?.isValid() === true && ",
    "number !== undefined && ",
    "test/FactReader.test.ts"
  ),
  core(
    "data: rows are judged without what they are",
    "src/monitors/domain/dataLines.ts",
    "const kind = kindOfRow(namedBy, around)",
    "const kind = kindOfRow(undefined, around)",
    "test/monitors/dataLines.test.ts"
  ),
  core(
    "data: a line that was cut once is a change",
    "src/monitors/domain/wholeLines.ts",
    "if (cut.size === 0) return before",
    "if (cut.size >= 0) return before",
    "test/monitors/dataLines.test.ts"
  ),
  core(
    "data: numbers are in no steps",
    "src/extraction/domain/DataShape.ts",
    "Number.isInteger(value / shape.step)",
    "value / shape.step !== 0",
    "test/extraction/readDataSchema.test.ts"
  ),
  core(
    "data: pages whose address says nothing of the topic are never read",
    "src/extraction/followTopic.ts",
    "(this.question.atLeast ?? 0) - read",
    "0 * read",
    "test/extraction/choosePages.test.ts"
  ),
  core(
    "data: pages that sites have for themselves are read for others",
    "src/extraction/followTopic.ts",
    "!isBeside(lead.url)",
    "lead.url !== null",
    "test/extraction/choosePages.test.ts"
  ),
  core(
    "data: a model finds what no pattern was held against",
    "src/extraction/domain/emptyFields.ts",
    " && !hasPattern(property.shape)",
    "",
    "test/extraction/fillWithModel.test.ts"
  ),
  html(
    "data: patterns are not looked at",
    "src/facts/textReaders.ts",
    "hasPattern(shape) ? { compile",
    "hasPattern(shape) && shape === null ? { compile",
    "test/FactReader.test.ts"
  ),
  threads(
    "versions: small ones that cost much are told coarsely",
    "src/TextComparer.ts",
    "const compared = compareKeptStates(before, after, inlineSteps)\n      if (!compared.isCoarse) return compared",
    "const compared = compareKeptStates(before, after, inlineSteps)\n      return compared",
    "test/TextComparer.test.ts"
  ),
  threads(
    "versions: large ones are read where everybody waits",
    "src/TextComparer.ts",
    "before.bytes.length + after.bytes.length <= maxInlineLength",
    "before.bytes.length + after.bytes.length >= 0",
    "test/TextComparer.test.ts"
  ),
  core(
    "data: a model may bring numbers that no passage has",
    "src/extraction/fillWithModel.ts",
    "numbersIn(said).every((number) => known.has(number)) && ",
    "",
    "test/extraction/fillWithModel.test.ts"
  ),
  core(
    "data: a model phrases where nobody let it",
    "src/extraction/fillWithModel.ts",
    "!(mayPhrase && isPhrased(said, quote, field))",
    "!isPhrased(said, quote, field)",
    "test/extraction/fillWithModel.test.ts"
  ),
  core(
    "data: a model is asked when no time is left",
    "src/extraction/fillWithModel.ts",
    " || leftMillis < limits.leastMillis",
    "",
    "test/extraction/fillWithModel.test.ts"
  ),
  core(
    "data: of two values that may be meant the first is taken",
    "src/extraction/domain/unnamedValues.ts",
    "only !== undefined && fitting.every(({ found }) => found.value === only.found.value)",
    "only !== undefined",
    rows
  ),
  core(
    "data: paragraphs that stand apart are one text",
    "src/extraction/domain/unnamedValues.ts",
    "all[start + at] === fact && ",
    "",
    rows
  ),
  core(
    "data: where something is begins what describes it",
    "src/extraction/domain/unnamedValues.ts",
    " && endsSentence.test(String(fact.value))",
    "",
    rows
  ),
  core(
    "data: what is left over is taken by its place where it is checked",
    "src/extraction/domain/unnamedValues.ts",
    "if (filling.isChecked) return left.given",
    "",
    rows
  ),
  core(
    "data: what all cards say is the description of each",
    "src/extraction/domain/unnamedValues.ts",
    " && !repeated.has(String(fact.value))",
    "",
    rows
  ),
  core(
    "data: rows go when much is asked for that the page does not have",
    "src/extraction/domain/buildRows.ts",
    " || tellsMore(row))",
    ")",
    rows
  ),
  core(
    "data: a list in sections has what others bought too",
    "src/extraction/domain/sectionedLists.ts",
    "without(sections, (heading) => beside.test(heading))",
    "sections",
    sections
  ),
  core(
    "data: parts that are things are sections of their forms",
    "src/extraction/domain/sectionedLists.ts",
    "const mayBeThings = things.length * 2 > parts.size || areForms(all, language)",
    "const mayBeThings = false",
    sections
  ),
  core(
    "data: a list has the rows of pages that are called otherwise",
    "src/extraction/domain/buildRows.ts",
    "one.score >= first.score * leastOfSame && isSame(one)",
    "one.score >= first.score * leastOfSame",
    pages
  ),
  core(
    "data: events are jobs where a site has no others",
    "src/extraction/domain/buildRows.ts",
    "    if (how === likeness.otherwise) return []\n",
    "",
    pages
  ),
  core(
    "data: the next pages of a list are left out",
    "src/extraction/domain/buildRows.ts",
    "one.how >= how || pages.some((page) => continues(one.place, page))",
    "one.how >= how",
    pages
  ),
  core(
    "data: a French press is what the press is told",
    "src/extraction/domain/listKinds.ts",
    'isSure && (doubtful.has(last) || doubtful.has(last.replace(/s$/, "")))',
    "false",
    pages
  ),
  core(
    "data: jobs for trainers are none",
    "src/extraction/domain/pageCalled.ts",
    "isOfOneOf(own, [above, ...parts])",
    "isOfOneOf(own, [above])",
    pages
  ),
  core(
    "data: the first part of an address says what its page has",
    "src/extraction/domain/pageCalled.ts",
    "wordedParts(page.url).toReversed()",
    "wordedParts(page.url)",
    pages
  ),
  core(
    "data: a site that is called otherwise has no list on its first page",
    "src/extraction/domain/pageCalled.ts",
    "!isFront(page.url) && areOthers",
    "areOthers",
    pages
  ),
  core(
    "data: all pages of a site go on with its first",
    "src/extraction/domain/pageCalled.ts",
    "theirs.length > 0 && mine",
    "mine",
    pages
  ),
  core(
    "data: rooms are no products",
    "src/extraction/domain/listKinds.ts",
    " && !(areOffered(some) && areOffered(others))",
    "",
    pages
  ),
  core(
    "data: petrol stations are jobs",
    "src/extraction/domain/listKinds.ts",
    "alone.has(end) ? undefined : byWord.get(end)",
    "byWord.get(end)",
    pages
  ),
  core(
    "data: any price is what a job pays",
    "src/extraction/domain/leftValues.ts",
    "isCalled || namesJob(set)",
    "true",
    pages
  ),
  core(
    "data: the sections of a menu are dishes",
    "src/extraction/domain/buildRows.ts",
    "if (containers.has(group) || isInList(group)) return []",
    "",
    sections
  ),
  core(
    "data: whatever has cards is a section of a list",
    "src/extraction/domain/buildRows.ts",
    "if (called.length > 0) return { best, sections: called }",
    "",
    sections
  ),
  core(
    "data: equal rows of a table are one",
    "src/extraction/domain/copies.ts",
    'if (group.source === "table" || group.source === "pair" || group.source === "list") return false',
    "",
    sections
  ),
  core(
    "data: what a carousel draws again is there again",
    "src/extraction/domain/copies.ts",
    "return all.every((one, at) => at < round || one === all[at - round]) ? things.slice(0, round) : things",
    "return things",
    sections
  ),
  html(
    "data: a section with one thing is none",
    "src/facts/elementFacts.ts",
    "at.takesOne ? at.kinds : null",
    "null",
    sections
  ),
  core(
    "data: links of a menu are rows of whatever has a name",
    "src/extraction/domain/buildRows.ts",
    "said.length >= enough && said.some(([name]) => !nameWords(name).every((word) => common.has(word)))",
    "said.length >= enough",
    rows
  ),
  core(
    "data: the first of two columns that may be meant is taken",
    "src/extraction/domain/findScalar.ts",
    "return isDoubtful ? undefined : best",
    "return best",
    rows
  ),
  core(
    "data: amounts are read as their page's language has them, whatever their column says",
    "src/extraction/domain/decimalsOf.ts",
    'return hasComma ? "de" : "en"',
    "return undefined",
    rows
  ),
  html(
    "data: what reaches across a table is a row of it",
    "src/facts/tableFacts.ts",
    "return row.isAcross ? [] : [{ part, row }]",
    "return [{ part, row }]",
    "test/fillingRows.test.ts"
  ),
  html(
    "data: raised cents are the end of their number",
    "src/facts/raisedFigures.ts",
    'return `${number.includes(".") ? "," : "."}${figures}`',
    "return figures",
    "test/fillingRows.test.ts"
  ),
  html(
    "data: the number of a note is a part of its amount",
    "src/facts/raisedFigures.ts",
    'if (hasDecimals || figures.length === 1) return ""',
    "if (hasDecimals || figures.length === 1) return figures",
    "test/fillingRows.test.ts"
  ),
  core(
    "data: an instalment is the price of what is priced beside it",
    "src/extraction/domain/priceRates.ts",
    "most >= own.least * leastTimes",
    "most < own.least",
    "packages/adapters/html/test/fillingRates.test.ts"
  ),
  core(
    "data: the price is what a unit costs",
    "src/extraction/domain/buildData.ts",
    "built.delete(property.name)\n  }\n}\n\n/** An object",
    "built.has(property.name)\n  }\n}\n\n/** An object",
    "packages/adapters/html/test/fillingRates.test.ts"
  ),
  core(
    "data: a later page goes before the first that says it hardly less surely",
    "src/extraction/domain/buildData.ts",
    "return index === 0 ? 0 : -laterPage",
    "return 0",
    "test/extraction/buildData.test.ts"
  ),
  core(
    "data: any list is the one that is asked for",
    "src/extraction/domain/buildData.ts",
    "isOnly: lists === 1 && spot.rowOf !== null",
    "isOnly: lists === 1",
    "test/extraction/buildData.test.ts"
  ),
  core(
    "data: a name that stands above is what somebody does",
    "src/extraction/domain/buildData.ts",
    "if (isName || isCalled(value)) built.delete(name)",
    "if (isName) built.delete(name)",
    "test/extraction/buildData.test.ts"
  ),
  core(
    "data: a telephone number is not proved as the page writes it",
    "src/extraction/domain/buildData.ts",
    " && value !== said && /^\\+\\d+$/.test(value))",
    " && value === said)",
    "test/extraction/buildData.test.ts"
  ),
  core(
    "data: the name of a site is that of whatever is asked for beside other things",
    "src/extraction/domain/buildData.ts",
    'isAlone: spot.path === "" && shape.properties.length === 1',
    "isAlone: true",
    "test/extraction/buildData.test.ts"
  ),
  core(
    "contacts: a number or a mailbox may be half of one",
    "src/extraction/domain/wholeBeginning.ts",
    "text.slice(0, before(text, before(text, most,",
    "text.slice(0, most + 0 * before(text, before(text, most,",
    "test/extraction/contactLines.test.ts",
    "test/brands/shownContacts.test.ts"
  ),
  core(
    "data: one of several addresses is the one",
    "src/extraction/domain/contactLines.ts",
    "return forAll.length === 1 ? forAll[0] : undefined",
    "return forAll[0] ?? fitting[0]",
    "test/extraction/contactLines.test.ts"
  ),
  core(
    "data: what a device costs is the price of its plan",
    "src/extraction/domain/priceRates.ts",
    "if (isLasting && isOfDevice(fact)) continue",
    "",
    "packages/adapters/html/test/fillingRates.test.ts"
  ),
  core(
    "data: a mailbox of others is the site's",
    "src/extraction/domain/contactLines.ts",
    "!isOwnMailbox(value, sheet, whom)",
    "false",
    "test/extraction/contactLines.test.ts"
  ),
  core(
    "data: a number of others is the site's",
    "src/extraction/domain/contactLines.ts",
    'whose === "strange" || ',
    "",
    "test/extraction/contactLines.test.ts"
  ),
  core(
    "data: a mailbox of the site is its maker's",
    "src/extraction/domain/contactLines.ts",
    'if (isOfSite) return "own"',
    "",
    "test/extraction/contactLines.test.ts"
  ),
  core(
    "data: a number for emergencies is as good as any",
    "src/extraction/domain/strangers.ts",
    ' ? "own" : "perhaps"',
    ' ? "own" : "own"',
    "test/extraction/contactLines.test.ts"
  ),
  core(
    "data: who helps in one need gives the number of nobody",
    "src/extraction/domain/strangers.ts",
    'partners.test(part.replace(joining, ""))',
    'partners.test(part.replace(joining, "")) || helpersInOne.test(part)',
    "test/extraction/contactLines.test.ts"
  ),
  core(
    "data: who helps in one need gives the number of the site before its own",
    "src/extraction/domain/strangers.ts",
    "(inOne === null || isOurs(inOne) ? null : inOne)",
    "null",
    "test/extraction/contactLines.test.ts"
  ),
  core(
    "data: a short name and a word behind it are the same house",
    "src/extraction/domain/contactLines.ts",
    "const longName = 8",
    "const longName = 3",
    "test/extraction/contactLines.test.ts"
  ),
  core(
    "data: whoever says us gives the number of another",
    "src/extraction/domain/strangers.ts",
    " && !isOurs(found)",
    "",
    "test/extraction/contactLines.test.ts"
  ),
  core(
    "data: the lower end of a range is of no size",
    "src/extraction/domain/readNumber.ts",
    "[groups.low, groups.lowScale ?? last]",
    '[groups.low, groups.lowScale ?? ""]',
    "test/extraction/readValues.test.ts"
  ),
  core(
    "data: a sign between two prices is of the second, which has its own",
    "src/extraction/domain/readNumber.ts",
    "(?!(?:\\s?\\k<ofNext>${wholeNumber}){0,4}\\s?\\k<ofNext>(?!\\s?\\d)))`",
    ")`",
    "test/extraction/readValues.test.ts"
  ),
  core(
    "data: a sign between two of several prices is of the first, whose own stands before it",
    "src/extraction/domain/readNumber.ts",
    "\\s?\\k<ofNext>(?!\\s?\\d)))`",
    "\\s?\\k<ofNext>))`",
    "test/extraction/readValues.test.ts"
  ),
  core(
    "data: any figures are a telephone's",
    "src/extraction/domain/contactLines.ts",
    "otherFigures.test(before) || (!isInternational && !dialled.test(before))",
    "otherFigures.test(before)",
    "test/extraction/contactLines.test.ts"
  ),
  core(
    "data: a word that leads somewhere is an address",
    "src/extraction/domain/readTyped.ts",
    "if (wanted.asksUrl && !isAddress(text)) return undefined",
    "",
    "packages/adapters/html/test/fillingLinks.test.ts"
  ),
  core(
    "data: an amount in another currency is one in that which is asked for",
    "src/extraction/domain/askedCurrency.ts",
    'if (typeof code === "string") return asked.includes(code)',
    'if (typeof code === "string") return true',
    "test/extraction/readValues.test.ts"
  ),
  core(
    "data: one end of a range is the value",
    "src/extraction/domain/readTyped.ts",
    "    if (rises && joins(joint)) return true\n",
    "",
    "test/extraction/readValues.test.ts"
  ),
  core(
    "data: what several cost is the price of one",
    "src/extraction/domain/forMany.ts",
    "if (countsSome(name, words)) return true",
    "",
    "test/extraction/fillSchema.test.ts"
  ),
  core(
    "data: a ticket costs whatever a page has an amount for",
    "src/extraction/domain/unmetWords.ts",
    "!besidePaid.has(word) &&",
    "false &&",
    "test/extraction/fillSchema.test.ts"
  ),
  core(
    "data: a value is cut at its first colon",
    "src/extraction/domain/labelIn.ts",
    "return isPart(text, index) ? undefined : index",
    "return index",
    labels,
    "test/extraction/labelIn.test.ts"
  ),
  core(
    "data: a label of 80 characters is one",
    "src/extraction/domain/labelIn.ts",
    "label: 49",
    "label: 80",
    labels,
    "test/extraction/labelIn.test.ts"
  ),
  core(
    "data: a word of women and men is a label and its value",
    "src/extraction/domain/labelIn.ts",
    "    if (isWithinWord) continue\n",
    "",
    labels,
    "test/extraction/labelIn.test.ts"
  ),
  core(
    "data: a value goes as far as it can be read",
    "src/extraction/domain/clausesIn.ts",
    "    if (found === undefined) return []\n",
    "    if (found === undefined) break\n",
    labels,
    "test/extraction/clausesIn.test.ts"
  ),
  core(
    "data: a verse is a time of day",
    "src/extraction/domain/clausesIn.ts",
    " || places.test(name)",
    "",
    labels,
    "test/extraction/clausesIn.test.ts"
  ),
  core(
    "data: hours of other days are no hours of the same",
    "src/extraction/domain/hoursAt.ts",
    "const more = next === undefined ? undefined : partEnd(text, next, mayHaveDays)",
    "const more = next === undefined ? undefined : partEnd(text, next, false)",
    labels,
    "test/extraction/clausesIn.test.ts"
  ),
  core(
    "data: a dash for no cents says nothing of the mark before it",
    "src/extraction/domain/readNumber.ts",
    'written !== said || (mark === ",")',
    '(mark === ",")',
    "test/extraction/readValues.test.ts"
  ),
  core(
    "data: half of a span of hours is the whole",
    "src/extraction/domain/clausesIn.ts",
    " && !holdsBegin(clause)",
    "",
    labels,
    "test/extraction/clausesIn.test.ts"
  ),
  core(
    "data: a time has no day",
    "src/extraction/domain/clausesIn.ts",
    "const known = [day, hours]",
    "const known = [hours]",
    labels,
    "test/extraction/clausesIn.test.ts"
  ),
  html(
    "data: an address ends with its town",
    "src/facts/addPostal.ts",
    "const isOnLine = line.isCalled && ",
    "const isOnLine = false && ",
    labels
  ),
  core(
    "data: any ratio to one is a number",
    "src/extraction/domain/readTyped.ts",
    "toOne.test(String(value)) && [wanted.words, nameWords(name)].some(speakOfRatio)",
    "toOne.test(String(value))",
    "test/extraction/readValues.test.ts"
  ),
  html(
    "data: an address behind its label is one line",
    "src/facts/addPostal.ts",
    "(said?.value ?? line)",
    "line",
    labels
  ),
  html(
    "data: a part of a house is its street",
    "src/facts/addPostal.ts",
    "inHouse.test(before) && ",
    "inHouse.test(above) && ",
    labels
  ),
  core(
    "data: an address that nobody can ask for takes the turn of another",
    "src/extraction/followTopic.ts",
    "url.length > maxUrlLength ? null : parseUrl(url)",
    "parseUrl(url)",
    "test/extraction/choosePages.test.ts"
  ),
  core(
    "data: a name of one page is that of whose site it is",
    "src/extraction/domain/siteSubject.ts",
    "count > 1 ? [name]",
    "count > 0 ? [name]",
    "test/extraction/siteSubject.test.ts"
  ),
  core(
    "data: the first figure of a score is the number",
    "src/extraction/domain/readTyped.ts",
    "score.test(text) && !wanted.isMoney && !isRatio",
    "false",
    "test/extraction/readValues.test.ts"
  ),
  core(
    "data: a row that was pushed over the end of a list is gone",
    "src/monitors/domain/cutLists.ts",
    "isCutNow && !known.has(key)",
    "!isCutNow && !known.has(key)",
    cutLists
  ),
  core(
    "data: a row that moved in at the end of a list is new",
    "src/monitors/domain/cutLists.ts",
    "!wasCut || places.has(key) ||",
    "wasCut || places.has(key) ||",
    cutLists
  ),
  core(
    "data: rows that do not keep their order tell what came",
    "src/monitors/domain/cutLists.ts",
    "(inOrder && index < lastNow)",
    "index < lastNow",
    cutLists
  ),
  core(
    "data: the parts of a page are rows of any list",
    "src/extraction/domain/isListMeant.ts",
    "if (!areParts && group.source",
    "if (areParts || group.source",
    parts
  ),
  core(
    "data: one part that says what is asked of one makes rows of all",
    "src/extraction/domain/isListMeant.ts",
    "told.more * 2 > told.rows",
    "told.more > 0",
    parts
  ),
  html(
    "data: the one card of another class is none of its list",
    "src/facts/repeats.ts",
    "if (one.name !== usual.name ||",
    "if (one !== usual ||",
    "test/fillingParts.test.ts"
  ),
  html(
    "data: whatever stands beside cards is one",
    "src/facts/repeats.ts",
    "return areSame(insideOf(one), inside)",
    "return true",
    "test/fillingParts.test.ts"
  )
]
