/** Whether a piece of a difference is about what a condition names. */

import { statusesOf } from "../../../extraction/domain/statuses.ts"
import { fold } from "../../../models/domain/foldedText.ts"
import { formOf } from "../surroundings.ts"
import { kindsOf, likeness, wordsOf } from "../words.ts"
import { isTitle } from "./blockTitle.ts"
import { conceptsIn, conceptsOf, isRelated } from "./concepts.ts"
import type { Fact } from "./facts.ts"
import type { Group } from "./goalText.ts"
import type { Page } from "./page.ts"
import { type Token, tokensOf } from "./tokens.ts"
import { isMeasured, isSameValue, valuesOf } from "./values.ts"

/** Where the words of a subject were found: in what changed, beside it, in a heading above, or nowhere near. */
export type Place = "changed" | "own" | "near" | "heading" | "none"

export interface SubjectMatch {
  /** The farthest place that a word was found in; `none` when no word was found. */
  readonly place: Place
  /** Share of the words that must be there that are, from 0 to 1. */
  readonly share: number
  /** Words that the page speaks of elsewhere, and words that it does not speak of. */
  readonly elsewhere: ReadonlyArray<Group>
  readonly found: ReadonlyArray<Group>
  readonly nowhere: ReadonlyArray<Group>
  /** Whether anything was found at all. */
  readonly isAny: boolean
}

const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/v

/** Lines of which the words are known, since each is asked about for every condition. */
const known = new Map<string, ReadonlyArray<Token>>()

const wordsIn = (line: string): ReadonlyArray<Token> => {
  const found = known.get(line)
  if (found !== undefined) return found
  const tokens = tokensOf(line)
  if (known.size > 500) known.clear()
  known.set(line, tokens)
  return tokens
}

/** "12-month" is said by "12 months", "1-year" by it too, and "14 June" by "June 14, 2026". */
const isSaidByValue = (word: string, tokens: ReadonlyArray<Token>): boolean => {
  const found = tokens.flatMap(({ value }) =>
    value !== undefined && (value.kind === "date" || isMeasured(value)) ? [value] : []
  )
  const own = found.length === 0 ? undefined : valuesOf(word)[0]
  if (own?.kind === "date") return own.text === word.trim() && found.some((value) => isSameValue(own, value))
  return own !== undefined && isMeasured(own) && found.some(({ keys }) => own.keys.some((key) => keys.includes(key)))
}

const saysWord = (word: string, isName: boolean, tokens: ReadonlyArray<Token>, line: string): boolean => {
  const folded = fold(word)
  if (
    unspaced.test(word) &&
    (fold(line).includes(folded) || (!isName && conceptsOf(word).some((name) => conceptsIn(tokens).has(name))))
  )
    return true
  if (tokens.some((token) => token.folded === folded || fold(token.text) === folded)) return true
  // "Kick-off" says "kick off".
  if (
    folded.length >= 3 &&
    tokens.some((token) => token.folded.includes("-") && token.folded.split("-").includes(folded))
  )
    return true
  // "Version 6" is 6.0 and 6.1 too.
  const version = /^(?:v(?:ersion)?\s?)?(\d+(?:\.\d+)*)$/iu.exec(word)?.[1]
  const starts = ({ value }: Token) =>
    value?.kind === "version" && `${value.keys[0]!.slice(1)}.`.startsWith(`${version}.`)
  if (version !== undefined && tokens.some(starts)) return true
  if (/\d/.test(word) && isSaidByValue(word, tokens)) return true
  if (/^\d/.test(word)) {
    const bare = folded.replace(/[^\p{L}\p{N}]/gu, "")
    return tokens.some(({ text }) => fold(text).replace(/[^\p{L}\p{N}]/gu, "") === bare)
  }
  return (
    tokens.some((token) => token.value === undefined && isRelated(word, token.folded)) ||
    (!isName && word.includes(" ") && conceptsIn(tokens).has(conceptsOf(word)[0] ?? ""))
  )
}

