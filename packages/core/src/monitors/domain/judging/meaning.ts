/** What differs between a line and the one in its place, and whether that means anything. */

import { statusesOf } from "../../../extraction/domain/statuses.ts"
import { fold } from "../../../models/domain/foldedText.ts"
import { matchLines } from "../matchLines.ts"
import { otherSigns } from "./signs.ts"
import { smallWords, words } from "./smallWords.ts"
import { formsOf, type Token, tokensOf } from "./tokens.ts"
import { isSameValue, unitName } from "./values.ts"

export interface Meaning {
  /** `same` but for signs and spelling, `reworded` without another meaning, or `different`. */
  readonly kind: "same" | "reworded" | "different"
  /** The words and values that went, and those that came. */
  readonly gone: ReadonlyArray<Token>
  readonly come: ReadonlyArray<Token>
}

export const negations = words(
  "not no never none nothing without cannot can't don't doesn't isn't won't aren't neither nor nicht kein keine keinen keiner keinem nie ohne pas aucun aucune jamais sans ni ne no nunca sin ningun ninguna non senza nessun nessuna mai nao sem nunca nenhum nenhuma niet geen nooit zonder unable un longer more plus mehr"
)

const modals = words(
  "must shall should may can could might only always required optional mandatory prohibited allowed permitted forbidden except unless until all unlimited free paid before after within muss mussen darf durfen kann konnen soll sollen nur immer erforderlich verpflichtend verboten erlaubt ausser bis alle jede kostenlos kostenpflichtig vor nach innerhalb doit doivent peut peuvent seulement toujours obligatoire interdit sauf gratuit payant avant apres debe deben puede pueden solo siempre obligatorio prohibido salvo gratis antes despues deve devono puo possono solo sempre obbligatorio vietato tranne gratuito prima dopo deve devem pode podem apenas sempre obrigatorio proibido exceto antes depois moet moeten mag kan alleen altijd verplicht verboden behalve voor na"
)

/** Words that praise or fill: another one in their place changes nothing. */
const light =
  words(`best better great good amazing awesome powerful simple simply easy easily fast faster fastest quick quickly smart smarter smartest modern beautiful
leading trusted loved perfect ultimate world-class effortless effortlessly seamless seamlessly innovative reliable flexible happy kindly really truly today now
currently get make made makes making help helps let lets way ways discover explore learn more read see check find enjoy love everything everyone people teams team
welcome hello hi thanks thank happy glad proud keep stay built build designed crafted ready able wonderful fantastic favorite favourite every whole various several
einfach schnell besten beste besser grossartig modern leicht jetzt heute entdecken erfahren mehr gern gerne bitte herzlich willkommen simple facile rapide meilleur
decouvrez maintenant simplement facilement mejor mejores facil rapido descubre ahora migliore migliori facile veloce scopri ora melhor melhores facil rapido descubra agora
beste snel makkelijk eenvoudig ontdek nu`)

const synonyms =
  `contact reach email write touch|buy purchase order|help assist support aid|start begin commence launch|end finish terminate stop|use utilize utilise employ|show display present
|pick choose select|customer client user|firm company business organization organisation|make create build|big large|small little|get receive obtain|give provide offer supply|need require
|fix repair mend|purchase buy|send submit mail|website site webpage|phone telephone call|about concerning regarding on|also additionally too|but however|because since as|if when whenever in case|ask request
|reply answer respond|quick fast prompt promptly|money funds|shop store|staff employees workers personnel|further more additional|collect gather|kind type sort|change modify alter amend|keep retain store hold
|delete erase remove|inform notify tell|ensure guarantee make sure|agree accept consent|begin start|period timeframe time|works functions|full complete entire whole|typically usually generally normally|photo picture image
|turn switch|move relocate|close shut|speak talk|should ought|allow let enable|goods items products|get in touch contact|issue problem|sign-up register signup enroll|log-in login sign-in|kaufen erwerben bestellen|kontaktieren schreiben melden|kunde kunden nutzer
|erhalten bekommen|kontakt|zahlen bezahlen entrichten|helfen unterstutzen|beginnen starten anfangen|acheter commander|aider assister|client utilisateur|recevoir obtenir|comprar adquirir|ayudar asistir|acquistare comprare|aiutare assistere`
    .split("|")
    .map((line) => words(line))

const rewritten: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "&": "and",
    mo: "month",
    yr: "year",
    colour: "color",
    "can't": "cannot"
  })
)

