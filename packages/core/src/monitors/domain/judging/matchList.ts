/** Conditions about members of a list: open positions, cancelled trains. One that comes or goes is asked for, and one that becomes so. */

import { fold } from "../../../models/domain/foldedText.ts"
import { jobTitle, kindsOf } from "./entryKinds.ts"
import type { Fact } from "./facts.ts"
import type { GoalCondition } from "./GoalCondition.ts"
import { goalText } from "./goalText.ts"
import { listedIn } from "./listed.ts"
import { confidences, type Match, no, yes } from "./Match.ts"
import { isReplaced, matchAdded, matchRemoved } from "./matchEntry.ts"
import { matchStatus } from "./matchStatus.ts"
import { matchTopic } from "./matchTopic.ts"
import type { Page } from "./page.ts"
import { isSoft, matchSubject, says } from "./subject.ts"

type State = GoalCondition["states"][number]

/** Whether what is there to be had is told apart from what is not. */
const isFree = ({ state }: State): boolean | undefined =>
  ["available", "open"].includes(state) ? true : ["unavailable", "closed"].includes(state) ? false : undefined

/** Says something else than the states that are asked for: "closed" of what is to be open. */
const isContrary = (wanted: ReadonlyArray<State>, said: State): boolean => {
  const free = isFree(said)
  const isAlike = (one: State) => (free === undefined ? one.family === said.family : isFree(one) !== undefined)
  const isSame = (one: State) => (free === undefined ? one.state === said.state : isFree(one) === free)
  return wanted.some(isAlike) && !wanted.some(isSame)
}

const headings = { read: 2, length: 120 } as const

/** Stands below "Closed positions", or is said to be closed. */
const isOfOthers = ({ states: wanted }: GoalCondition, { context, kind, states: { after } }: Fact): boolean =>
  context.headings.slice(0, headings.read).some((heading) => {
    const listed = listedIn(goalText(heading.slice(0, headings.length)))
    return listed !== undefined && isContrary(wanted, listed)
  }) ||
  (kind === "added" && after.length > 0 && after.some((one) => isContrary(wanted, one)))

const statesOf = (all: Fact["states"]["before"]): string => all.map(({ family, state }) => `${family} ${state}`).join()

/** What members of a list cost, and when they are: that changes, and they are there as before. */
const amounts: ReadonlySet<string> = new Set(["money", "percent", "date", "time"])

/** "Sizes: S, M, L", "13 open positions": a line that names the list, and in which more than an amount or a day changed. */
const isOfLine = ({ topic }: GoalCondition, { after, before, come, gone }: Fact): boolean =>
  [...before, ...after].every((line) => topic.every((group) => says(group, line))) &&
  [...come, ...gone].some(({ value }) => value === undefined || !amounts.has(value.kind))

const isOfMembers = (condition: GoalCondition, fact: Fact): boolean =>
  fact.kind === "added" ||
  fact.kind === "removed" ||
  isReplaced(fact) ||
  statesOf(fact.states.before) !== statesOf(fact.states.after) ||
  isOfLine(condition, fact)

/** The list is named right above, or above all where a state changed: other members beside it are no rivals. */
const isBelowName = (
  { members, topic }: GoalCondition,
  { context: { headings: above, list }, states }: Fact
): boolean => {
  const isOfState = statesOf(states.before) !== statesOf(states.after)
  const names = [...(list === undefined ? [] : [list]), ...(isOfState ? above : above.slice(0, 1))]
  // "Products on sale" may stand below "On sale".
  const isPlain = topic.every(isSoft)
  return (
    (topic.length > 0 && topic.every((group) => names.some((name) => says(group, name)))) ||
    (isPlain && names.some((name) => says(members!, name)))
  )
}

/** What the list is called stands on the page, and not here. */
const isBesideName = ({ members, topic }: GoalCondition, fact: Fact, page: Page): boolean =>
  topic.every(isSoft) && [...topic, members!].some(page.isOnPage) && !matchSubject(topic, fact, page).isAny

