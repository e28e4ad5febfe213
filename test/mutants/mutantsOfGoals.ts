/** Mistakes in what a goal is told of a page. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of sources.
import { core, html, type Mutant } from "./Mutant.ts"

const judging = "src/monitors/domain/judging"
const pages = "test/monitors/judging/goalsOnPages.test.ts"
const prices = "test/monitors/judging/standingPrices.test.ts"
const rows = "test/monitors/judging/rows.test.ts"
const states = "test/monitors/judging/statesAndPosts.test.ts"
const denied = "test/monitors/judging/deniedStates.test.ts"
const lists = "test/monitors/judging/lists.test.ts"
const abbreviations = "test/monitors/judging/abbreviations.test.ts"

const signs = "test/monitors/judging/signs.test.ts"

export const mutantsOfGoals: ReadonlyArray<Mutant> = [
  core(
    "noise: a rule that counts is a counter",
    `${judging}/noise.ts`,
    "const hasLimit = limit.test(text)",
    "const hasLimit = limit.test(text) && text === line",
    "test/monitors/judging/besideNoise.test.ts"
  ),
  core(
    "noise: what counts down by days and hours says more than a time",
    `${judging}/saidBeside.ts`,
    'value.kind === "quantity" && unitName(value.unit) === undefined',
    'value.kind === "quantity"',
    "test/monitors/judging/besideNoise.test.ts"
  ),
  core(
    "noise: what is said beside a counter or the weather is told",
    `${judging}/saidBeside.ts`,
    "!names.every((name) => standsBeside.has(name))",
    "false",
    "test/monitors/judging/besideNoise.test.ts"
  ),
  core(
    "noise: a price beside a counter is its own",
    `${judging}/saidBeside.ts`,
    "changed.some((token) => isOfPrice(token, `${left} ${right}`)) || ",
    "",
    "test/monitors/judging/besideNoise.test.ts"
  ),
  core(
    "noise: what is raised beside a counter is a price",
    `${judging}/saidBeside.ts`,
    " && !raised.test(fold(lines))",
    "",
    "test/monitors/judging/besideNoise.test.ts"
  ),
  core(
    "noise: how many may enter counts up by itself",
    `${judging}/noise.ts`,
    '"(?:may|must|shall)(?! (?:be',
    '"(?:shall)(?! (?:be',
    "test/monitors/judging/besideNoise.test.ts"
  ),
  core(
    "signs: coloured lights are pictures that are shown in turns",
    `${judging}/signs.ts`,
    "plainLight.test(was + now)",
    "was !== now",
    signs
  ),
  core(
    "signs: the lights of a row of pictures say something",
    `${judging}/signs.ts`,
    "!(isInRow && isTurned(textOf(gone), textOf(come)))",
    "isInRow || !isInRow",
    signs
  ),
  core(
    "states: what is in stock and brought in days is to come",
    "src/extraction/domain/stateNow.ts",
    "vorr[aä]tig/iu.test(text) && broughtInDays.test(behind)",
    "vorr[aä]tig/iu.test(text) && behind === text",
    "test/monitors/judging/statesAndPosts.test.ts"
  ),
  core(
    "lists: any sentence of a page about jobs is one of them",
    `${judging}/matchList.ts`,
    "(isOtherProse(condition, fact))",
    "(isOtherProse(condition, fact) && fact.before.length > 9)",
    "test/monitors/judging/lists.test.ts"
  ),
  core(
    "lists: what goes is of the list that the page names, though others beside it name themselves so",
    `${judging}/subject.ts`,
    "    ![...above, ...below].some(isEntry) &&\n",
    '    (isEntry("") || hard.length > 0) &&\n',
    "test/monitors/judging/goalsOnPages.test.ts"
  ),
  core(
    "titles: a line is called by a word that turns its sense",
    "src/monitors/domain/tellChange.ts",
    "isSmall && turnsSense.test(beginning)",
    "isSmall && beginning === lead",
    "test/monitors/telling.test.ts"
  ),
  core(
    "signs: a bullet is a mark of yes",
    `${judging}/signs.ts`,
    "gone.length > 0 && come.length > 0 && textOf",
    "textOf",
    signs
  ),
  core(
    "signs: a number below nothing is written together with one above",
    `${judging}/meaning.ts`,
    "      !differInValue(left, right) &&\n",
    "",
    signs
  ),
  core(
    "goals: the section before stands above a line too",
    `${judging}/outline.ts`,
    "if (level >= least) continue",
    "if (level > least) continue",
    pages
  ),
  core(
    "goals: a line that says the same as a heading is one",
    `${judging}/outline.ts`,
    "const level = places.get(nth)",
    "const level = places.get(nth) ?? [...places.values()][0]",
    "test/monitors/judging/outline.test.ts"
  ),
  core(
    "goals: what marks say does not reach the judge",
    "src/monitors/markDifferences.ts",
    'monitor.changeDetection.type === "semantic" && sight',
    'monitor.changeDetection.type !== "semantic" && sight',
    "test/monitors/goalsInSections.test.ts"
  ),
  core(
    "goals: an empty corner is no cell",
    `${judging}/rows.ts`,
    "line.split(/[|\\t]/).map((cell) => cell.trim()) : []",
    'line.replace(/^\\s*\\|/, "").split(/[|\\t]/).map((cell) => cell.trim()) : []',
    rows
  ),
  core(
    "goals: a card says all that stands in it",
    `${judging}/context.ts`,
    "return heading === undefined || places.includes(heading)",
    "return heading === undefined || heading >= 0",
    "test/monitors/judging/sections.test.ts"
  ),
  core(
    "goals: no places available are available",
    "src/extraction/domain/stateNow.ts",
    "isNone(line, status, isNamed)",
    "isNone(line, status, isNamed) && line.length < 0",
    states
  ),
  core(
    "goals: the price is the first of two",
    `${judging}/amounts.ts`,
    "return [one.amount < other.amount ? one : other]",
    "return [one]",
    prices
  ),
  core(
    "goals: what is struck out is a price",
    `${judging}/amounts.ts`,
    '      isStruck(value) ? "former" : roleOf(value',
    "      roleOf(value",
    prices
  ),
  core(
    "goals: the price of a month is that of a year",
    `${judging}/perUnit.ts`,
    "if (isOther(focus.after)) return true",
    "if (isOther(focus.after)) return false",
    prices
  ),
  core(
    "goals: what will be there is there",
    "src/extraction/domain/stateNow.ts",
    '{ ...status, state: "preorder" }',
    "status",
    states
  ),
  core(
    "goals: what is no longer so is so",
    `${judging}/goalState.ts`,
    "if (negation === undefined) states.push",
    "if (negation === undefined || state.length > 0) states.push",
    denied
  ),
  core(
    "goals: a road that is not closed is left out",
    `${judging}/goal.ts`,
    "if (isDenial(goal, { from, to }, states)) continue",
    "if (isDenial(goal, { from, to }, states) && from < 0) continue",
    denied
  ),
  core(
    "goals: what is on backorder is still in stock",
    `${judging}/matchStatus.ts`,
    "is: isLeft(fact.states, fact, family, state)",
    "is: isLeft(fact.states, fact, family, state) && family === state",
    denied
  ),
  core(
    "goals: open positions are one thing that is open",
    `${judging}/compileClause.ts`,
    "asBecoming, asList, asNewAndThere",
    "asBecoming, asNewAndThere",
    lists
  ),
  core(
    "goals: what is below open roads is a closed one",
    `${judging}/matchList.ts`,
    'if (isOfOthers(condition, fact)) return no(0.88, "it is one of another list")',
    "if (isOfOthers(condition, fact) && fact.hunk.from < 0) return status",
    lists
  ),
  core(
    "goals: a doctor ends a sentence",
    `${judging}/goal.ts`,
    'partsOf(withoutPoints(text.replace(addressed, "")))',
    'partsOf(text.replace(addressed, ""))',
    abbreviations
  ),
  core(
    "goals: in stock in 2 weeks is in stock",
    `${judging}/matchStatus.ts`,
    "!isLaterSaid(after, state) &&\n    isShort(fact)",
    "isShort(fact)",
    states
  ),
  core(
    "goals: who asks to be told when it is back is told that it is",
    "src/extraction/domain/stateNow.ts",
    "(awaited.test(ahead) || spanAhead.test(ahead))",
    "spanAhead.test(ahead)",
    states
  ),
  core(
    "goals: another post that went is the one that was filled",
    `${judging}/subject.ts`,
    'isSoft(group) || placeOf(group, fact) !== "none")',
    'isSoft(group) || placeOf(group, fact) !== "near")',
    states
  ),
  html(
    "marks: a heading counts from the line before it",
    "src/LineMarks.ts",
    "lines.length !== opened.at + 1",
    "lines.length < opened.at",
    "test/lineMarks.test.ts"
  ),
  core(
    "goals: the price of a sibling is that of the thing that a goal names",
    `${judging}/matchNumber.ts`,
    " || isOfSibling(group, fact)",
    "",
    "test/monitors/judging/siblingsOfOne.test.ts"
  ),
  core(
    "goals: a smaller number is a new build too",
    `${judging}/numbered.ts`,
    "gone.every((was) => isNewer(was, now))",
    "gone.every((was) => was !== now)",
    "test/monitors/judging/numbered.test.ts"
  ),
  core(
    "goals: any number of a line is of what is new",
    `${judging}/numbered.ts`,
    "return isNamed && !isOther ? [wholeOf",
    "return isNamed || !isOther ? [wholeOf",
    "test/monitors/judging/numbered.test.ts"
  ),
  core(
    "goals: in stock without returns is out of stock",
    "src/extraction/domain/stateNow.ts",
    "(?:$|[)",
    "(?:|[)",
    "test/monitors/judging/notesBehindStates.test.ts"
  ),
  core(
    "goals: of size 0 there is none",
    "src/extraction/domain/stateNow.ts",
    "/(?:^|(?<!(?:size",
    "/(?:|(?<!(?:size",
    "test/monitors/judging/notesBehindStates.test.ts"
  ),
  core(
    "goals: the new edition is one that came",
    `${judging}/compileClause.ts`,
    " || known.test(goal.folded)) return",
    ") return",
    "test/monitors/judging/numbered.test.ts"
  ),
  core(
    "goals: a new version that is not to be had came",
    `${judging}/matchFact.ts`,
    'match.verdict === "yes" || isDenied ? match',
    'match.verdict === "yes" ? match',
    "test/monitors/judging/numbered.test.ts"
  ),
  core(
    "goals: letters behind a version that nobody knows are its release",
    `${judging}/numbered.ts`,
    "!isOrdered(one.stage, other.stage) || one.stage",
    "one.stage",
    "test/monitors/judging/numbered.test.ts"
  ),
  core(
    "goals: games that are left are tickets",
    `${judging}/statesNow.ts`,
    "filter(({ state }) => !said.some(",
    "filter(({ state }) => state !== line || !said.some(",
    "test/monitors/judging/stockCounts.test.ts"
  ),
  core(
    "goals: what is full at 80 % is full",
    `${judging}/full.ts`,
    "(?:%|percent|per cent)",
    "(?:per cent)",
    "test/monitors/judging/notesBehindStates.test.ts"
  ),
  core(
    "goals: how few there are says what is counted",
    `${judging}/stockCounts.ts`,
    ".filter(({ folded }) => !fillers.has(folded))",
    "",
    "test/monitors/judging/stockCounts.test.ts"
  ),
  core(
    "goals: less of it is none of it",
    `${judging}/stockCounts.ts`,
    "(was === 0) === (now === 0)",
    "was === now",
    "test/monitors/judging/stockCounts.test.ts"
  ),
  core(
    "goals: what is left of a time can be had",
    `${judging}/whatIsLeft.ts`,
    "measureName(noun) !== undefined || people.test(noun)",
    "people.test(noun)",
    "test/monitors/judging/stockCounts.test.ts"
  ),
  core(
    "goals: a price in another currency meets an amount",
    `${judging}/currencies.ts`,
    "one.unit === other.unit || one.mayBe",
    "one.unit !== other.unit || one.mayBe",
    "test/monitors/judging/currencies.test.ts"
  ),
  core(
    "goals: each price in another currency is told",
    `${judging}/matchNumber.ts`,
    "        (pair) => crosses(pair, measure, page) === true",
    "        (pair) => crosses(pair, measure, page) !== null",
    "test/monitors/judging/currencies.test.ts"
  ),
  core(
    "noise: who looks at a page now is a rule where a limit stands ahead",
    `${judging}/noise.ts`,
    "  liveCounter,\n  counter,",
    "  counter,",
    "test/monitors/judging/besideNoise.test.ts"
  ),
  core(
    "noise: what is left at a price is a counter",
    `${judging}/noise.ts`,
    '"(?:at|for|zu',
    '"(?:for|zu',
    "test/monitors/judging/besideNoise.test.ts"
  ),
  html(
    "tabs: slides are named by their numbers",
    "src/tabs.ts",
    "  if (!sayMoreThanPlaces(titled.map(({ title }) => title))) return\n",
    "",
    "test/tabs.test.ts"
  ),
  html(
    "tabs: years and versions are taken for places in a row",
    "src/tabs.ts",
    "/\\p{L}|\\d{3}|\\d\\.\\d/u",
    "/\\p{L}/u",
    "test/tabs.test.ts"
  ),
  html(
    "tabs: any boxes below a switch are what its labels show",
    "src/tabs.ts",
    " || !panels.every(isNamedPanel)",
    "",
    "test/tabs.test.ts"
  ),
  html(
    "tabs: panels near a list are not those of its tabs",
    "src/tabs.ts",
    "if (near.length === all.length) return",
    "if (near.length > all.length) return",
    "test/tabs.test.ts"
  ),
  html(
    "tabs: the list of an accordion is told by its panels",
    "src/tabs.ts",
    'within(list, "tabpanel", places.budget).length === 0',
    'within(list, "tabpanel", places.budget).length >= 0',
    "test/tabs.test.ts"
  ),
  html(
    "lists: an item that has no marker of its own stands among those that have",
    "src/markdown/writeMarkdown.ts",
    ".every((number) => number >= 0 && number <= largestMarker)",
    ".some((number) => number >= 0 && number <= largestMarker)",
    "test/listNumbers.test.ts"
  ),
  core(
    "goals: what is offered beside a price is the price",
    `${judging}/amounts.ts`,
    'wanted.includes(extras.has(value.from) ? "extra" : "main")',
    'wanted.includes("main")',
    "test/monitors/judging/amountsBeside.test.ts"
  ),
  core(
    "goals: a page about warranties has no prices",
    `${judging}/besidePrice.ts`,
    "  const isOfThem = [...headings, ...sections].some((heading) => named.test(fold(heading)))",
    "  const isOfThem = [...headings, ...sections].some(() => false)",
    "test/monitors/judging/amountsBeside.test.ts"
  ),
  core(
    "goals: the only price is an extra for the words around it",
    `${judging}/besidePrice.ts`,
    "    return !isOfThem && value.amount < (most.get(value.unit) ?? 0)",
    "    return !isOfThem",
    "test/monitors/judging/amountsBeside.test.ts"
  ),
  core(
    "goals: what a price was is the price with tax",
    `${judging}/besidePrice.ts`,
    "  !(gross.to <= net.from && cameDown.test(fold(text.slice(gross.to, net.from)))) &&\n",
    "",
    "test/monitors/judging/amountsBeside.test.ts"
  ),
  core(
    "goals: a minute of an hour is an amount of its own",
    `${judging}/values.ts`,
    "      part.amount < whole.amount &&",
    "      part.amount > whole.amount &&",
    "test/monitors/judging/durations.test.ts"
  ),
  core(
    "goals: the head of the first column names no row",
    `${judging}/subject.ts`,
    "(says(group, row.kind) && isNamed(row.name)) ||",
    "(says(group, row.kind) && subject.length < 0) ||",
    "test/monitors/judging/labelColumns.test.ts"
  ),
  core(
    "goals: what is open in a way is no state",
    "src/extraction/domain/statuses.ts",
    "!openHow.test(fold(behind))",
    "behind !== null",
    "test/monitors/judging/openHow.test.ts"
  ),
  core(
    "goals: an open waiting list is an open place",
    "src/extraction/domain/stateNow.ts",
    "isOfWaiting(line, status, isNamed))",
    "isOfWaiting(line, status, isNamed) && false)",
    "test/monitors/judging/daysToCome.test.ts"
  ),
  core(
    "goals: the day of an appointment is when it will be there",
    "src/extraction/domain/stateNow.ts",
    "if (isHeld || isTicket) return",
    "if (line.length < 0) return",
    "test/monitors/judging/stillTold.test.ts"
  ),
  core(
    "goals: a number behind a label is a year",
    `${judging}/plainBounds.ts`,
    "(isOfScale || !isLabelled(value, text))",
    "(isOfScale || isLabelled(value, text) || value.text !== text)",
    "test/monitors/judging/stillTold.test.ts"
  ),
  core(
    "goals: any number behind a label is no year",
    `${judging}/plainBounds.ts`,
    "(isOfScale || !isLabelled(value, text))",
    "!isLabelled(value, text)",
    "test/monitors/judging/stillTold.test.ts"
  ),
  core(
    "goals: small letters are of feet alone",
    `${judging}/values.ts`,
    "(isOfForints && parseDigits(groups.digits!)",
    "(isOfForints && -parseDigits(groups.digits!)",
    "test/monitors/judging/stillTold.test.ts"
  ),
  core(
    "cards: what stands above the first name is of no card",
    "src/monitors/domain/cardOrder.ts",
    'if (headKinds.has(kind) && parts.some((part) => part.has(kind))) return "below"',
    "",
    "test/monitors/judging/cardsBothWays.test.ts"
  ),
  core(
    "cards: of two cards that may be meant, the one above is",
    `${judging}/context.ts`,
    "{ ...contextAbove(line, column), otherwise: below }",
    "contextAbove(line, column)",
    "test/monitors/judging/cardsBothWays.test.ts"
  ),
  core(
    "cards: the first of a list names its page",
    `${judging}/page.ts`,
    "context.line < nextCard(at) &&",
    "",
    "test/monitors/judging/cardsBothWays.test.ts"
  ),
  core(
    "goals: an arrow that points down says nothing",
    "src/paging/domain/minusAhead.ts",
    "if (at !== undefined) return ofArrow(at, short)",
    "",
    "test/monitors/judging/belowZero.test.ts"
  ),
  core(
    "goals: words that no rule knows are about something else",
    `${judging}/matchTopic.ts`,
    "const isUnread = areForeign(nowhere) ||",
    "const isUnread =",
    "test/monitors/judging/otherLanguages.test.ts"
  ),
  core(
    "goals: an entry of a list names the page of all that follow",
    `${judging}/page.ts`,
    "(levels.has(at) || !(isEntryBeside(line, fact) || isLabelOfList(now, at, fact)))",
    "true",
    "test/monitors/judging/firstEntries.test.ts"
  ),
  core(
    "goals: the head of a column is found in no row of it",
    `${judging}/subject.ts`,
    "own.some(({ text }) => isNamed(text) || (isOfRows && isNaming(text)))",
    "false",
    "test/monitors/judging/firstEntries.test.ts"
  ),
  core(
    "goals: what is new has to be an entry that came",
    `${judging}/newValues.ts`,
    'if (fact.kind !== "changed" || fact.come.length === 0 || subject.length === 0) return false',
    'if (fact.kind !== "added") return false',
    "test/monitors/judging/newValues.test.ts"
  ),
  core(
    "goals: an entry of a list that is worded otherwise is a new one",
    `${judging}/newValues.ts`,
    ".some((name) => !single.includes(name))",
    ".some(() => false)",
    "test/monitors/judging/newValues.test.ts"
  ),
  core(
    "titles: each line of a row of data is one more thing",
    "src/monitors/domain/describeChange.ts",
    "const told = isOneRow(edits) ?",
    "const told = isOneRow([]) ?",
    "test/monitors/titlesOfRows.test.ts"
  ),
  core(
    "goals: a flag that is not so says what it is called",
    `${judging}/flags.ts`,
    "return isSo ? states : isOfEnd",
    "return isSo || name !== folded.slice(0, -1) ? states : isOfEnd",
    "test/monitors/judging/flags.test.ts"
  ),
  core(
    "goals: what is had beside a thing is the thing",
    `${judging}/flags.ts`,
    "nouns.some((noun) => isBeside(noun) && !isNamed(noun))",
    "nouns.some((noun) => noun.length < 0)",
    "test/monitors/judging/flags.test.ts"
  ),
  core(
    "goals: a property is one word",
    `${judging}/flags.ts`,
    '.replaceAll("_", " ")',
    '.replaceAll("_", "_")',
    "test/monitors/judging/flags.test.ts"
  ),
  core(
    "goals: an open shop has goods",
    `${judging}/flags.ts`,
    "family === wanted || ofEither.test(text)",
    "family !== wanted || text !== wanted",
    "test/monitors/judging/flags.test.ts"
  ),
  core(
    "noise: yes below its label is a link",
    `${judging}/facts.ts`,
    "  if (isTurnedAnswer(edit)) return () => null\n",
    "",
    "test/monitors/judging/flags.test.ts"
  ),
  core(
    "goals: a goal is cut within its bound",
    `${judging}/goal.ts`,
    "if (isInBound(index + found.search(/\\p{L}/u))) continue",
    "if (isInBound(-1)) continue",
    "test/monitors/judging/bounds.test.ts"
  ),
  core(
    "goals: where a price drops to is no bound",
    `${judging}/goalBound.ts`,
    '  of("below", true, phrases(downTo)),\n',
    "",
    "test/monitors/judging/bounds.test.ts"
  ),
  core(
    "goals: a day without a year names no row",
    `${judging}/subject.ts`,
    "own.text === word.trim() && found.some((value) => isSameValue(own, value))",
    "own.text !== word",
    "test/monitors/judging/daysInGoals.test.ts"
  ),
  core(
    "goals: a discount has a sign",
    `${judging}/matchNumber.ts`,
    "condition.subject.some(isOfDiscount) ? Math.abs : undefined",
    "condition.subject.some(isOfDiscount) ? undefined : Math.abs",
    "test/monitors/judging/countsInGoals.test.ts"
  ),
  core(
    "goals: any number counts what is asked for",
    `${judging}/countsOf.ts`,
    "return ({ from }) => meant.some((value) => value.from === from && fits(value))",
    "return (value) => meant.length > 0 && fits(value)",
    "test/monitors/judging/countsInGoals.test.ts"
  ),
  core(
    "goals: words of the tax behind a price are of the next amount",
    `${judging}/amounts.ts`,
    '!(role === "other" && isToldWithSide(value, line))',
    '!(role === "main" && isToldWithSide(value, line))',
    "test/monitors/judging/taxedPrices.test.ts"
  ),
  core(
    "goals: a price without tax on a line of its own is the price",
    `${judging}/besidePrice.ts`,
    "          grossesBeside(fact).some((gross) => isTaxed(gross, value)))",
    "          grossesBeside(fact).some((gross) => isTaxed(value, gross)))",
    "test/monitors/judging/taxedPrices.test.ts"
  ),
  core(
    "goals: what stands behind another label is new",
    `${judging}/newValues.ts`,
    "!isOwn(own) && labels.some(isOwn)",
    "!isOwn(own) && labels.length < 0",
    "test/monitors/judging/newValues.test.ts"
  ),
  core(
    "goals: a number in a label is what is asked for",
    `${judging}/newValues.ts`,
    "numberWords.has(folded) || ",
    "",
    "test/monitors/judging/newValues.test.ts"
  ),
  core(
    "goals: a point of an abbreviation ends nothing that is not wanted",
    `${judging}/goal.ts`,
    "text.slice(start).search(",
    "folded.slice(to).search(",
    abbreviations
  ),
  core(
    "goals: what is asked for behind what is not wanted is wanted",
    `${judging}/goal.ts`,
    "asked < 0 ? text.length",
    "asked >= 0 ? text.length",
    "test/monitors/judging/exclusions.test.ts"
  ),
  core(
    "goals: min behind a number is a minute",
    `${judging}/values.ts`,
    'lower !== "min" && smallWords.has(lower)',
    "smallWords.has(lower)",
    "test/monitors/judging/boundsInUnits.test.ts"
  )
]
