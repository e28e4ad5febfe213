/** Entries that their number tells apart, as "Build 2405" and "Episode 46": one with a larger number is a new one. */
import { fold } from "../../../models/domain/foldedText.ts"
import { conceptsOf } from "./concepts.ts"
import type { Fact } from "./facts.ts"
import type { Group } from "./goalText.ts"
import { smallWords, words } from "./smallWords.ts"
import { says } from "./subject.ts"
import type { Token } from "./tokens.ts"
import { isMeasured } from "./values.ts"

/** What pages call a release ahead of its number. Written folded. */
const releases = words(
  "release releases version versions versione versao versie ver build builds firmware driver rev revision revisione revisao update patch"
)

/** Nouns of goals that are told apart by a number. Compared with folded text. */
export const numberedNouns =
  /(?<!\p{L})(?:builds?|firmwares?|drivers?|patch(?:es)?|revisions?|revisione|revisao|episod(?:es?|io|ios|i)|folgen?|afleveringe?n?|chapters?|kapitel|chapitres?|capitulos?|capitol[oi]|hoofdstuk(?:ken)?|issues?|editions?|edicion|edizione|edicao|editie|ausgaben?|numeros?|seasons?|staffeln?|saisons?|temporadas?|stagion[ei]|seizoen(?:en)?|volumes?|band|tomes?)(?!\p{L})/u

const isOfRelease = ({ words: some }: Group): boolean =>
  some.some((word) => conceptsOf(word).includes("release") || releases.has(fold(word)))

/** Characters ahead of a number in which its noun stands, and behind it in which it is said of how many it is one. */
const around = { ahead: 40, behind: 12 } as const

/** "Build 2405", "build #2405", "Version: 5.2", "Ausgabe Nr. 12". */
const nounAhead =
  /(?<noun>\p{L}[\p{L}\p{M}'’-]{0,30})(?<between>[^\p{L}\p{N}]{1,3}|[^\p{L}\p{N}]{1,3}(?:no|nr|num|number|nummer|n[uú]mero|n)[^\p{L}\p{N}]{1,3})$/iu

/** "Page 2 of 3": a place in a row. */
const ofMany = /^\s?(?:\/|of|von|sur|de|di|van)\s?\d{1,3}(?!\d)/iu

/** "Release: 5 bugs": how many, and not which. */
const isCount = (between: string, behind: string): boolean => between.includes(":") && /^\s\p{Ll}/u.test(behind)

/** The year of a line of rights, which names nothing new. */
const isOfRights = ({ text }: Token, line: string): boolean =>
  /^(?:19|20)\d\d$/.test(text) && /©|\(c\)|copyright/iu.test(line)

/** A number that may tell things apart, and no amount of anything. */
const isPlain = ({ text, value }: Token): boolean =>
  value !== undefined &&
  (value.kind === "version" ||
    ((value.kind === "number" || (value.kind === "quantity" && !isMeasured(value))) && /^\d/.test(text)))

/** Whether the word names what is asked for: itself, the name of what a release is of, or another word for one. */
const isNoun = (subject: ReadonlyArray<Group>, noun: string): boolean => {
  const ofReleases = subject.some(isOfRelease)
  return (
    subject.some((group) => (group.isHead || ofReleases) && says(group, noun)) ||
    ((ofReleases || subject.length === 0) && releases.has(fold(noun)))
  )
}

/** Whether the label of a number that stands alone in its cell or line names what is asked for. */
const isLabelled = (subject: ReadonlyArray<Group>, near: ReadonlyArray<string>): boolean =>
  near.some(
    (label) =>
      label.length <= around.ahead &&
      !/\d/.test(label) &&
      label.split(/[^\p{L}\p{M}]+/u).some((word) => word !== "" && !smallWords.has(fold(word)) && isNoun(subject, word))
  )

/** Of some tokens of a text, the numbers that the noun of a goal stands right ahead of. */
const numbersOf = (
  subject: ReadonlyArray<Group>,
  tokens: ReadonlyArray<Token>,
  text: string,
  near: ReadonlyArray<string>
): ReadonlyArray<string> =>
  tokens.filter(isPlain).flatMap((token) => {
    // "Version 5" is one token.
    if (token.value!.kind === "version") return subject.some(isOfRelease) ? [token.text] : []
    const ahead = text.slice(Math.max(0, token.from - around.ahead), token.from)
    const behind = text.slice(token.to, token.to + around.behind)
    const { between = "", noun } = nounAhead.exec(ahead)?.groups ?? {}
    const isNamed =
      noun === undefined
        ? ahead.trim() === "" && behind.trim() === "" && isLabelled(subject, near)
        : isNoun(subject, noun)
    const isOther = ofMany.test(behind) || isCount(between, behind) || isOfRights(token, text)
    return isNamed && !isOther ? [token.text] : []
  })

/** What comes ahead of a release, in its order. */
const stages = [/dev|nightly|pre(?!view)/iu, /alpha/iu, /beta/iu, /preview|rc/iu] as const

const stageOf = (text: string): number => {
  const found = stages.findIndex((stage) => stage.test(text))
  return found < 0 ? stages.length : found
}

const partsOf = (text: string): ReadonlyArray<number> =>
  (text.replace(/,(?=\d{3}(?!\d))/g, "").match(/\d+/g) ?? []).map(Number)

/** A version as numbers: what it is of, how far it has come, and which one of those it is. */
const orderOf = (text: string): readonly [ReadonlyArray<number>, ReadonlyArray<number>] => {
  const stage = /alpha|beta|rc|pre|dev|nightly/iu.exec(text)?.index ?? text.length
  return [partsOf(text.slice(0, stage)), [stageOf(text), ...partsOf(text.slice(stage))]]
}

const compareParts = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const by = (other[at] ?? 0) - (one[at] ?? 0)
    if (by !== 0) return by
  }
  return 0
}

/** Whether a number or a version comes after another one: 1.10 after 1.9, and 2.0 after 2.0-rc1. */
export const isNewer = (was: string, now: string): boolean => {
  const [one, other] = [orderOf(was), orderOf(now)]
  return (compareParts(one[0], other[0]) || compareParts(one[1], other[1])) > 0
}

/** The larger number of what is asked for has come: "Build 2405" in the place of "Build 2402". */
export const isRaisedEntry = (subject: ReadonlyArray<Group>, fact: Fact): boolean => {
  const { context, focus, kind } = fact
  if (kind !== "changed") return false
  const gone = numbersOf(subject, fact.gone, focus.before, context.near)
  const come = numbersOf(subject, fact.come, focus.after, context.near)
  return gone.length > 0 && come.some((now) => gone.every((was) => isNewer(was, now)))
}

/** A line that names what is asked for by a number: "Issue 46". */
export const isNumberedEntry = (subject: ReadonlyArray<Group>, { come, context, focus, kind }: Fact): boolean =>
  kind === "added" && numbersOf(subject, come, focus.after, context.near).length > 0