/** Minutes, months and users have one name; so have British and American spellings. */
const commonName = (token: Token): string => {
  if (token.value !== undefined) return token.folded
  const { folded } = token
  return (
    unitName(token.text) ??
    rewritten.get(folded) ??
    (folded.endsWith("n't") ? "not" : undefined) ??
    folded
      .replace(/isation/g, "ization")
      .replace(/ise(d|s|r)?$/, "ize$1")
      .replace(/our(s|ed|ing)?$/, "or$1")
      .replace(/-/g, "")
  )
}

const isSame = (one: Token, other: Token): boolean => {
  if (one.value !== undefined && other.value !== undefined) return isSameValue(one.value, other.value)
  return commonName(one) === commonName(other)
}

/** One letter more, less or other, or two in each other's place, behind a beginning that both share. */
const isMisspelling = ({ text: one }: Token, { text: other }: Token): boolean => {
  if (
    one.length < 5 ||
    Math.abs(one.length - other.length) > 1 ||
    one.slice(0, 2).toLowerCase() !== other.slice(0, 2).toLowerCase()
  )
    return false
  if (/[\d]/.test(one + other) || statusesOf(one).length + statusesOf(other).length > 0) return false
  if (one.length > 40) return false
  let start = 0
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1
  let [end, behind] = [one.length, other.length]
  while (end > start && behind > start && one[end - 1] === other[behind - 1]) {
    end -= 1
    behind -= 1
  }
  const [left, right] = [one.slice(start, end), other.slice(start, behind)]
  if (left.length === 2 && right.length === 2) return left[0] === right[1] && left[1] === right[0]
  return left.length <= 1 && right.length <= 1
}

/** A name begins with a capital where no sentence does. */
const isName = ({ from, text }: Token, line: string): boolean =>
  /^\p{Lu}/u.test(text) && from > 0 && !/[.!?:–—|]\s*$/u.test(line.slice(0, from))

/** So many tokens of a line are compared. */
const mostTokens = 400

const difference = (before: ReadonlyArray<Token>, after: ReadonlyArray<Token>) => {
  const kinds: Array<Token> = []
  const numbered = (tokens: ReadonlyArray<Token>) =>
    Int32Array.from(tokens, (token) => {
      const known = kinds.findIndex((kind) => isSame(kind, token))
      if (known >= 0) return known + 1
      kinds.push(token)
      return kinds.length
    })
  return matchLines(numbered(before), numbered(after), 50_000).hunks
}