/** Whether a line has one of the words of a group. */
export const says = ({ isName, isPart, words }: Group, line: string): boolean =>
  (isPart === true && words.some((word) => fold(line).includes(word))) ||
  words.some((word) => saysWord(word, isName, wordsIn(line), line))

/** Where a word stands around a piece of a difference, whatever the page is about. */
export const placeOf = (group: Group, fact: Fact): Place => {
  const changed = [...fact.gone, ...fact.come]
  if (
    changed.length > 0 &&
    group.words.some((word) => saysWord(word, group.isName, changed, changed.map(({ text }) => text).join(" ")))
  )
    return "changed"
  if (ownLines(fact).some((line) => says(group, line))) return "own"
  if (isOfOtherSegment(group, fact)) return "none"
  if (fact.context.near.some((line) => says(group, line))) return "near"
  const { block, headings, list } = fact.context
  const isTitled = block !== undefined && !isEntryBeside(block.title, fact)
  if (isTitled && says(group, block.title) && !block.own.some((line) => saysByItself(group, line))) return "near"
  if (list !== undefined && says(group, list) && !isSaidBeside(group, fact)) return "heading"
  return headings.some((line) => says(group, line)) && (isProseLike(fact) || !isSaidBeside(group, fact))
    ? "heading"
    : "none"
}

/** A line that is worded as what changed was or is, of as many words, is another entry of its list: "Dune on loan" and "Emma on loan". */
const isEntryBeside = (line: string, { after, before }: Fact): boolean =>
  [...before.slice(0, 1), ...after.slice(0, 1)].some(
    (own) => formOf(own) === formOf(line) && likeness(kindsOf(wordsOf(own)), kindsOf(wordsOf(line))) >= 0.5
  )

/** What the lines say beside what changed in them; of a line that says several things, the one that changed. */
const ownLines = ({ after, before, segment }: Fact): ReadonlyArray<string> =>
  segment === undefined ? [...before, ...after] : [segment.before, segment.after]

/** Another part of the same line says it: "children" in "adults 14 €, children 5 €" where adults pay more. */
export const isOfOtherSegment = (group: Group, { segment }: Fact): boolean =>
  segment?.others.some((part) => says(group, part)) === true

/** The sentence above the list of a line, below the same heading: "All our jobs in Berlin." */
const sentenceAbove = ({ context: { above, sections } }: Fact): string | undefined => {
  const heading = above.findIndex((line) => sections.includes(line))
  return (heading < 0 ? above : above.slice(0, heading)).find((line) => /[.!?:。]$/.test(line))
}

/** The title of the page, or the sentence above the list, names all of it, and no other line of the list does by itself. */
const isOfNamedList = (subject: ReadonlyArray<Group>, fact: Fact): boolean => {
  const { above, below, sections } = fact.context
  const hard = subject.filter((group) => !isSoft(group))
  const isNamed = (line: string | undefined) => line !== undefined && hard.every((group) => says(group, line))
  const isEntry = (line: string) => !sections.includes(line) && hard.every((group) => saysByItself(group, line))
  return (
    hard.length > 0 &&
    (isNamed(sections.at(-1)) || isNamed(sentenceAbove(fact))) &&
    ![...above, ...below].some(isEntry) &&
    !hard.some((group) => isOfOtherSegment(group, fact))
  )
}

/**
 * Whether a piece that went is of what the words name by itself, by the headings above it, or by what names its list. The first lines of a page may be other
 * entries of the same list, and say nothing of what went.
 */
export const isOfGone = (subject: ReadonlyArray<Group>, fact: Fact): boolean =>
  subject.every((group) => isSoft(group) || placeOf(group, fact) !== "none") || isOfNamedList(subject, fact)

const isProseLike = ({ after, before }: Fact): boolean => {
  const text = (after[0] ?? before[0] ?? "").trim()
  return text.length > 40 && /[.!?。]$/.test(text)
}

