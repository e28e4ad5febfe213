/**
 * Which card of a list of cards a line is of: the one whose name stands above it, or the one whose name stands below it.
 *
 * A text keeps no edges of cards. How they are built is told by how their list begins and ends: where prices stand above names, one stands
 * above the first name and none behind the last.
 */

import { statusesOf } from "../../extraction/domain/statuses.ts"
import { type Badges, isBadge, isBadgeWord, linesOf, readBadges, type Side, type Stretch } from "./cardBadges.ts"
import { isTitle } from "./judging/blockTitle.ts"
import { valuesOf } from "./judging/values.ts"
import { isProse } from "./surroundings.ts"
import { kindsOf, likeness, wordsOf } from "./words.ts"

/** Lines that a card has at most. */
export const cardLines = 14

/** Cards of a list that are read, characters of a line that is no prose and those beside what it says, and lines of a text that are read. */
const limits = { card: cardLines, cards: 12, line: 90, rest: 24, read: 4_000 } as const

/** A card to which a line belongs, or may belong, though its name stands below. */
export interface CardBelow {
  /** Whether it is told by the list; otherwise the line may as well be of the name above. */
  readonly isSure: boolean
  readonly name: number
  /** The lines around, each name ahead of all that is of its card. */
  readonly order: ReadonlyArray<number>
}

/** A text whose cards are looked for, and the levels of the lines that its markup calls headings. */
export interface CardText {
  readonly count: number
  readonly textAt: (line: number) => string
  readonly levels: ReadonlyMap<number, number>
}

const label = /^([^:|]{1,40}):\s/u

/** What a line says of its thing: prices, states, a label; null where the words alone say it. */
export const saidKind = (text: string): string | null => {
  if (text.length > limits.line || isProse(text)) return "prose"
  const parts = [
    ...valuesOf(text).map(({ from, kind, to }) => ({ from, to, kind: kind as string })),
    ...statusesOf(text).map(({ family, from, to }) => ({ from, to, kind: family as string }))
  ]
  const name = label.exec(text)?.[1]
  if (name !== undefined) return `label ${name.toLowerCase()}`
  if (parts.length === 0) return null
  const said = parts.reduce((sum, { from, to }) => sum + to - from, 0)
  const kinds = [...new Set(parts.map(({ kind }) => kind))].toSorted().join()
  // "Harbour Lighthouse 2116" is a name with a number in it.
  if (kinds === "number" && /\p{L}/u.test(text)) return null
  return text.length - said <= limits.rest ? kinds : null
}

/** A list of cards: its names, what stands ahead of the first, between them, and behind the last. */
interface CardList {
  readonly names: ReadonlyArray<number>
  readonly sideOf: (kind: string | null) => Side | undefined
  readonly badges: Badges
  readonly isCards: boolean
  readonly head: Stretch
}