const isSmall = ({ folded, value }: Token): boolean =>
  value === undefined &&
  smallWords.has(folded.replace(/'(?:re|s|ll|ve|d|m)$/, "")) &&
  !negations.has(folded) &&
  !modals.has(folded)

const isLight = ({ folded, value }: Token): boolean =>
  value === undefined && (light.has(folded) || smallWords.has(folded))

const areSynonyms = (one: Token, other: Token): boolean =>
  formsOf(one.text).some((form) => formsOf(other.text).includes(form)) ||
  synonyms.some((group) => [one, other].every((token) => formsOf(token.text).some((form) => group.has(form))))

const weighs = ({ folded, value }: Token): boolean => value !== undefined || negations.has(folded) || modals.has(folded)

/** Whether other words stand for the same: no value, negation, duty, state or name differs, and every word has its like. */
const isRewording = (
  gone: ReadonlyArray<Token>,
  come: ReadonlyArray<Token>,
  lines: readonly [string, string]
): boolean => {
  if (gone.some(weighs) || come.some(weighs)) return false
  if (gone.some((token) => isName(token, lines[0])) || come.some((token) => isName(token, lines[1]))) return false
  const states = (line: string) =>
    statusesOf(line)
      .map(({ state }) => state)
      .toSorted()
      .join()
  if (states(lines[0]) !== states(lines[1])) return false
  const left = gone.filter((token) => !isLight(token))
  const right = come.filter((token) => !isLight(token))
  return (
    left.every((token) => right.some((other) => areSynonyms(token, other))) &&
    right.every((token) => left.some((other) => areSynonyms(token, other)))
  )
}

/** A row of names in another order. */
const isShuffled = (gone: ReadonlyArray<Token>, come: ReadonlyArray<Token>): boolean => {
  const sorted = (tokens: ReadonlyArray<Token>) =>
    tokens
      .map(({ folded }) => folded)
      .toSorted()
      .join("|")
  return gone.length > 0 && sorted(gone) === sorted(come) && gone.every(({ value }) => value === undefined)
}

/** The same words in another order and form: "You can return items" and "Items can be returned". */
const isReordered = (
  gone: ReadonlyArray<Token>,
  come: ReadonlyArray<Token>,
  lines: readonly [string, string]
): boolean => {
  if ([...gone, ...come].some(({ value }) => value !== undefined) || gone.length === 0) return false
  if (gone.some((token) => isName(token, lines[0])) || come.some((token) => isName(token, lines[1]))) return false
  const stems = (tokens: ReadonlyArray<Token>) =>
    tokens
      .map(({ text }) => formsOf(text)[1] ?? formsOf(text)[0]!)
      .toSorted()
      .join(" ")
  return stems(gone) === stems(come)
}

/** "In stock" and "out of stock" differ in small words alone. */
const ofStates = (before: string, after: string): Meaning => {
  const [was, now] = [statusesOf(before), statusesOf(after)]
  const states = (all: typeof was) => all.map(({ state }) => state).join()
  if (states(was) === states(now)) return { kind: "same", gone: [], come: [] }
  const tokens = (all: typeof was): ReadonlyArray<Token> =>
    all.map(({ from, text, to }) => ({ text, folded: fold(text), from, to }))
  return { kind: "different", gone: tokens(was), come: tokens(now) }
}

const ofSigns = (before: string, after: string): Meaning => {
  const signs = otherSigns(before, after)
  return signs === null ? { kind: "same", gone: [], come: [] } : { kind: "different", ...signs }
}

/** "-5" and "5" have the same letters once they are written together. */
const differInValue = (left: ReadonlyArray<Token>, right: ReadonlyArray<Token>): boolean => {
  const [was, now] = [left.filter(isOfValue), right.filter(isOfValue)]
  return was.length === 1 && now.length === 1 && !isSame(was[0]!, now[0]!)
}

const isOfValue = ({ value }: Token): boolean => value !== undefined

/** Tokens of both lines that are compared; of more, those from where they begin to differ. */
const comparedTokens = (was: ReadonlyArray<Token>, now: ReadonlyArray<Token>) => {
  let from = 0
  if (Math.max(was.length, now.length) > mostTokens) {
    while (from < Math.min(was.length, now.length) && isSame(was[from]!, now[from]!)) from += 1
  }
  return [was.slice(from, from + mostTokens), now.slice(from, from + mostTokens)] as const
}

/** Compares two lines by what they say. */
export const meaningOf = (before: string, after: string): Meaning => {
  const [was, now] = comparedTokens(tokensOf(before), tokensOf(after))
  const [one, other] = [was.filter((token) => !isSmall(token)), now.filter((token) => !isSmall(token))]
  const hunks = difference(one, other)
  const [gone, come]: [Array<Token>, Array<Token>] = [[], []]
  for (const { end, from, start, to } of hunks) {
    const [left, right] = [one.slice(start, end), other.slice(from, to)]
    const isSpelling = left.length === right.length && left.every((token, index) => isMisspelling(token, right[index]!))
    // One word written apart, or two written together.
    const isJoined =
      !differInValue(left, right) &&
      left
        .map(({ folded }) => folded)
        .join("")
        .replace(/-/g, "") ===
        right
          .map(({ folded }) => folded)
          .join("")
          .replace(/-/g, "")
    // "fourteen (14) days": a number that is said twice.
    if (isSpelling || isJoined) continue
    gone.push(...left.filter((token) => !isSaid(token, other)))
    come.push(...right.filter((token) => !isSaid(token, one)))
  }
  if (gone.length + come.length === 0) {
    const states = ofStates(before, after)
    return states.kind === "same" ? ofSigns(before, after) : states
  }
  const isSame =
    isShuffled(gone, come) || isReordered(gone, come, [before, after]) || isRewording(gone, come, [before, after])
  return { kind: isSame ? "reworded" : "different", gone, come }
}

/** A value that the other line says as well, elsewhere. */
const isSaid = (token: Token, others: ReadonlyArray<Token>): boolean =>
  token.value !== undefined &&
  token.value.kind === "number" &&
  others.filter((other) => isSame(token, other)).length > 0

/** The words and values of a text that say something. */
export const contentTokens = (text: string): ReadonlyArray<Token> =>
  text
    .split("\n")
    .flatMap((line) => tokensOf(line).slice(0, mostTokens))
    .filter((token) => !isSmall(token))