/** Another line of the same list says it by itself: the heading says it of all, and so of none. */
const isSaidBeside = (group: Group, { context: { above, below, headings, list } }: Fact): boolean =>
  [...above, ...below].some((line) => line !== list && !headings.includes(line) && saysByItself(group, line))

const saysByItself = (group: Group, line: string): boolean =>
  line.length <= 80 && !/[.!?。]$/.test(line) && says(group, line)

/** A line beside, of a list of labels as this one is, is labelled so. */
export const isLabelBeside = (group: Group, { context: { above, below } }: Fact): boolean =>
  [...above, ...below].some((line) => labelled.test(line) && says(group, line.slice(0, line.search(/[:|]|\s[–—]\s/))))

const labelled = /^[^:|.!?]{1,50}(?::\s|\s?\||\s[–—]\s)/u

/** What the words name stands beside, as a label or a short line of its own: it is another thing of the same kind. */
export const isRival = (group: Group, fact: Fact): boolean => {
  const { above, below, block } = fact.context
  const isEntity = (line: string) =>
    line.split(/\s+/).length <= 5 && !/[.!?]$/.test(line) && valuesOf(line).length === 0
  return (
    isOfOtherSegment(group, fact) ||
    isOfOtherCell(group, fact) ||
    isLabelBeside(group, fact) ||
    [...above, ...below].some((line) => line !== block?.title && (isEntity(line) || isTitle(line)) && says(group, line))
  )
}

const cellsOf = (line: string): ReadonlyArray<string> => (/[|\t]/.test(line) ? line.split(/[|\t]/) : [])

/** Of a row of a table: the name of another row or of another column says it. */
export const isOfOtherCell = (group: Group, { after, before, context: { above, below } }: Fact): boolean => {
  const count = cellsOf(after[0] ?? before[0] ?? "").length
  const isRow = (line: string) => cellsOf(line).length === count
  // What the first column is of, each of its rows is.
  const behind = above.findIndex((line) => !isRow(line))
  const head = above[(behind < 0 ? above.length : behind) - 1]
  return (
    count > 2 &&
    [...above, ...below].some((line) =>
      cellsOf(line).some(
        (cell, column) =>
          isRow(line) && !(line === head && column === 0) && valuesOf(cell).length === 0 && says(group, cell)
      )
    )
  )
}

/** Lines beside that could be of the same list: both with values or both without, and about as long. */
const isAlike = (line: string, own: string): boolean =>
  valuesOf(line).length > 0 === valuesOf(own).length > 0 &&
  Math.max(line.length, own.length) <= 3 * Math.min(line.length, own.length)

/** A line like this one, right beside it, says the word that this one does not: what changed is of another. */
export const isOfNeighbour = (group: Group, { after, before, context: { above, below } }: Fact): boolean => {
  const own = after[0] ?? before[0] ?? ""
  return [...above.slice(0, neighbours), ...below.slice(0, neighbours)].some(
    (line) => isAlike(line, own) && says(group, line)
  )
}

/** A line that is worded as this one is or was, right beside it, says the word: "large garden 190 €" beside "small garden 150 €". */
export const isOfPeer = (group: Group, { after, before, context: { above, below } }: Fact): boolean => {
  const own = [...after.slice(0, 1), ...before.slice(0, 1)].map((line) => kindsOf(wordsOf(line)))
  return [...above.slice(0, neighbours), ...below.slice(0, neighbours)].some(
    (line) => says(group, line) && own.some((kinds) => likeness(kindsOf(wordsOf(line)), kinds) >= 0.5)
  )
}

/** How many lines on either side are neighbours. */
const neighbours = 6

const order: ReadonlyArray<Place> = ["changed", "own", "near", "heading", "none"]

