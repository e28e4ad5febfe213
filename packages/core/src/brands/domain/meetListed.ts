/**
 * How rows of lists find the brands that they are about, and wait for them. Threads without `effect` use this.
 *
 * **Model.** A row that names a domain is about the brand there. Any other is about the brand that has one of its ids or symbols, or
 * its whole name, legal form included, in the same country where both are known, or its name for a domain. Where several have the name, it is
 * nobody's. Of a brand that no list knows, which may say anything of itself, its domain must be the name of the company. What finds no brand waits, in one record for each company, until a row with a domain has one of its keys.
 *
 * **Invariants.** A row that comes again changes nothing. What waits is in no search.
 */
import type { BrandId, BrandSymbol } from "./BrandEntry.ts"
import type { BrandListName } from "./BrandImport.ts"
import { guessedDomain, wholeName, withoutLegalForm } from "./companyName.ts"
import { type BrandFacts, mergeBrands } from "./mergeBrands.ts"
import { byPopularity } from "./popularity.ts"
import { joinedName, namesOf } from "./searchTerms.ts"

/** What a row of a list tells, with its tellers; its domain is empty where the list has none. */
export type ListedBrand = BrandFacts

/** What waits for a domain. */
export interface WaitingBrand {
  readonly id: string
  readonly facts: BrandFacts
}

/** What must be looked up before rows can meet what is known. */
export interface Wanted {
  readonly domains: ReadonlyArray<string>
  readonly ids: ReadonlyArray<BrandId>
  readonly symbols: ReadonlyArray<BrandSymbol>
  /** Whole names, each as one word. */
  readonly names: ReadonlyArray<string>
  /** Keys of what may wait for one of these rows. */
  readonly keys: ReadonlyArray<string>
  /** Records that rows without a domain may add to. */
  readonly waitingIds: ReadonlyArray<string>
}

/** Companies of all lists that may wait. Those of the SEC are few, and find room where those of GLEIF find none. */
const mostWaiting = { usual: 200_000, ofSec: 250_000 } as const

/** How many more companies of a list may wait, when so many do. */
export const roomFor = (list: BrandListName, waiting: number): number =>
  Math.max(0, (list === "sec" ? mostWaiting.ofSec : mostWaiting.usual) - waiting)

/** What rows have come to. */
export interface Met {
  /** Entries that changed, whole. */
  readonly brands: ReadonlyArray<BrandFacts>
  /** Records that wait, new or with more than before. */
  readonly waiting: ReadonlyArray<WaitingBrand>
  /** Ids of records that have found their brand. */
  readonly gone: ReadonlyArray<string>
  /** Rows that told something of a brand. */
  readonly told: number
  /** Records that wait now and did not before. */
  readonly added: number
  /** Rows that neither found a brand nor room to wait. */
  readonly dropped: number
}

const idKey = ({ code, kind }: BrandId) => `${kind}:${code}`

const symbolKeys = (symbols: ReadonlyArray<BrandSymbol>): ReadonlyArray<string> =>
  symbols.flatMap(({ code, exchange, kind }) =>
    kind === "isin" ? [`isin:${code}`] : exchange === null ? [] : [`ticker:${exchange}:${code}`]
  )

const hasNumber = ({ ids }: BrandFacts) => ids.some(({ kind }) => kind === "cik")

/** Companies that the SEC lists are few and well known: their domain may be guessed. */
const guessOf = (facts: BrandFacts) => (hasNumber(facts) && facts.name !== null ? guessedDomain(facts.name) : null)

const wholeNames = (facts: BrandFacts): ReadonlyArray<string> =>
  namesOf(facts).flatMap((name) => {
    const whole = wholeName(name)
    return whole === null ? [] : [whole]
  })

/** Keys by which what waits is found. */
export const waitingKeys = (facts: BrandFacts): ReadonlyArray<string> => {
  const guess = guessOf(facts)
  const own = facts.name === null ? null : wholeName(facts.name)
  const names = [...(own === null ? [] : [`name:${own}`]), ...(guess === null ? [] : [`at:${guess.domain}`])]
  return [...new Set([...facts.ids.map(idKey), ...symbolKeys(facts.symbols), ...names])]
}

