/** Mistakes in what sentences are taken to say. */
import { core, type Mutant } from "./Mutant.ts"

const claims = "test/answers/claims.test.ts"
const reading = "src/extraction/domain/readClaim.ts"

const withoutExample = "test/answers/withoutExample.test.ts"

const ofThings = "test/answers/thingsOfTask.test.ts"

const otherThings = "test/answers/otherThings.test.ts"

const timedThings = "test/answers/timedThings.test.ts"

const namedThings = "test/answers/namedThings.test.ts"
const bounds = "test/answers/bounds.test.ts"

export const mutantsOfAnswers: ReadonlyArray<Mutant> = [
  core(
    "answers: what is open for members has hours",
    "src/answers/domain/timedThing.ts",
    "      if (!saysTime(said)) continue\n",
    "",
    namedThings
  ),
  core(
    "answers: what happened once has hours",
    "src/answers/domain/timedThing.ts",
    " || wasOnce.test(plain)",
    "",
    namedThings
  ),
  core(
    "answers: headings that are questions call things",
    "src/answers/domain/partsAsked.ts",
    ' && !text.includes("?")',
    "",
    namedThings
  ),
  core(
    "answers: a sentence is a number",
    "src/extraction/domain/fillPassages.ts",
    '(typeof said.value === "string" && field.property.shape.kind !== "text")',
    "false",
    bounds
  ),
  core(
    "answers: a passage of a long sentence is all of it",
    "src/extraction/domain/fillPassages.ts",
    "evidence.push({ path: field.path, url, quote: text.slice(0, 300)",
    "evidence.push({ path: field.path, url, quote: text",
    bounds
  ),
  core(
    "values: how many gave a mark is one",
    "src/extraction/domain/otherValues.ts",
    "return isMark && Number.isInteger(value)",
    "return isMark && value > 1e9",
    "packages/adapters/html/test/fillingKinds.test.ts"
  ),
  core(
    "values: when a show begins is what it is called",
    "src/extraction/domain/otherValues.ts",
    "&& isTimeOrSum(value)",
    "&& value.length > 99",
    "packages/adapters/html/test/fillingKinds.test.ts"
  ),
  core(
    "values: prices beside each other are one",
    "src/extraction/domain/saidKinds.ts",
    "return areOwn ? parts : [text]",
    "return [text]",
    "test/extraction/saidKinds.test.ts"
  ),
  core(
    "answers: a deed is asked in no other form of its verb",
    "src/answers/domain/irregularVerbs.ts",
    "said.has(term) || formsOf",
    "said.has(term) || new Map<string, ReadonlyArray<string>>()",
    timedThings
  ),
  core(
    "answers: whatever names somebody says who they are",
    "src/answers/domain/saysAsked.ts",
    "asked?.asksWho === true && saysWho(said, asked.thing)",
    "asked?.asksWho === true",
    timedThings
  ),
  core(
    "answers: hours of the first thing are those of any",
    "src/answers/domain/timedThing.ts",
    "if (thing.length > 0) return things.length",
    "if (thing.length > 99) return things.length",
    timedThings
  ),
  core(
    "answers: what has no hours of its own has those of others",
    "src/answers/domain/timedThing.ts",
    "things.length > 1 ? unsaidIn(plain, sheets) : []",
    "[]",
    timedThings
  ),
  core(
    "answers: without an example sentences of other things answer",
    "src/answers/fillTask.ts",
    "asksOne: asked !== null && ofOneValue.has(asked.kind), things }",
    "asksOne: asked !== null && ofOneValue.has(asked.kind) }",
    otherThings
  ),
  core(
    "answers: without an example a field that calls itself of one thing is of any",
    "src/answers/fillTask.ts",
    'asked.kind === "flag" || thing === undefined ? thingsOf(kinds) : ofEach(kinds, thing)',
    "thingsOf(kinds)",
    otherThings
  ),
  core(
    "answers: what points to an address belongs to the question",
    "src/answers/domain/readTask.ts",
    "before.length - pointing",
    "before.length",
    otherThings
  ),
  core(
    "answers: the first of several rows that fit alike is asked for",
    "src/extraction/domain/namedItems.ts",
    "closer.find(({ length }) => length === 1)",
    "closer.find(({ length }) => length > 0)",
    otherThings
  ),
  core(
    "answers: of several headings alike none is asked for",
    "src/answers/domain/partsAsked.ts",
    "return another === undefined ? only : []",
    "return []",
    otherThings
  ),
  core(
    "answers: somebody's name is their role",
    "src/extraction/domain/buildData.ts",
    "!isCalling(field, fact, thing) && ",
    "",
    otherThings
  ),
  core(
    "answers: the day on which something opens says when it is open",
    "src/answers/fillTask.ts",
    "    if (isSentence && asked.asksHours === true && !saysHours(quote)) return false\n",
    "",
    otherThings
  ),
  core(
    "answers: a person whom no page names did what another did",
    "src/answers/domain/thingsOfTask.ts",
    "(personal.test(text) && isNameIn(persons, word)) ||",
    "",
    otherThings
  ),
  core(
    "answers: what goes on about a thing stands on any page",
    "src/extraction/domain/thingAsked.ts",
    "before?.url === url && before.headings",
    "before !== null && before.headings",
    otherThings
  ),
  core(
    "answers: a price of two is that of the one whose name it has",
    "src/answers/domain/thingsOfTask.ts",
    "return isOne && own.filter",
    "return own.filter",
    ofThings
  ),
  core(
    "answers: an amount of something else is the price",
    "src/extraction/domain/findScalar.ts",
    "    if (!isOwn(fact)) continue\n",
    "",
    ofThings
  ),
  core(
    "answers: what a sentence says of another thing is said of the one that is asked about",
    "src/extraction/domain/fillPassages.ts",
    "thing === undefined ? read : yield* saidOfThing(thing, own)",
    "read",
    ofThings
  ),
  core(
    "answers: a thing that stands under its own heading is none of what is said there",
    "src/extraction/domain/thingAsked.ts",
    "left.length === 0 || headings.some((above) => saysAll(left, above))",
    "left.length === 0",
    ofThings
  ),
  core(
    "answers: what stands under the heading of another thing goes on about the one before",
    "src/extraction/domain/thingAsked.ts",
    " && before.headings[0] === headings[0]",
    "",
    ofThings
  ),
  core(
    "answers: a heading holds for what stands below the next one of its level",
    "src/extraction/domain/headingsAbove.ts",
    "above.level < level",
    "above.level <= level",
    ofThings
  ),
  core(
    "answers: delivery is no shipping",
    "src/extraction/domain/bestSentences.ts",
    "? isSaidAlike : (term",
    "? (term: string, said: ReadonlySet<string>) => said.has(term) : (term",
    ofThings
  ),
  core(
    "answers: what beside the thing is paid for is its price",
    "src/extraction/domain/pricedSentences.ts",
    "if (!isOnly || !saysAll(",
    "if (!saysAll(",
    "test/answers/pricedSentences.test.ts"
  ),
  core(
    "answers: whose pages these are is one of their things",
    "src/answers/domain/thingsOfTask.ts",
    "priced: priced.filter((term) => !isOwner(term)),",
    "priced,",
    ofThings
  ),
  core(
    "answers: of things the one that was counted first is asked for",
    "src/extraction/domain/countOf.ts",
    "if (some !== null) return some.value",
    "",
    ofThings
  ),
  core(
    "answers: what is paid for the way of a thing is its price",
    "src/extraction/domain/bestSentences.ts",
    "if (said !== null && asksPay(field) && isOfOtherAmount(said.written.before, terms)) continue",
    "",
    claims
  ),
  core(
    "answers: a site is one of its own offices",
    "src/answers/domain/withoutOwners.ts",
    "if (gone.length === 0) return filled",
    "if (gone.length >= 0) return filled",
    ofThings
  ),
  core(
    "answers: a number is any that is said with a word such as free",
    "src/extraction/domain/bestSentences.ts",
    "return telling.size === 0 ? own : telling",
    "return own",
    ofThings
  ),
  core(
    "answers: a title is a sentence",
    "src/extraction/domain/isStatement.ts",
    "if (!ends.test(said) || isTitle(said)) return false",
    'if (said === "") return false',
    withoutExample
  ),
  core(
    "answers: any price of a site is that of the thing that is asked about",
    "src/answers/domain/aboutThing.ts",
    "if (needed.length === 0) return [sheet]",
    "if (needed.length >= 0) return [sheet]",
    withoutExample
  ),
  core(
    "answers: any number of a sentence is a price",
    "src/answers/domain/saysAsked.ts",
    'source !== "text" || (isMoney && isOfThing(quote, thing))',
    "true",
    withoutExample
  ),
  core(
    "answers: of sentences that contradict each other the first answers",
    "src/extraction/domain/bestSentences.ts",
    "if (asksOne && others.some((other) => isDisputedBy(best, other))) return null",
    "",
    withoutExample
  ),
  core(
    "answers: a sentence that denies says yes",
    reading,
    "if (denied.length === 0) return true",
    "return true",
    claims
  ),
  core(
    "answers: what was asked until a year is asked still",
    "src/extraction/domain/nowAndBefore.ts",
    "(cost.test(ahead) || (heldUntil(ahead) && !andThen.test(ahead)))",
    "cost.test(ahead)",
    "test/extraction/nowAndBefore.test.ts"
  ),
  core(
    "answers: what is asked until any day is asked no more",
    "src/extraction/domain/nowAndBefore.ts",
    'if (kind !== "now" || isNow || !saysNow) return kind',
    'if (kind !== "now" || isNow) return kind',
    "test/extraction/nowAndBefore.test.ts"
  ),
  core(
    "answers: a price of the past is a price",
    "src/extraction/domain/saidNumbers.ts",
    "? isSaidNow(written.before) : wasAsked(text, written.before)",
    "? isSaidNow(written.before) : false",
    claims
  ),
  core(
    "answers: whatever follows what was says what is",
    "src/extraction/domain/bestSentences.ts",
    "!goesOn.test(next.text)",
    "next.text.length === 0",
    claims
  ),
  core("answers: a question or a condition is a statement", reading, " || reservations.test(text)", "", claims),
  core(
    "answers: a plan is whom a task asks about",
    "src/extraction/domain/ofWhom.ts",
    "const who = all.filter(({ isOffer }) => !isOffer)",
    "const who = all",
    "test/answers/ofWhom.test.ts"
  ),
  core(
    "answers: what others say of a thing of the named site is believed",
    "src/extraction/domain/ofWhom.ts",
    "|| !sheets.some(({ text }) => isSaid(words, text))",
    "|| sheets.length > 0",
    "test/answers/ofWhom.test.ts"
  ),
  core(
    "answers: the first of several things that a task names is meant",
    "src/extraction/domain/namedItems.ts",
    "others.every(({ name }) => name !== first.name && first.name.includes(name)) ? first.item : undefined",
    "others.length >= 0 ? first.item : undefined",
    "test/extraction/namedItems.test.ts"
  ),
  core(
    "answers: who was it holds the role",
    "src/extraction/domain/roleLines.ts",
    " || isUnsure(title)",
    "",
    "test/extraction/roleLines.test.ts"
  ),
  core(
    "answers: who holds the role elsewhere holds it",
    "src/extraction/domain/roleLines.ts",
    "      if (isElsewhere(title, isRole, whom)) continue\n",
    "",
    "test/extraction/roleLines.test.ts"
  ),
  core(
    "answers: some of the words of a question are enough",
    reading,
    ".every((term) => terms",
    ".some((term) => terms",
    claims
  ),
  core(
    "answers: whatever is said of others is said of whom is asked",
    reading,
    " || !isOfWhomIsAsked(claim, passage)",
    "",
    claims
  ),
  core("answers: a denial of one thing denies what is joined to it", reading, " || joins.test(text)", "", claims),
  core("answers: any no denies everything", reading, "/^(?:no$|kein|aucun)/i", "/^(?:kein|aucun)/i", claims),
  core(
    "answers: a number counts whatever noun stands in its sentence",
    "src/extraction/domain/countedNoun.ts",
    "return !isYear && (isBehind(number, counted) || isAhead(number, counted))",
    "return !isYear",
    "test/answers/counts.test.ts"
  ),
  core(
    "answers: a part of what is counted is all of it",
    "src/extraction/domain/countedNoun.ts",
    " || partial.test(before)",
    "",
    "test/answers/counts.test.ts"
  ),
  core(
    "answers: who is now was before too",
    "src/extraction/domain/askedTime.ts",
    "from < asked.year && (to === null || to <= asked.year)",
    "to === null || to <= asked.year",
    "test/answers/counts.test.ts"
  ),
  core(
    "answers: what is asked until a year to come is asked no more",
    "src/extraction/domain/nowAndBefore.ts",
    '(isSurelyOver(Number(groups.year)) || pastVerb.test(groups.clause ?? ""))',
    "true",
    "test/extraction/nowAndBefore.test.ts"
  ),
  core(
    "answers: the year of a thing is the time that is asked about",
    "src/extraction/domain/askedTime.ts",
    "tellsThing(ahead, own) || ",
    "",
    "test/answers/counts.test.ts"
  ),
  core(
    "answers: the start of a year is no time in it",
    "src/extraction/domain/timeWords.ts",
    "const inner = innerOf(ahead, behind)",
    "const inner: ReadonlyArray<Inner> = []",
    "test/answers/counts.test.ts"
  ),
  core(
    "answers: how many were made in a year is how many there are",
    "src/extraction/domain/askedTime.ts",
    " && !counted.test(ahead)",
    "",
    "test/extraction/askedTime.test.ts"
  ),
  core(
    "answers: what happens on a day is so then",
    "src/extraction/domain/askedTime.ts",
    " && (isState || !time.isDay)",
    "",
    "test/extraction/askedTime.test.ts"
  ),
  core(
    "answers: a year that is perhaps now is past",
    "src/extraction/domain/fillPassages.ts",
    "if (isPerhapsNow(time, last)) times.delete(path)",
    "",
    "test/answers/counts.test.ts"
  )
]
