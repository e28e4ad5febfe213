/** Conditions about what comes and goes: a new role, an entry of a changelog, words on the page. */

import { isToCome } from "../../../extraction/domain/stateNow.ts"
import { fold } from "../../../models/domain/foldedText.ts"
import { monthOf } from "./dates.ts"
import { isRaisedNumber, jobTitle, kindsOf, versionSays, versionsIn } from "./entryKinds.ts"
import type { Fact } from "./facts.ts"
import type { GoalCondition } from "./GoalCondition.ts"
import { foldedPhrase } from "./goal.ts"
import type { Group } from "./goalText.ts"
import { confidences, type Match, no, yes } from "./Match.ts"
import { negations } from "./meaning.ts"
import { isBehindOther, isNewValue } from "./newValues.ts"
import { isRaised } from "./numbered.ts"
import type { Page } from "./page.ts"
import { isOfGone, isOfNeighbour, matchSubject, says } from "./subject.ts"

/** Whether what came is an entry of the kind that is asked for. */
const isOfKind = (fact: Fact, names: ReadonlyArray<string>): boolean => {
  const text = [...fact.after, ...fact.before].join("\n")
  const isProse = text.length > 60 && /[.!?]$/.test(text.trim()) && !/^\s*[-*•–]/.test(text)
  if (names.includes("job")) return jobTitle.test(fold(text)) || !isProse
  if (names.includes("release"))
    return versionsIn(fact.come).length > 0 || versionsIn(fact.gone).length > 0 || /\d/.test(text) || !isProse
  return !isProse || text.length > 30
}

/** A line in the place of another that shares little with it is another entry. */
export const isReplaced = ({ after, before, come, focus, gone }: Fact): boolean => {
  const [was, now] = [focus.before.split(/\s+/).length, focus.after.split(/\s+/).length]
  const label = /^[^:]{1,40}:/u.exec(before[0] ?? "")?.[0]
  if (label !== undefined && (after[0] ?? "").startsWith(label)) return false
  return (
    before.length > 0 &&
    after.length > 0 &&
    gone.length + come.length >= 0.8 * (was + now) - 2 &&
    come.some(({ value }) => value === undefined)
  )
}

const isProse = ({ after, before }: Fact): boolean => {
  const text = [...after, ...before].join(" ").trim()
  return text.length > 60 && /[.!?。]$/.test(text) && !/^[-*•–]/.test(text)
}

/** Every word that is asked for stands in what came, and not in what was there. */
const isNewlySaid = ({ subject }: GoalCondition, fact: Fact): boolean => {
  const hard = subject.filter((group) => kindsOf(group).length === 0)
  if (hard.length === 0 || fact.kind !== "changed") return false
  const came = fact.come.map(({ text }) => text).join(" ")
  return hard.every((group) => says(group, came) && !fact.before.some((line) => says(group, line)))
}

/** "No new patients" has become "new patients". */
const isNoLongerDenied = ({ subject }: GoalCondition, fact: Fact): boolean => {
  const denies = (tokens: Fact["gone"]) => tokens.some(({ folded }) => negations.has(folded))
  const isSaid = subject.some((group) => fact.after.some((line) => says(group, line)))
  const isPublished = !toPublish.test(fold(fact.focus.after))
  return fact.kind === "changed" && isSaid && isPublished && denies(fact.gone) && !denies(fact.come)
}

const toCome =
  /(?:tba|tbd|tbc|to be (?:announced|confirmed|determined)|coming soon|pending|folgt|ausstehend|a venir|por confirmar|pendiente|da definire|in attesa|a confirmar|pendente|a paraitre|bientot|in vorbereitung|forthcoming|in arrivo|volgt|未定|待定|n\/a|^[^\w–—-]*[–—-]\W*$|not yet|noch nicht|pas encore|aun no|todavia no|non (?:\p{L}{1,12} )?ancora|ainda nao|nog niet)/iu

/** What will be published is not yet. Compared with folded text. */
const toPublish =
  /(?<!\p{L})(?:will be|to be|shall be|werden|wird|seront|sera|seran|sara|saranno|serao|worden|wordt|zullen)(?!\p{L})(?:[^.!?;|]|(?<=\d)\.){0,60}(?<!\p{L})(?:publish|announc|releas|veroffentlich|bekannt|publi|annonc|anunci|annunci|pubblic|divulg|gepubliceerd|bekend)/u

