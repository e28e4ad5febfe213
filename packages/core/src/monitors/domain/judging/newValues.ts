/** What is new without an entry that came: another price, another day, another name behind the label that is asked for. */
import { conceptsOf } from "./concepts.ts"
import { kindsOf } from "./entryKinds.ts"
import type { Fact } from "./facts.ts"
import type { GoalCondition } from "./GoalCondition.ts"
import type { Group } from "./goalText.ts"
import { matchTopic } from "./matchTopic.ts"
import type { Page } from "./page.ts"
import { smallWords, words } from "./smallWords.ts"
import { matchSubject, says } from "./subject.ts"
import { formsOf, type Token, tokensOf } from "./tokens.ts"
import type { ValueKind } from "./values.ts"

/** Values that are new when they are others than before. */
const kindsBy: Readonly<Record<string, ReadonlyArray<ValueKind>>> = {
  price: ["money"],
  fee: ["money"],
  salary: ["money"],
  deadline: ["date", "time"],
  date: ["date", "time"],
  start: ["date", "time"],
  hours: ["time"],
  exchange: ["number"],
  interest: ["percent", "number"]
}

/** Texts that are new as a whole when they are worded otherwise. */
const documents = ["terms", "privacy"]

/** Kinds of entries that a thing has one of: what is said behind their label is no entry of a list. */
const single = ["date", "author", "winner"]

const conceptsOfAll = (groups: ReadonlyArray<Group>): ReadonlyArray<string> =>
  groups.flatMap(({ words }) => words.flatMap(conceptsOf))

const headsOf = (subject: ReadonlyArray<Group>): ReadonlyArray<Group> => {
  const heads = subject.filter(({ isHead }) => isHead)
  return heads.length > 0 ? heads : subject
}

/** Longest label, in characters. */
const longestLabel = 40

/** Ahead of a colon, or of a number as people are called by: "Phone: 555 1234", "Tel. 555 1234". */
const ahead = /^(?:(?<colon>[^:|]{1,40}?)\s?:\s|(?<plain>\p{L}[^:|\d]{0,38}?)[\s(+]{1,3}\d[\d\s()/.+-]{5,24}$)/u

/** Words of a label that say only that it is a number. */
const numberWords = words("number numbers no nr num nummer numero n")

const labelIn = (line: string): string | undefined => {
  const { colon, plain } = ahead.exec(line)?.groups ?? {}
  return colon ?? plain
}

/** What says what the changed value is: the label ahead of it, the cells that name its row and column, the heading of it alone. */
const labelsOf = ({ after, before, context: { above, below, besideSections, headings, near } }: Fact) => {
  const [was, now] = [before[0] ?? "", after[0] ?? ""].map(labelIn)
  const isAlone = below[0] === undefined || besideSections.includes(below[0])
  const heading = isAlone && above[0] === headings[0] ? headings.slice(0, 1) : []
  return [...(was !== undefined && was === now ? [was] : []), ...near, ...heading].filter(
    (line) => line.length <= longestLabel
  )
}

/** A label that says what is asked for, and nothing else. */
const isLabelOf = (subject: ReadonlyArray<Group>, label: string): boolean => {
  const words = tokensOf(label).filter(({ folded }) => !smallWords.has(folded))
  return (
    headsOf(subject).every((group) => says(group, label)) &&
    words.every(({ folded, text }) => numberWords.has(folded) || subject.some((group) => says(group, text)))
  )
}

/** Has the very words, and not such as are of the same kind. */
const isNamed = (subject: ReadonlyArray<Group>, label: string): boolean => {
  const forms = new Set(tokensOf(label).flatMap(({ text }) => formsOf(text)))
  return headsOf(subject).every(({ words }) => words.some((word) => formsOf(word).some((form) => forms.has(form))))
}

/** "Phone" stands beside "Fax": the one that is called so is asked for. */
const isBesideNamed = (subject: ReadonlyArray<Group>, { context: { above, below } }: Fact): boolean =>
  [...above, ...below].some((line) => {
    const label = labelIn(line) ?? line
    return label.length <= longestLabel && isLabelOf(subject, label) && isNamed(subject, label)
  })

const isLabelled = (subject: ReadonlyArray<Group>, fact: Fact, page: Page): boolean => {
  const all = labelsOf(fact).filter((label) => isLabelOf(subject, label))
  const exact = all.filter((label) => isNamed(subject, label))
  const labels = exact.length > 0 || !isBesideNamed(subject, fact) ? all : exact
  const rest = subject.filter((group) => !labels.some((label) => says(group, label)))
  return labels.length > 0 && matchSubject(rest, fact, page).elsewhere.length === 0
}

const isCapital = ({ text }: Token): boolean => /^\p{Lu}/u.test(text)

/** Somebody in the place of somebody else, in a line that says what they are. */
const isOtherName = (subject: ReadonlyArray<Group>, { after, before, come, gone }: Fact): boolean =>
  [gone, come].every((tokens) => tokens.length > 0 && tokens.length <= 4 && tokens.every(isCapital)) &&
  subject.every((group) => [before[0], after[0]].every((line) => line !== undefined && says(group, line)))

/** What is asked for stands farther up or down behind its own label, as this stands behind another: "Address" beside "Opening hours". */
export const isBehindOther = (
  { subject }: GoalCondition,
  { context: { above, below, headings, list, sections }, kind }: Fact
): boolean => {
  const [own] = above
  const isOwn = (line: string) => line.length <= longestLabel && isLabelOf(subject, line)
  const isHeading = (line: string) => line === list || headings.includes(line) || sections.includes(line)
  // Labels and what is behind them take turns.
  const labels = [above, below].flatMap((lines) => lines.filter((line, at) => at % 2 === 0 && !isHeading(line)))
  return (
    kind === "changed" && subject.length > 0 && own !== undefined && own === list && !isOwn(own) && labels.some(isOwn)
  )
}

/** Whether a value that is asked for is another one now. What lists hold many of is new only where an entry came. */
export const isNewValue = (condition: GoalCondition, fact: Fact, page: Page): boolean => {
  const { subject } = condition
  if (fact.kind !== "changed" || fact.come.length === 0 || subject.length === 0) return false
  const concepts = conceptsOfAll(headsOf(subject))
  if (
    headsOf(subject)
      .flatMap(kindsOf)
      .some((name) => !single.includes(name))
  )
    return false
  const wanted = concepts.flatMap((name) => kindsBy[name] ?? [])
  const isOfKind = fact.come.some(({ value }) => value !== undefined && wanted.includes(value.kind))
  if (isOfKind || concepts.some((name) => documents.includes(name)))
    return matchTopic({ ...condition, kind: "topic" }, fact, page).verdict === "yes"
  return isLabelled(subject, fact, page) || isOtherName(subject, fact)
}