/** Keys that a row with a domain tells. */
const toldKeys = (facts: BrandFacts): ReadonlyArray<string> => [
  ...facts.ids.map(idKey),
  ...symbolKeys(facts.symbols),
  ...wholeNames(facts).map((name) => `name:${name}`),
  `at:${facts.domain}`
]

/** The record that a row waits in: that of its company. */
const recordOf = ({ ids }: BrandFacts): string | null => {
  const first = ids.find(({ kind }) => kind === "lei") ?? ids.find(({ kind }) => kind === "cik")
  return first === undefined ? null : idKey(first)
}

/** What rows must be held against. */
export const wantedOf = (listed: ReadonlyArray<ListedBrand>): Wanted => {
  const [placed, others] = [listed.filter(({ domain }) => domain !== ""), listed.filter(({ domain }) => domain === "")]
  const guessed = others.flatMap((facts) => guessOf(facts)?.domain ?? [])
  return {
    domains: [...new Set([...placed.map(({ domain }) => domain), ...guessed])],
    ids: others.flatMap(({ ids }) => ids),
    symbols: others.flatMap(({ symbols }) =>
      symbols.filter(({ exchange, kind }) => kind === "isin" || exchange !== null)
    ),
    names: [...new Set(others.flatMap(({ name }) => (name === null ? [] : (wholeName(name) ?? []))))],
    keys: [...new Set(placed.flatMap(toldKeys))],
    waitingIds: [...new Set(others.flatMap((facts) => recordOf(facts) ?? []))]
  }
}

/** Several under one key. */
class Index<A> {
  readonly #all = new Map<string, Set<A>>()

  add(key: string, one: A): void {
    const found = this.#all.get(key)
    if (found === undefined) this.#all.set(key, new Set([one]))
    else found.add(one)
  }

  get(key: string): ReadonlyArray<A> {
    return [...(this.#all.get(key) ?? [])]
  }
}

const isSameCountry = (one: BrandFacts, other: BrandFacts): boolean =>
  // Legal names are alike in many countries, and there are millions of them: that of the SEC's few thousand is enough.
  one.country === null || other.country === null ? hasNumber(one) || hasNumber(other) : one.country === other.country

/** Whether a company whose domain was guessed is the brand there. */
const isAtGuess = (waiting: BrandFacts, brand: BrandFacts): boolean => {
  const guess = guessOf(waiting)
  if (guess === null || guess.domain !== brand.domain) return false
  return guess.name === null || namesOf(brand).some((name) => joinedName(name) === guess.name)
}

const isNamed = (facts: BrandFacts, brand: BrandFacts): boolean => {
  const whole = facts.name === null ? null : wholeName(facts.name)
  return whole !== null && isSameCountry(facts, brand) && wholeNames(brand).includes(whole)
}

/** Whether nobody but its own site tells anything of a brand: any site may name a company and its shares. */
const isAlone = ({ ids, rank, told }: BrandFacts): boolean =>
  rank === null && ids.length === 0 && Object.values(told).every((one) => one === undefined || one.by === "read")

/** Whether a brand may be the company by what it says of itself. */
const isBelieved = (brand: BrandFacts, { name }: BrandFacts): boolean => {
  if (!isAlone(brand)) return true
  const label = joinedName(brand.domain.split(".")[0] ?? "")
  return name !== null && [joinedName(name), joinedName(withoutLegalForm(name) ?? name)].includes(label)
}

/** Brands and waiting records, as they are while rows are taken one after the other. */
class Meeting {
  readonly brands = new Map<string, BrandFacts>()
  readonly waiting = new Map<string, WaitingBrand>()
  readonly changed = new Set<string>()
  readonly touched = new Set<string>()
  readonly gone = new Set<string>()
  readonly #byKey = new Index<string>()
  readonly #waitingByKey = new Index<string>()

  constructor(known: ReadonlyArray<BrandFacts>, waiting: ReadonlyArray<WaitingBrand>) {
    for (const brand of known) this.#put(brand)
    for (const one of waiting) this.#keep(one)
  }

  #put(brand: BrandFacts): void {
    this.brands.set(brand.domain, brand)
    for (const key of toldKeys(brand)) this.#byKey.add(key, brand.domain)
  }

  #keep(one: WaitingBrand): void {
    this.waiting.set(one.id, one)
    for (const key of waitingKeys(one.facts)) this.#waitingByKey.add(key, one.id)
  }