const asksForDate = (subject: ReadonlyArray<Group>): boolean =>
  subject.some(({ words }) =>
    words.some((word) => /^(?:dates?|termine?|datum|daten|fechas?|datas?|when|wann)$|termin$|datum$/u.test(fold(word)))
  )

/** A day that was waited for has come, whatever else is to be published and on it. */
const isDaySaid = (subject: ReadonlyArray<Group>, { come }: Fact): boolean =>
  asksForDate(subject) && come.some(({ value }) => value?.kind === "date")

/** "Results: pending" has become results. */
const isFilledIn = ({ subject }: GoalCondition, fact: Fact, page: Page): boolean =>
  fact.kind === "changed" &&
  subject.length > 0 &&
  (toCome.test(fold(fact.focus.before)) || toPublish.test(fold(fact.focus.before))) &&
  !toCome.test(fold(fact.focus.after)) &&
  !isToCome(fact.focus.after) &&
  (isDaySaid(subject, fact) || !toPublish.test(fold(fact.focus.after))) &&
  matchSubject(subject, fact, page).elsewhere.length === 0 &&
  matchSubject(subject, fact, page).isAny

/** "Minutes of October" have become those of December: a day, a month or a number says which one it is. */
const isNewIssue = ({ subject }: GoalCondition, fact: Fact): boolean =>
  fact.kind === "changed" &&
  subject.length > 0 &&
  fact.come.length > 0 &&
  !/^[^:]{1,40}:\s/u.test(fact.after[0] ?? "") &&
  [...fact.gone, ...fact.come].every(
    ({ folded, value }) => value?.kind === "date" || value?.kind === "number" || monthOf(folded) !== undefined
  ) &&
  [...fact.gone, ...fact.come].some(({ folded, value }) => value?.kind === "date" || monthOf(folded) !== undefined) &&
  subject.every((group) => fact.after.some((line) => says(group, line)))

/** One more in a row of names: "Sponsors: Smith, Jones" and now Brown. */
const isInRow = ({ subject }: GoalCondition, fact: Fact): boolean =>
  fact.kind === "changed" &&
  fact.gone.length === 0 &&
  fact.come.length > 0 &&
  /[,;·/]/.test(fact.focus.after) &&
  subject.length > 0 &&
  subject.every((group) => fact.after.some((line) => says(group, line)))

/** What a condition about something new says of a piece of a difference. */
export const matchAdded = (condition: GoalCondition, fact: Fact, page: Page): Match => {
  // "Not yet published" has become "published".
  if (fact.kind === "removed" || (fact.come.length === 0 && !isFilledIn(condition, fact, page)))
    return no(0.93, "nothing came")
  const isNewVersion = isRaised(fact) || (fact.kind === "changed" && isRaisedNumber(condition, fact))
  const isEntry = fact.kind === "added" || isReplaced(fact) || isNewVersion
  const names = condition.subject.flatMap(kindsOf)
  const judged = condition.subject.map((group) => ({ group, says: versionSays(group, fact) }))
  if (judged.some(({ says: is }) => is === false)) return no(0.9, "it is another kind of version")
  const asked = judged.flatMap(({ group, says: is }) => (is === undefined ? [group] : []))
  const kinds = asked.filter((group) => kindsOf(group).length > 0 || group.isHead)
  const rest = asked.filter((group) => !kinds.includes(group))
  const quote = `“${(fact.after[0] ?? "").slice(0, 80)}” came`
  if (
    isNoLongerDenied(condition, fact) ||
    isNewlySaid(condition, fact) ||
    isFilledIn(condition, fact, page) ||
    isInRow(condition, fact) ||
    isNewIssue(condition, fact) ||
    isNewValue(condition, fact, page)
  )
    return yes(confidences.words, quote)
  if (isBehindOther(condition, fact)) return no(0.86, "it stands behind another label")
  const { elsewhere, nowhere } = matchSubject(rest, fact, page)
  const missing = [...elsewhere, ...nowhere]
  const isLong = rest.length >= 5 && missing.length <= rest.length * 0.75 && !elsewhere.some(({ isName }) => isName)
  if (missing.length > 0 && !isLong)
    return no(0.9, `what came does not say “${missing.map(({ words }) => words.join("/")).join(" ")}”`)
  if (!isEntry) return no(0.85, "a line was written otherwise, and nothing new came")
  if (names.length > 0 && !isOfKind(fact, names)) return no(0.82, "what came is no such entry")
  const isNear = kinds.length === 0 || matchSubject(kinds, fact, page).isAny
  if (isNear || names.includes("job") || names.includes("release")) return yes(confidences.entry, quote)
  // A post, such as CFO, would be said of who holds it.
  const isNamedElsewhere = ({ words }: Group) => words.every((word) => /^\p{Lu}{2,5}$/u.test(word))
  if (kinds.some((group) => page.isOnPage(group) && (isNamedElsewhere(group) || isOfNeighbour(group, fact))))
    return no(0.82, "what came is beside such an entry, and none")
  if (isProse(fact)) return no(0.78, "what came is not said to be such an entry")
  return yes(kinds.some(page.isOnPage) ? confidences.words : confidences.part, quote)
}

