/**
 * What the simulated sites do, and when. Every page, listing and shop has a script of its own, drawn from the seed the first
 * time somebody asks for it.
 */
import type { Chance } from "../Chance.ts"
import type { Scale } from "../Scale.ts"

/** What stands in place of a page for a while: nothing answers, it says it is not there, it asks to sign in, it is empty. */
export const spells = ["down", "notFound", "signIn", "emptied"] as const
export type Spell = (typeof spells)[number]

/** A page with a price. */
export interface PageScript {
  /** Moments at which it changes, in milliseconds since the beginning. */
  readonly changesAt: ReadonlyArray<number>
  /** What it costs before the first of them and after each, in dollars. */
  readonly prices: ReadonlyArray<number>
  /** Now and then it has a line that is gone at the next look. */
  readonly flickers: boolean
  /** Moments at which its counter of visitors rises; null where it has none. */
  readonly countsAt: ReadonlyArray<number> | null
  readonly under: ReadonlyArray<{ readonly from: number; readonly until: number; readonly spell: Spell }>
}

/** A page that a sitemap lists. */
export interface ListedPage {
  readonly number: number
  readonly from: number
  readonly until: number
  /** When it moves to another address. */
  readonly movesAt: number
  /** Whether its old address leads to the new one then, or to nothing. */
  readonly leads: boolean
  /** Now and then a reading leaves it out. */
  readonly isShy: boolean
}

export interface ListingScript {
  /** Files that it is made of; of several, one lists the others. */
  readonly files: 1 | 2
  readonly pages: ReadonlyArray<ListedPage>
  /** While it lists next to nothing. */
  readonly shrunken: { readonly from: number; readonly until: number } | null
}

/** A site with a page for each of its plans. */
export interface ShopScript {
  readonly plans: number
}

/** Above and below what goals ask for. */
const dollars = [12, 18, 19, 21, 25, 30] as const

/** What a plan seems to cost in the data of a page that flickers: less than goals ask for. */
export const flickeringDollars = 9

/** The limit that goals name, in dollars. */
export const goalDollars = 20

const momentsOf = (chance: Chance, { changes, healAtMillis }: Scale) =>
  Array.from({ length: chance.integer(changes) }, () => chance.next() * healAtMillis)

const spellsOf = (chance: Chance, { healAtMillis }: Scale): PageScript["under"] => {
  if (!chance.happens(0.35)) return []
  return Array.from({ length: 1 + chance.integer(2) }, () => {
    const from = chance.next() * healAtMillis
    return {
      from,
      until: Math.min(healAtMillis, from + chance.next() * healAtMillis * 0.4),
      spell: chance.pick(spells)
    }
  })
}

export const drawPage = (chance: Chance, scale: Scale): PageScript => {
  const changesAt = momentsOf(chance, scale)
  return {
    changesAt,
    prices: Array.from({ length: changesAt.length + 1 }, () => chance.pick(dollars)),
    flickers: chance.happens(0.4),
    countsAt: chance.happens(0.3) ? momentsOf(chance, scale) : null,
    under: spellsOf(chance, scale)
  }
}

const never = Number.POSITIVE_INFINITY

export const drawListing = (chance: Chance, { healAtMillis }: Scale): ListingScript => {
  const moment = () => chance.next() * healAtMillis
  const isLong = chance.happens(0.2)
  const begins = moment()
  return {
    files: chance.happens(0.3) ? 2 : 1,
    pages: Array.from({ length: isLong ? 24 : 2 + chance.integer(4) }, (_, number) => ({
      number,
      // The first one stays, so that something is always listed.
      from: number > 0 && chance.happens(isLong ? 0.05 : 0.25) ? moment() : 0,
      until: number > 0 && chance.happens(isLong ? 0.05 : 0.25) ? moment() : never,
      movesAt: number > 0 && chance.happens(isLong ? 0.1 : 0.3) ? moment() : never,
      leads: chance.happens(0.3),
      isShy: number > 0 && chance.happens(0.3)
    })),
    shrunken:
      isLong && chance.happens(0.7)
        ? { from: begins, until: Math.min(healAtMillis, begins + chance.next() * healAtMillis * 0.5) }
        : null
  }
}

export const drawShop = (chance: Chance): ShopScript => ({ plans: 1 + chance.integer(3) })