/** Words that name what holds the rest, or what every line of such a page is about: good to find, not needed. */
const soft = new Set(
  `terms term policy policies agreement plan plans service services product products article articles event events conference concert exam course program programme
  period duration time times total name latest official public spec specs rules conditions clause clauses bill data document announcement company shop store online
  customer customers client clients kunde kunden vorstellung show session match game class flight flights train trains bus buses departure departures timetable schedule stories story section fees cost limit limits minimum maximum model models device team club city town official team's public school university version versions software app tool library repo repository project's
  bedingungen vertrag tarif produkt artikel veranstaltung dauer zeitraum name dienst gesetz firma unternehmen
  conditions contrat produit article evenement duree delai periode service loi entreprise
  condiciones contrato producto articulo evento duracion plazo periodo servicio ley empresa termino
  condizioni contratto prodotto articolo evento durata periodo servizio legge azienda
  condicoes contrato produto artigo evento duracao periodo servico lei empresa
  voorwaarden contract product artikel evenement duur periode dienst wet bedrijf`.split(/\s+/)
)

export const isSoft = ({ words }: Group): boolean => words.every((word) => soft.has(fold(word)))

/** Another label, or another part of the line, says it. */
const isOfAnother = (group: Group, fact: Fact): boolean => isOfOtherSegment(group, fact) || isLabelBeside(group, fact)

/** What rows of tables are of, which the head of a column says of each of them, wherever in the row its name stands. */
const ofRows = new Set(
  `flight flights train trains bus buses tram trams ferry ferries boat ship line room rooms table court slot class course lesson session workshop exam event concert show match game film movie
  product item article model device size colour color book title order parcel service component lift trail road customer client
  flug zug fahre schiff linie zimmer raum tisch kurs stunde prufung veranstaltung konzert vorstellung spiel produkt artikel modell grosse farbe buch bestellung dienst strecke strasse kunde
  vol navette bateau ligne chambre salle cours examen evenement spectacle produit modele taille couleur livre commande
  vuelo tren autobus linea habitacion sala mesa clase curso examen evento concierto partido pelicula producto modelo talla libro pedido servicio
  volo treno traghetto camera tavolo corso lezione esame concerto partita prodotto modello taglia libro ordine servizio
  voo comboio trem autocarro onibus linha quarto aula prova jogo produto tamanho livro
  vlucht trein veerboot lijn kamer zaal tafel les wedstrijd maat boek bestelling dienst klant`.split(/\s+/)
)

/** A cell that names something: no amount, no day, no state and no mark. */
const isNaming = (cell: string): boolean =>
  /[\p{L}\p{N}]/u.test(cell) &&
  statusesOf(cell).length === 0 &&
  !valuesOf(cell).some(({ kind }) => kind !== "number" && kind !== "version")

/** The head of a column says it and no more than its number or name: "Flight", "Flight no.". */
const isHeadOf = (group: Group, head: string): boolean => {
  const [first = "", ...more] = head.split(/\s+/)
  return more.length <= 1 && says(group, first)
}

/** "Size", where another word names the row: the head of a column says what kind of thing "43" is, or what each of its rows is. */
const isKindOfRow = (group: Group, subject: ReadonlyArray<Group>, { context: { row } }: Fact): boolean => {
  if (row === undefined) return false
  const others = subject.filter((other) => other !== group)
  const isNamed = (cell: string) => others.some((other) => says(other, cell))
  const own = row.cells.filter(({ head }) => isHeadOf(group, head))
  // "The room of the class Yoga": what is asked for is of another column than what names the row.
  const isOfNamed = row.cells.some(({ head, text }) => isNamed(text) && others.some((other) => isHeadOf(other, head)))
  const isOfRows = !isOfNamed && group.words.every((word) => ofRows.has(fold(word)))
  return (
    (says(group, row.kind) && isNamed(row.name)) ||
    own.some(({ text }) => isNamed(text) || (isOfRows && isNaming(text)))
  )
}

/** The kinds of the values of a line. */
const kindsOfValues = (line: string): string =>
  valuesOf(line)
    .map(({ kind }) => kind)
    .join()