/** What a condition about something removed says of a piece of a difference. */
export const matchRemoved = (condition: GoalCondition, fact: Fact, page: Page): Match => {
  const isEntry = fact.kind === "removed" || isReplaced(fact)
  const rest = condition.subject.filter((group) => kindsOf(group).length === 0)
  const { elsewhere, nowhere, place } = matchSubject(rest, fact, page)
  const isHere = elsewhere.length + nowhere.length === 0
  const isDenied =
    rest.length > 0 &&
    isHere &&
    fact.come.some(({ folded }) => negations.has(folded)) &&
    !fact.gone.some(({ folded }) => negations.has(folded))
  if (isDenied) return yes(confidences.words, `“${(fact.after[0] ?? "").slice(0, 80)}” takes it away`)
  if (fact.gone.length === 0 || (!isEntry && condition.subject.length === 0)) return no(0.92, "nothing went")
  const isSaid =
    rest.length > 0 &&
    rest.some((group) => fact.before.some((line) => says(group, line))) &&
    !rest.every((group) => fact.after.some((line) => says(group, line)))
  if (fact.kind === "removed" && isHere && !isOfGone(rest, fact)) return no(0.88, "what went is something else")
  if (!isHere && !(elsewhere.length === 0 && nowhere.every(({ isHead }) => isHead)))
    return no(0.88, "what went is something else")
  if (!isEntry && !isSaid) return no(0.85, "it is written otherwise and still there")
  return yes(
    place === "heading" ? confidences.heading : confidences.entry,
    `“${(fact.before[0] ?? "").slice(0, 80)}” went`
  )
}

const times = (text: string, phrase: string): number => fold(text).replace(/\s+/g, " ").split(phrase).length - 1

/** What a condition about words on the page says of a piece of a difference. */
export const matchMention = (condition: GoalCondition, fact: Fact, page: Page): Match => {
  if (condition.isInTitle && fact.context.line > 1) return no(0.93, "it does not stand in the title")
  const { elsewhere, isAny } = matchSubject(condition.topic, fact, page)
  const isElsewhere = (!isAny && elsewhere.length > 0) || elsewhere.some(({ isName }) => isName)
  if (condition.topic.length > 0 && isElsewhere) return no(0.88, "it is said of something else")
  const [from, to] = condition.isGone ? [fact.after, fact.before] : [fact.before, fact.after]
  const [was, now] = [from.join("\n"), to.join("\n")]
  const isNew =
    condition.phrases.length > 0
      ? condition.phrases.some((phrase) => times(now, foldedPhrase(phrase)) > times(was, foldedPhrase(phrase)))
      : condition.subject.every((group) => to.some((line) => says(group, line))) &&
        !condition.subject.every((group) => from.some((line) => says(group, line)))
  return isNew
    ? yes(confidences.said, "the words that were asked for are there now")
    : no(confidences.said, "the words that were asked for did not come or go")
}
