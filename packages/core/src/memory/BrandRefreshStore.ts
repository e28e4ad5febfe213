import { Clock, DateTime, Duration, Effect, Layer, Option } from "effect"
import { type BrandRefreshClaim, BrandRefreshStore, type RefreshTurn } from "../brands/BrandRefreshStore.ts"
import { isTurn, mostTries } from "../brands/domain/refreshing.ts"
import { isHeld } from "../leaseHorizon.ts"
import { movePictures, profileKey } from "./BrandStore.ts"
import { Database } from "./Database.ts"

/** `BrandRefreshStore` in memory. */
export const layer: Layer.Layer<BrandRefreshStore, never, Database> = Layer.effect(
  BrandRefreshStore,
  Effect.map(Database, (tables) => {
    const { brandProfiles, brandRefreshTurn } = tables
    const first = ({ before, every, now }: RefreshTurn, clockMillis: number, lease?: number) => {
      if (!isTurn(brandRefreshTurn.takenMillis, now.epochMilliseconds, Duration.toMillis(every))) return undefined
      return [...brandProfiles.values()]
        .filter(({ agesFromMillis, leaseEndMillis, tries }) => {
          const isFree = leaseEndMillis === null || !isHeld(leaseEndMillis, clockMillis, lease)
          return isFree && tries < mostTries && agesFromMillis <= before.epochMilliseconds
        })
        .toSorted((a, b) => a.tries - b.tries || a.agesFromMillis - b.agesFromMillis)[0]
    }

    const held = ({ domain, language, token }: BrandRefreshClaim) => {
      const row = brandProfiles.get(profileKey(domain, language))
      return row !== undefined && row.token === token && row.leaseEndMillis !== null ? row : undefined
    }

    return BrandRefreshStore.of({
      isDue: (turn) => Effect.map(Clock.currentTimeMillis, (clockMillis) => first(turn, clockMillis) !== undefined),

      claim: ({ lease, ...turn }) =>
        Effect.map(Clock.currentTimeMillis, (clockMillis) => {
          const row = first(turn, clockMillis, Duration.toMillis(lease))
          if (row === undefined) return Option.none()
          brandRefreshTurn.takenMillis = turn.now.epochMilliseconds
          row.tries += 1
          row.token += 1
          row.leaseEndMillis = clockMillis + Duration.toMillis(lease)
          const { domain, language } = row.kept
          return Option.some({ domain, language, failures: row.failures, token: row.token })
        }),

      record: (claim, { agesFrom, failures, read }) =>
        Effect.sync(() => {
          const row = held(claim)
          if (row === undefined) return false
          if (read !== null) {
            const before = row.kept
            row.kept = { ...before, ...read.kept }
            movePictures(tables, row.kept, before, read.pictures)
          }
          row.agesFromMillis = DateTime.toEpochMillis(agesFrom)
          row.failures = failures
          row.leaseEndMillis = null
          return true
        }),

      asked: (domain, language) =>
        Effect.sync(() => {
          const row = brandProfiles.get(profileKey(domain, language))
          if (row !== undefined) row.tries = 0
        })
    })
  })
)