  /** Joins what is told into an entry, which may be new. */
  join(domain: string, told: BrandFacts): void {
    const known = this.brands.get(domain)
    const next = known === undefined ? { ...told, domain } : mergeBrands(known, told)
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(next)) return
    this.changed.add(domain)
    this.#put(next)
  }

  #brandsAt(keys: ReadonlyArray<string>): ReadonlyArray<BrandFacts> {
    const domains = new Set(keys.flatMap((key) => this.#byKey.get(key)))
    return [...domains].flatMap((domain) => this.brands.get(domain) ?? []).sort(byPopularity)
  }

  /** The brand that a row without a domain is about. */
  brandOf(facts: BrandFacts): BrandFacts | null {
    for (const keys of [facts.ids.map(idKey), symbolKeys(facts.symbols)]) {
      const found = this.#brandsAt(keys).find((brand) => isBelieved(brand, facts))
      if (found !== undefined) return found
    }
    const whole = facts.name === null ? null : wholeName(facts.name)
    const named =
      whole === null
        ? []
        : this.#brandsAt([`name:${whole}`]).filter((brand) => isNamed(facts, brand) && isBelieved(brand, facts))
    if (named.length > 0) return named.length === 1 ? named[0]! : null
    const guess = guessOf(facts)
    const there = guess === null ? undefined : this.brands.get(guess.domain)
    return there !== undefined && isAtGuess(facts, there) ? there : null
  }

  /** Joins what waited for this brand, by what a row has told of it. */
  meetWaiting(told: BrandFacts): void {
    const brand = this.brands.get(told.domain)
    if (brand === undefined) return
    const waiting = (key: string) => this.#waitingByKey.get(key).flatMap((id) => this.waiting.get(id) ?? [])
    const named = new Map<string, WaitingBrand>()
    for (const key of toldKeys(told)) {
      const isSure = !key.startsWith("name:") && !key.startsWith("at:")
      for (const one of waiting(key)) {
        if (isSure) this.#meet(told.domain, one)
        else if (isNamed(one.facts, brand) || isAtGuess(one.facts, brand)) named.set(one.id, one)
      }
    }
    // Of several companies with one name it is not known which this is; a register of each country may have one.
    const ofLists = Map.groupBy([...named.values()], ({ id }) => id.slice(0, id.indexOf(":")))
    for (const [one, another] of ofLists.values()) {
      if (one !== undefined && another === undefined) this.#meet(told.domain, one)
    }
  }

  #meet(domain: string, { facts, id }: WaitingBrand): void {
    if (!this.waiting.delete(id)) return
    this.gone.add(id)
    this.touched.delete(id)
    this.join(domain, facts)
  }

  /** Whether a record for these facts was there already, to which they are added. */
  addTo(id: string, facts: BrandFacts): boolean {
    const known = this.waiting.get(id)
    if (known === undefined) return false
    const next = mergeBrands(known.facts, facts)
    if (JSON.stringify(known.facts) === JSON.stringify(next)) return true
    this.#keep({ id, facts: next })
    this.touched.add(id)
    return true
  }

  wait(id: string, facts: BrandFacts): void {
    this.#keep({ id, facts })
    this.touched.add(id)
    this.gone.delete(id)
  }
}

/** Takes rows, one after the other. `room` is how many more records may wait. */
export const meetListed = (
  listed: ReadonlyArray<ListedBrand>,
  known: ReadonlyArray<BrandFacts>,
  waiting: ReadonlyArray<WaitingBrand>,
  room: number
): Met => {
  const meeting = new Meeting(known, waiting)
  let [told, added, dropped] = [0, 0, 0]
  for (const facts of listed) {
    const domain = facts.domain === "" ? (meeting.brandOf(facts)?.domain ?? null) : facts.domain
    if (domain !== null) {
      told += 1
      meeting.join(domain, facts)
      if (facts.domain !== "") meeting.meetWaiting(facts)
      continue
    }
    const id = recordOf(facts)
    if (id !== null && meeting.addTo(id, facts)) continue
    if (id === null || added >= room) {
      dropped += 1
      continue
    }
    added += 1
    meeting.wait(id, facts)
  }
  return {
    brands: [...meeting.changed].map((domain) => meeting.brands.get(domain)!),
    waiting: [...meeting.touched].map((id) => meeting.waiting.get(id)!),
    gone: [...meeting.gone],
    told,
    added,
    dropped
  }
}