/** What names a line: a label, a first cell, or what stands ahead of its amount. */
const nameOf = (line: string): string =>
  /^[^:|\t\d$€£¥]{1,40}?(?=\s?[:|\t]|\s[–—-]\s|\s[\d$€£¥])/u.exec(line)?.[0] ?? ""

/** What a price is of, whatever other amounts a page names; a plan is not called so. */
const wares = new Set(
  `product products article articles event events conference concert exam course courses program programme service services show session class
  produkt produkte artikel veranstaltung vorstellung kurs produit article evenement cours producto articulo evento curso prodotto articolo corso produto artigo product artikel evenement cursus`.split(
    /\s+/
  )
)

const isOfWares = ({ words }: Group): boolean => words.every((word) => wares.has(fold(word)))

/**
 * A line or a card beside this one, with values as this one has them, is named so: "Team" in "Team: $19" beside "Solo: $9". What says
 * the word alone names what stands right below it.
 */
const isNameOfPeer = (group: Group, { after, before, context: { above, below, near } }: Fact): boolean => {
  const kinds = kindsOfValues(after[0] ?? before[0] ?? "")
  if (kinds === "" || isOfWares(group)) return false
  const isAlone = (line: string) => group.words.some((word) => fold(word) === fold(line.trim()))
  const isTitleOf = (line: string, next: string | undefined) =>
    near.length > 0 && next !== undefined && isAlone(line) && kindsOfValues(next) === kinds
  const isLabelled = (line: string) => isAlone(nameOf(line)) && kindsOfValues(line) === kinds
  return (
    [...above, ...below].some(isLabelled) ||
    below.some((line, at) => isTitleOf(line, below[at + 1])) ||
    above.some((line, at) => at > 0 && isTitleOf(line, above[at - 1]))
  )
}

const saysDay = (line: string): boolean => valuesOf(line).some(({ kind }) => kind === "date")

/** "Tin Whistlers, 12 December": of what is named beside its day, and stands with no other day, the day is only said farther up. */
const isDayOfNamed = (group: Group, subject: ReadonlyArray<Group>, fact: Fact): boolean =>
  group.words.every(saysDay) &&
  ![...ownLines(fact), ...fact.context.near].some(saysDay) &&
  subject.some((other) => other !== group && !isSoft(other) && placeOf(other, fact) !== "none")

/** Where the words of a subject are found around a piece of a difference. */
export const matchSubject = (subject: ReadonlyArray<Group>, fact: Fact, page: Page): SubjectMatch => {
  const places = subject.map((group) => {
    const own = placeOf(group, fact)
    const near = own === "none" && isKindOfRow(group, subject, fact) ? ("near" as const) : own
    return {
      group,
      place:
        near === "none" &&
        ((page.isOfPage(group, fact) && !isOfAnother(group, fact)) || isDayOfNamed(group, subject, fact))
          ? ("heading" as const)
          : near
    }
  })
  const found = places.filter(({ place }) => place !== "none")
  // "Team" may be a plan: where another column, row or card is called so, it must be there.
  const isOfOther = (group: Group) => isOfOtherCell(group, fact) || isNameOfPeer(group, fact)
  const hard = places.filter(({ group, place }) => !isSoft(group) || (place === "none" && isOfOther(group)))
  const missing = hard.flatMap(({ group, place }) => (place === "none" ? [group] : []))
  const place = found.reduce<Place>(
    (farthest, one) => (order.indexOf(one.place) > order.indexOf(farthest) ? one.place : farthest),
    "changed"
  )
  return {
    place: subject.length > 0 && found.length === 0 ? "none" : place,
    share: hard.length === 0 ? 1 : (hard.length - missing.length) / hard.length,
    found: found.map(({ group }) => group),
    elsewhere: missing.filter(page.isOnPage),
    nowhere: missing.filter((group) => !page.isOnPage(group)),
    isAny: found.length > 0
  }
}
