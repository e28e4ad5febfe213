/** Kinds of entries that pages list, and versions among them. */

import { fold } from "../../../models/domain/foldedText.ts"
import { conceptsOf } from "./concepts.ts"
import type { Fact } from "./facts.ts"
import type { GoalCondition } from "./GoalCondition.ts"
import type { Group } from "./goalText.ts"
import { isNewer, isRaisedEntry } from "./numbered.ts"
import { says } from "./subject.ts"
import type { Token } from "./tokens.ts"

/** Concepts that name what a page lists; its entries do not say so themselves. */
const listed = [
  "job",
  "article",
  "release",
  "event",
  "feature",
  "course",
  "update",
  "winner",
  "author",
  "law",
  "grant",
  "flight",
  "menu",
  "member",
  "rating",
  "ticket",
  "recall",
  "subscription",
  "exam",
  "date",
  "bugfix"
]

export const kindsOf = (group: Group): ReadonlyArray<string> =>
  group.words
    .filter((word) => !/\d/.test(word))
    .flatMap(conceptsOf)
    .filter((name) => listed.includes(name))

/** Words of titles that people hold. */
export const jobTitle =
  /(?:engineer|developer|manager|designer|analyst|scientist|architect|consultant|specialist|director|assistant|associate|coordinator|officer|lead|nurse|teacher|sales|account|recruiter|writer|editor|accountant|controller|technician|intern|administrator|representative|\bhead of|\bvp\b|entwickler|ingenieur|leiter|berater|referent|sachbearbeiter|mitarbeiter|kauf(?:mann|frau)|techniker|arzt|pfleger|\([mwfdx]\s?\/\s?[mwfdx]|developpeu|charge|responsable|comptable|desarrollador|gerente|jefe|tecnico|sviluppat|impiegat|addett|desenvolvedor|analista|ontwikkelaar|medewerker|adviseur|エンジニア|デザイナー|マネージャ|工程师|经理|设计师|엔지니어|디자이너)/iu

export const versionsIn = (tokens: ReadonlyArray<Token>) =>
  tokens.flatMap(({ value }) => (value?.kind === "version" ? [value] : []))

/** The part of a version that was raised: 0 is the major one. */
const raised = (fact: Fact): number | undefined => {
  const [was, now] = [versionsIn(fact.gone).at(0), versionsIn(fact.come).at(0)]
  if (now === undefined) return undefined
  const parts = (text: string) => (text.match(/\d+/g) ?? []).map(Number)
  const [one, other] = [parts(was?.text ?? ""), parts(now.text)]
  if (was === undefined) return (other[1] ?? 0) === 0 && (other[2] ?? 0) === 0 ? 0 : (other[2] ?? 0) === 0 ? 1 : 2
  return other.findIndex((part, index) => part > (one[index] ?? 0))
}

const sizes: ReadonlyMap<string, number> = new Map(
  Object.entries({
    major: 0,
    hauptversion: 0,
    majeure: 0,
    minor: 1,
    mineure: 1,
    patch: 2
  })
)

/** "Firmware 2.14" has become 2.20: a number with a point, in a line that says what is asked for; or one right behind its noun. */
export const isRaisedNumber = ({ subject }: GoalCondition, fact: Fact): boolean => {
  const numbered = (tokens: ReadonlyArray<Token>) =>
    tokens.flatMap(({ text }) => (/^\d+\.\d+$/.test(text) ? [text] : []))
  const isSaid = subject.some((group) => fact.after.some((line) => line.length <= 80 && says(group, line)))
  const was = numbered(fact.gone)
  return (
    isRaisedEntry(subject, fact) ||
    (isSaid && was.length > 0 && numbered(fact.come).some((now) => was.every((one) => isNewer(one, now))))
  )
}

/** "Major", "stable": words about a version that its number says. */
export const versionSays = (group: Group, fact: Fact): boolean | undefined => {
  const [word = ""] = group.words.map(fold)
  const size = sizes.get(word)
  const part = raised(fact)
  if (size !== undefined && part !== undefined) return part === size
  if (/^(?:stable|final|stabile?|estable)$/.test(word))
    return !/(?:alpha|beta|rc|preview|nightly|dev)/i.test(fact.after.join(" "))
  return undefined
}