/** A page that names its jobs nowhere is a list of them; on another, jobs are known by their titles. */
const isOfUnnamedList = ({ topic }: GoalCondition, { after, before }: Fact, page: Page): boolean =>
  !topic.some(page.isOnPage) || jobTitle.test(fold([...after, ...before].join("\n")))

/** Sentences that say that somebody is looked for, by the languages of goals. Compared with folded text. */
const seeksPeople = new RegExp(
  `(?<!\\p{L})(?:${[
    "hiring|hire(?!d)|recruit(?!ed|ment)|look(?:ing|s)? (?:for|to hire)|seek(?:s|ing)?|we need|(?:somebody|someone) (?:to|who)|join (?:us|our)|appl(?:y|ications?)|wanted|vacanc|come (?:and )?work|work (?:with|for) us|(?:take|taking) on|openings|internship|apprentice",
    "suchen?|gesucht|bewirb|bewerb|wir brauchen|verstarkung|einzustellen|stell(?:en|t) (?:[^.]{0,60} )?ein(?=\\s*[.!,])|(?:ein|aus)zubilden|ausbildung|werde teil|arbeite mit|aushilfe",
    "recrut|embauch|cherch(?:e|ons)|recherch(?:e une?|ons)|engageons|rejoign|rejoins|postul|candidat|besoin d|alternance",
    "buscamos|busca|contratamos|se contrata|necesita|solicita|incorpora|unete|precisa|procura|recruta|admite-se|admitimos|candidat|vagas?",
    "cerc(?:hiamo|asi)|assumiamo|si assum|selezioniamo|alla ricerca|candid|unisciti|lavora con",
    "zoek|gezocht|solliciteer|werven|kom werken|werken bij|vacature|versterking|poszukuj|szukamy|zatrudni|rekrut|aplikuj",
    "soker|rekryter|anstall|soger|ansaett|ansett|ищем|требу|вакан|набира"
  ].join("|")})`,
  "u"
)

/**
 * A sentence that came or went and names no member, as one about the office below "About us". That it is none is known of jobs, and
 * beside a section that is called as the list is.
 */
const isOtherProse = ({ members, topic }: GoalCondition, { after, before, context, kind }: Fact): boolean => {
  const lines = [...after, ...before]
  const groups = members == null ? topic : [...topic, members]
  const text = fold(lines.join("\n"))
  const isJob = topic.some((group) => kindsOf(group).includes("job"))
  const isBeside = context.besideSections.some((heading) => topic.some((group) => says(group, heading)))
  return (
    (kind === "added" || kind === "removed") &&
    lines.length > 0 &&
    lines.every((line) => /\s/u.test(line.trim()) && /[.!?。]$/u.test(line.trim())) &&
    !lines.some((line) => groups.some((group) => says(group, line))) &&
    (isJob ? !jobTitle.test(text) && !seeksPeople.test(text) : isBeside)
  )
}

/** What a condition about members of a list says of a piece of a difference. */
export const matchList = (condition: GoalCondition, fact: Fact, page: Page): Match => {
  const status = matchStatus(condition, fact, page)
  if (status.verdict === "yes") return status
  if (isOfOthers(condition, fact)) return no(0.88, "it is one of another list")
  if (!isOfMembers(condition, fact)) return status
  if (isBelowName(condition, fact)) return yes(confidences.heading, "it is one of the list that was asked for")
  if (isOtherProse(condition, fact)) return no(0.86, "it is a sentence, and no member of the list")
  if (condition.topic.length === 0 || isBesideName(condition, fact, page)) return status
  const topic = matchTopic({ ...condition, subject: condition.topic }, fact, page)
  const isJob = condition.topic.some((group) => kindsOf(group).includes("job"))
  if (topic.verdict !== "no" || !isJob || !isOfUnnamedList(condition, fact, page)) return topic
  const one = { ...condition, subject: condition.topic }
  return fact.kind === "removed" ? matchRemoved(one, fact, page) : matchAdded(one, fact, page)
}