/** Makes what tells of lines of a text whether they are of the card whose name stands below them. */
export const makeCardOrder = ({ count, levels, textAt }: CardText): ((line: number) => CardBelow | undefined) => {
  const kinds = new Map<number, string | null>()
  const kindAt = (line: number): string | null => {
    const known = kinds.get(line)
    if (known !== undefined) return known
    if (kinds.size >= limits.read) return null
    const kind = saidKind(textAt(line))
    kinds.set(line, kind)
    return kind
  }
  const places = [...levels.keys()]
  const lists = new Map<string, CardList>()

  /** The list whose names are headings of the level of the one at `index`. */
  const listAround = (index: number): CardList => {
    const level = levels.get(places[index]!)!
    let first = index
    while (first > 0 && levels.get(places[first - 1]!)! >= level) first -= 1
    const key = `${first} ${level}`
    const known = lists.get(key)
    if (known !== undefined) return known
    let last = index
    while (last + 1 < places.length && levels.get(places[last + 1]!)! >= level) last += 1
    const names = places.slice(first, last + 1).filter((place) => levels.get(place) === level)
    const list = readList(names, first === 0 ? 0 : places[first - 1]! + 1, places[last + 1] ?? count)
    lists.set(key, list)
    return list
  }

  const readList = (names: ReadonlyArray<number>, start: number, end: number): CardList => {
    const pairs = names.slice(1).map((to, index) => ({ from: names[index]! + 1, to }))
    // Of a long list how it begins and ends.
    const between = pairs.length <= limits.cards ? pairs : [...pairs.slice(0, 6), ...pairs.slice(-6)]
    const longest = Math.min(
      limits.card,
      between.reduce((most, { from, to }) => Math.max(most, to - from), 0)
    )
    const [first, last] = [names[0]!, names.at(-1)!]
    const head = { from: Math.max(start, first - longest), to: first }
    const tail = { from: last + 1, to: Math.min(end, last + 1 + longest) }
    const kindsIn = (stretch: Stretch) =>
      new Set(
        linesOf({ ...stretch, to: Math.min(stretch.to, stretch.from + 2 * limits.card) }).flatMap((line) => {
          const kind = kindAt(line)
          return kind === null ? [] : [kind]
        })
      )
    const badges = readBadges({ head, between, tail, textAt, kindAt })
    const [headKinds, tailKinds, parts] = [kindsIn(head), kindsIn(tail), between.map(kindsIn)]
    const all = [headKinds, ...parts, tailKinds]
    const isShared = (kind: string): boolean =>
      all.filter((part) => part.has(kind)).length >= 2 &&
      parts.filter((part) => part.has(kind)).length * 2 >= parts.length
    const known = [...new Set(all.flatMap((part) => [...part]))]
    const own = (kind: string): Side | undefined => {
      if (kind === "prose" || tailKinds.has(kind)) return "above"
      if (headKinds.has(kind) && parts.some((part) => part.has(kind))) return "below"
      // What most cards say, and the first has not ahead of its name, stands behind names; the last may be of something else.
      return isShared(kind) ? "above" : undefined
    }
    return {
      names,
      head,
      badges,
      isCards: known.some((kind) => kind !== "prose" && isShared(kind)),
      // "Sold out" that stands in the place of the price is where the price is.
      sideOf: (kind) =>
        kind === null
          ? undefined
          : (own(kind) ??
            known
              .filter((other) => other !== "prose" && !all.some((part) => part.has(kind) && part.has(other)))
              .map(own)
              .find((side) => side !== undefined))
    }
  }

  /** The first of the lines between two names that are of the one below, where lines of `kind` may be. */
  const leadFrom = ({ sideOf }: CardList, { from, to }: Stretch, kind: string): number => {
    const lines = linesOf({ from: Math.max(from, to - 2 * limits.card), to })
    const above = lines.findLastIndex((line) => sideOf(kindAt(line)) === "above")
    const isBelow = (line: number) => kindAt(line) === kind || sideOf(kindAt(line)) === "below"
    return lines.slice(above + 1).find(isBelow) ?? to
  }

  const cardOf = (list: CardList, line: number): CardBelow | undefined => {
    const { badges, head, isCards, names, sideOf } = list
    const next = names.findIndex((name) => name > line)
    if (!isCards || next < 0 || (next === 0 && line < head.from)) return undefined
    const stretchAbove = (index: number): Stretch =>
      index === 0 ? head : { from: names[index - 1]! + 1, to: names[index]! }
    const kind = kindAt(line)
    const isAhead = line >= badges.from(stretchAbove(next))
    // What stands right ahead of a name is where such lines are, whatever it says.
    if (isAhead && badges.side === "above") return undefined
    const isByBadges = isAhead && (badges.side === "below" || badges.isSaid(line))
    if (!isByBadges && kind === null) return undefined
    const leadOf = (index: number) =>
      isByBadges ? badges.from(stretchAbove(index)) : leadFrom(list, stretchAbove(index), kind!)
    const lead = leadOf(next)
    if (line < lead) return undefined
    const side = isByBadges
      ? badges.side === "below"
      : linesOf({ from: lead, to: line + 1 }).some((one) => sideOf(kindAt(one)) === "below")
    // What stands above the first name and is said of no other card is of the page.
    if (next === 0 && !side) return undefined
    const [first, last] = [Math.max(0, next - 3), Math.min(names.length, next + 4)]
    const begin = first === 0 ? head.from : leadOf(first)
    const order = [
      ...linesOf({ from: Math.max(0, begin - limits.card), to: leadOf(first) }),
      ...Array.from({ length: last - first }, (_, index) => first + index).flatMap((index) => {
        const name = names[index]!
        const end = index + 1 < names.length ? leadOf(index + 1) : Math.min(count, name + 1 + limits.card)
        return [name, ...linesOf({ from: leadOf(index), to: name }), ...linesOf({ from: name + 1, to: end })]
      })
    ]
    return { isSure: side, name: names[next]!, order }
  }

  /** Whether headings stand on both sides of a line so near that they may be names of cards. */
  const isInMarked = (line: number): boolean => {
    const below = places.findIndex((place) => place > line)
    if (below < 0) return levels.size > 1 && line - places.at(-1)! <= limits.card && isList(places.length - 1)
    return (
      (places[below]! - line <= limits.card && isList(below)) ||
      (below > 0 && isList(below - 1) && line - places[below - 1]! <= limits.card)
    )
  }

  const isList = (index: number): boolean => listAround(index).names.length > 1 && listAround(index).isCards

  const byMarkup = (line: number): CardBelow | undefined => {
    const below = places.findIndex((place) => place > line)
    if (below < 0 || places[below]! - line > limits.card) return undefined
    const above = below === 0 ? undefined : levels.get(places[below - 1]!)!
    const level = levels.get(places[below]!)!
    // Behind the last card of its list.
    if (above !== undefined && above > level) return undefined
    return cardOf(listAround(below), line)
  }

  /** The lines that say the same of other things, in order, each with a line between that may be a name. */
  const alikeAround = (line: number, kind: string): ReadonlyArray<number> => {
    const found = [line]
    for (const by of [-1, 1] as const) {
      let from = line
      for (let at = line + by; at >= 0 && at < count && Math.abs(at - from) <= limits.card; at += by) {
        if (levels.has(at)) break
        if (kindAt(at) !== kind) continue
        if (!linesOf({ from: Math.min(at, from) + 1, to: Math.max(at, from) }).some(isName)) break
        if (by < 0) found.unshift(at)
        else found.push(at)
        from = at
      }
    }
    return found
  }

  const isName = (line: number): boolean =>
    line >= 0 &&
    line < count &&
    !levels.has(line) &&
    kindAt(line) === null &&
    isTitle(textAt(line)) &&
    kinds.size < limits.read

  const isOfMoney = (line: number): boolean => kindAt(line)?.includes("money") === true

  /** The list whose names stand right above prices, where no markup calls them headings. */
  const pricedAround = (line: number): CardList | undefined => {
    const near = linesOf({ from: line + 1, to: Math.min(count, line + 1 + limits.card) })
    const price =
      near.find(isOfMoney) ?? linesOf({ from: Math.max(0, line - limits.card), to: line }).findLast(isOfMoney)
    if (price === undefined) return undefined
    const names = alikeAround(price, kindAt(price)!).map((at) => at - 1)
    const key = `priced ${names[0]}`
    const known = lists.get(key)
    if (known !== undefined) return known
    const texts = new Set(names.map(textAt))
    if (
      names.length < 2 ||
      texts.size < names.length ||
      !names.every((name) => isName(name) && !isBadgeWord(textAt(name)))
    )
      return undefined
    const heading = places.findIndex((place) => place > names[0]!)
    const above = places[(heading < 0 ? places.length : heading) - 1]
    const list = readList(names, above === undefined ? 0 : above + 1, places[heading] ?? count)
    lists.set(key, list)
    return list
  }

  /** The list of which a line stands right ahead of such a name. */
  const badgedAround = (line: number): CardList | undefined => {
    const list = isBadge(textAt(line), kindAt(line)) ? pricedAround(line) : undefined
    const next = list?.names.findIndex((name) => name > line) ?? -1
    if (list === undefined || next < 0) return undefined
    const from = next === 0 ? list.head.from : list.names[next - 1]! + 1
    return line < list.badges.from({ from, to: list.names[next]! }) ? undefined : list
  }

  const byText = (line: number): CardBelow | undefined => {
    const list = badgedAround(line)
    return list?.badges.side === undefined ? (byAlike(line) ?? (list && cardOf(list, line))) : cardOf(list, line)
  }

  const byAlike = (line: number): CardBelow | undefined => {
    const kind = kindAt(line)
    if (kind === null || kind === "prose") return undefined
    const alike = alikeAround(line, kind)
    if (alike.length < 2) return undefined
    const gaps = alike.slice(1).map((to, index) => linesOf({ from: alike[index]! + 1, to }).filter(isName))
    const names = gaps.map((gap) => gap[0]!)
    const behind = names.reduce((most, name, index) => Math.max(most, name - alike[index]!), 0)
    const ahead = gaps.reduce((most, gap, index) => Math.max(most, alike[index + 1]! - gap.at(-1)!), 0)
    const [first, last] = [alike[0]!, alike.at(-1)!]
    const headName = linesOf({ from: first - ahead, to: first }).findLast(isName)
    const tailName = linesOf({ from: last + 1, to: last + 1 + behind }).find(isName)
    if (tailName === undefined) return undefined
    const isLike = (name: number | undefined): boolean =>
      name !== undefined && names.some((other) => isOfKind(textAt(name), textAt(other)))
    const [isHead, isTail] = [isLike(headName), isLike(tailName)]
    // A title above the list, or a line below it, may look like a name.
    if (headName !== undefined && !isTail) return undefined
    const all = [...names, tailName]
    const at = alike.indexOf(line)
    const [begin, end] = [Math.max(0, at - 3), Math.min(alike.length, at + 4)]
    const order = [
      ...linesOf({ from: Math.max(0, alike[begin]! - limits.card), to: alike[begin]! }),
      ...Array.from({ length: end - begin }, (_, index) => begin + index).flatMap((index) => {
        const to = alike[index + 1] ?? Math.min(count, all[index]! + 1 + limits.card)
        return [all[index]!, ...linesOf({ from: alike[index]!, to }).filter((one) => one !== all[index])]
      })
    ]
    return { isSure: headName === undefined || !isHead, name: all[at]!, order }
  }

  return (line) => {
    if (levels.has(line)) return undefined
    return isInMarked(line) ? byMarkup(line) : byText(line)
  }
}

const formOf = (text: string): string => text.replace(/\p{L}+/gu, "w").replace(/\p{N}+/gu, "0")

/** Two names of things of a kind: "Kettle Alba" and "Kettle Brio", "K1" and "K2". */
const isOfKind = (one: string, other: string): boolean =>
  likeness(kindsOf(wordsOf(one)), kindsOf(wordsOf(other))) >= 0.3 ||
  (/\p{N}/u.test(one) && formOf(one) === formOf(other))
