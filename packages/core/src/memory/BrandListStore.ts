import { Effect, Layer } from "effect"
import { BrandListStore, ImportMoved } from "../brands/BrandListStore.ts"
import type { BrandEntry } from "../brands/domain/BrandEntry.ts"
import { type BrandImport, mostProblems } from "../brands/domain/BrandImport.ts"
import { wholeName } from "../brands/domain/companyName.ts"
import { meetListed, roomFor, type Wanted, waitingKeys, wantedOf } from "../brands/domain/meetListed.ts"
import { withTellers } from "../brands/domain/mergeBrands.ts"
import { namesOf, termsOf } from "../brands/domain/searchTerms.ts"
import { Database } from "./Database.ts"

const isWanted =
  ({ domains, ids, names, symbols }: Wanted) =>
  (entry: BrandEntry): boolean =>
    domains.includes(entry.domain) ||
    entry.ids.some((own) => ids.some(({ code, kind }) => own.kind === kind && own.code === code)) ||
    entry.symbols.some((own) =>
      symbols.some(({ code, exchange, kind }) => own.kind === kind && own.code === code && own.exchange === exchange)
    ) ||
    namesOf(entry).some((name) => names.includes(wholeName(name) ?? ""))

const began = { rows: 0, bytes: 0, told: 0, dropped: 0, skipped: 0, bad: 0, problems: [], endedAt: null }

/** `BrandListStore` in memory. */
export const layer: Layer.Layer<BrandListStore, never, Database> = Layer.effect(
  BrandListStore,
  Effect.map(Database, ({ brandImports, brands, waitingBrands }) =>
    BrandListStore.of({
      begin: ({ again, at, id, list, name }) =>
        Effect.sync(() => {
          const known = brandImports.get(id)
          if (known !== undefined && !(again && known.endedAt !== null)) return known
          const { met, waited } = known ?? { met: 0, waited: 0 }
          const made: BrandImport = { id, list, name, startedAt: at, updatedAt: at, ...began, waited, met }
          brandImports.set(id, made)
          return made
        }),

      take: ({ at, bad, bytes, ends, from, id, listed, problems, rows, skipped }) =>
        Effect.suspend(() => {
          const known = brandImports.get(id)
          if (known?.rows !== from || known.endedAt !== null) {
            return Effect.fail(new ImportMoved({ rows: known?.rows ?? 0 }))
          }
          const wanted = wantedOf(listed)
          const entries = [...brands.values()].map(({ entry }) => entry).filter(isWanted(wanted))
          const facts = entries.map((entry) => withTellers(entry, entry.updatedAt.epochMilliseconds))
          const [ids, keys] = [new Set(wanted.waitingIds), new Set(wanted.keys)]
          const waiting = [...waitingBrands.values()].filter(
            (one) => ids.has(one.id) || (keys.size > 0 && waitingKeys(one.facts).some((key) => keys.has(key)))
          )
          const met = meetListed(listed, facts, waiting, roomFor(known.list, waitingBrands.size))
          for (const brand of met.brands) {
            const entry: BrandEntry = { ...brand, updatedAt: at }
            brands.set(entry.domain, { entry, terms: termsOf(entry) })
          }
          for (const one of met.waiting) waitingBrands.set(one.id, one)
          for (const gone of met.gone) waitingBrands.delete(gone)
          const next: BrandImport = {
            ...known,
            ...{ updatedAt: at, endedAt: ends ? at : null, rows, bytes },
            told: known.told + met.told,
            waited: known.waited + met.added,
            met: known.met + met.gone.length,
            dropped: known.dropped + met.dropped,
            skipped: known.skipped + skipped,
            bad: known.bad + bad,
            problems: [...known.problems, ...problems].slice(0, mostProblems)
          }
          brandImports.set(id, next)
          return Effect.succeed(next)
        }),

      imports: Effect.sync(() =>
        [...brandImports.values()]
          .toSorted((a, b) => b.updatedAt.epochMilliseconds - a.updatedAt.epochMilliseconds || (a.id < b.id ? -1 : 1))
          .slice(0, 100)
      )
    })
  )
)
