/** Entries that their number tells apart, as "Build 2405" and "Episode 46": one with a larger number is a new one. */
import { fold } from "../../../models/domain/foldedText.ts"
import { conceptsOf } from "./concepts.ts"
import type { Fact } from "./facts.ts"
import type { Group } from "./goalText.ts"
import { smallWords, words } from "./smallWords.ts"
import { says } from "./subject.ts"
import { type Token, tokensOf } from "./tokens.ts"
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
    if (token.value!.kind === "version") return subject.some(isOfRelease) ? [wholeOf(token.text, text, token.to)] : []
    const ahead = text.slice(Math.max(0, token.from - around.ahead), token.from)
    const behind = text.slice(token.to, token.to + around.behind)
    const { between = "", noun } = nounAhead.exec(ahead)?.groups ?? {}
    const isNamed =
      noun === undefined
        ? ahead.trim() === "" && behind.trim() === "" && isLabelled(subject, near)
        : isNoun(subject, noun)
    const isOther = ofMany.test(behind) || isCount(between, behind) || isOfRights(token, text)
    return isNamed && !isOther ? [wholeOf(token.text, text, token.to)] : []
  })

/** What leads to a release, in its order, and the release. Compared with folded letters. */
const stages = [
  /^(?:dev\p{L}*|nightly|snapshot|canary|next|insiders?|edge|pre|prerelease)$/u,
  /^(?:alpha|a)$/u,
  /^(?:beta|b)$/u,
  /^(?:preview|m|milestone)$/u,
  /^(?:rc|cr|candidate)$/u,
  /^(?:|final|ga|release|stable)$/u
] as const

const partsOf = (text: string): ReadonlyArray<number> =>
  (text.replace(/,(?=\d{3}(?!\d))/g, "").match(/\d+/g) ?? []).map(Number)

interface Order {
  readonly numbers: ReadonlyArray<number>
  /** The letters behind the numbers, such as "rc". */
  readonly letters: string
  /** How far what leads to a release has come; negative where nobody knows the letters. */
  readonly stage: number
  /** Which one it is of those. */
  readonly parts: ReadonlyArray<number>
}

/** A version as numbers. */
const orderOf = (text: string): Order => {
  const body = /\d[\s\S]*/u.exec(text)?.[0] ?? ""
  const numbers = /^[\d.,]*/u.exec(body)![0]
  const behind = body.slice(numbers.length)
  const letters = fold(/\p{L}+/u.exec(behind)?.[0] ?? "")
  return {
    numbers: partsOf(numbers),
    letters,
    stage: stages.findIndex((stage) => stage.test(letters)),
    parts: partsOf(behind)
  }
}

const compareParts = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const by = (other[at] ?? 0) - (one[at] ?? 0)
    if (by !== 0) return by
  }
  return 0
}

const isYear = (part: number | undefined): boolean => part !== undefined && part >= 1990 && part < 2100

/** "2024.48" has become "9.0": versions that are counted otherwise from then on. */
const isCountedOtherwise = (
  [one, ...more]: ReadonlyArray<number>,
  [other, ...others]: ReadonlyArray<number>
): boolean =>
  one !== undefined &&
  other !== undefined &&
  more.length > 0 &&
  others.length > 0 &&
  ((isYear(one) && other < 1000) || (isYear(other) && one < 1000))

/** Previews and milestones come ahead of candidates: beside alphas and betas each project has them where it likes. */
const isOrdered = (one: number, other: number): boolean => {
  const [first, last] = [Math.min(one, other), Math.max(one, other)]
  return first >= 0 && !(last === 3 && (first === 1 || first === 2))
}

/** "1.1.1v" and "1.1.1w". */
const isLetter = (letters: string): boolean => /^\p{L}$/u.test(letters)

/** Whether a number or a version comes after another one: 1.10 after 1.9, and 2.0 after 2.0-rc1. So does one whose order cannot be told. */
export const isNewer = (was: string, now: string): boolean => {
  const [one, other] = [orderOf(was), orderOf(now)]
  if (isCountedOtherwise(one.numbers, other.numbers)) return true
  const by = compareParts(one.numbers, other.numbers)
  if (by !== 0) return by > 0
  if (one.letters === other.letters || (one.stage === other.stage && one.stage >= 0))
    return compareParts(one.parts, other.parts) > 0
  if (isLetter(one.letters) && isLetter(other.letters)) return one.letters < other.letters
  return !isOrdered(one.stage, other.stage) || one.stage < other.stage
}

/** What stands at a version without a space, and belongs to it: "-M2", "w", ".Final". */
const suffix = /^(?:[-.+~]?\p{L}{1,12}(?!\p{L}))?(?:[.-]?\d{1,6}(?!\d))?/u

/** A version or a number of a text with what stands right behind it. */
const wholeOf = (token: string, text: string, to: number): string =>
  `${token}${suffix.exec(text.slice(to, to + 24))?.[0] ?? ""}`

/** Longer lines are read so far for versions, and so many of them are compared. */
const most = { read: 4_000, versions: 60 } as const

/** The versions of a text, each with what stands right behind it. */
const versionsOf = (text: string): ReadonlyArray<string> =>
  tokensOf(text.slice(0, most.read))
    .filter(({ value }) => value?.kind === "version")
    .slice(0, most.versions)
    .map((token) => wholeOf(token.text, text, token.to))

/** A version has become a later one. */
export const isRaised = ({ focus, kind }: Fact): boolean => {
  if (kind !== "changed") return false
  const [all, others] = [versionsOf(focus.before), versionsOf(focus.after)]
  const [was, now] = [all.filter((one) => !others.includes(one)), others.filter((one) => !all.includes(one))]
  return was.length > 0 && now.some((one) => was.every((other) => isNewer(other, one)))
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
