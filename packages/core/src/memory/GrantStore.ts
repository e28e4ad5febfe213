import { DateTime, Effect, Layer, Option } from "effect"
import { dayOf, type Grant, type GrantToken, grantDatedAnew, isOpen, tokenDatedAnew } from "../grants/domain/Grant.ts"
import { GrantStore } from "../grants/GrantStore.ts"
import { Database, type Tables } from "./Database.ts"
import { dateAnew } from "./dateAnew.ts"
import { sliceOf } from "./sliceOf.ts"

const isOver = (at: DateTime.Utc, now: DateTime.Utc) => DateTime.isLessThanOrEqualTo(at, now)

const spendingKey = (grantId: string, day: number) => `${grantId}:${day}`

/** Gives back what was taken of a day and not spent; less than nothing is spent on it. */
export const giveBackCredits = (
  { grantSpending }: Tables,
  { credits, day, grantId }: { readonly grantId: string; readonly day: number; readonly credits: number }
): void => {
  const key = spendingKey(grantId, day)
  const row = grantSpending.get(key) ?? { credits: 0 }
  grantSpending.set(key, { day, credits: Math.max(0, row.credits - credits) })
}

/** When the last of what is given out for a grant ends. */
const endOf = (grant: Grant, next: ReadonlyArray<GrantToken>): DateTime.Utc =>
  next.reduce((end, { expiresAt }) => DateTime.max(end, expiresAt), grant.endsAt)

/** Drops up to `limit` entries for which `isGone` holds. */
const drop = <K, V>(rows: Map<K, V>, limit: number, isGone: (row: V, key: K) => boolean): number => {
  let dropped = 0
  for (const [key, row] of rows) {
    if (dropped >= limit) break
    if (isGone(row, key) && rows.delete(key)) dropped += 1
  }
  return dropped
}

const sweep = (
  { grantSpending, grants, grantTokens }: Tables,
  now: DateTime.Utc,
  since: DateTime.Utc,
  limit: number
) => {
  // What was used up stays until the grant goes, so that whoever uses it again is noticed.
  const gone = drop(grants, limit, ({ endsAt, revokedAt }) => isOver(DateTime.min(endsAt, revokedAt ?? endsAt), since))
  const tokens = drop(
    grantTokens,
    limit,
    ({ expiresAt, grantId, spentAt }) => !grants.has(grantId) || (spentAt === null && isOver(expiresAt, now))
  )
  const days = drop(grantSpending, limit, ({ day }) => day < dayOf(since))
  const anew =
    dateAnew(grants, limit, (grant) => grantDatedAnew(grant, now)) +
    dateAnew(grantTokens, limit, (token) => tokenDatedAnew(token, now))
  return gone + tokens + days + anew
}

/** `GrantStore` in memory. */
export const layer: Layer.Layer<GrantStore, never, Database> = Layer.effect(
  GrantStore,
  Effect.map(Database, (tables) => {
    const { grantSpending, grantTokens, grants } = tables
    return GrantStore.of({
      sign: (grant, code, most) =>
        Effect.sync(() => {
          if (grants.has(grant.id)) return "known"
          const open = [...grants.values()].filter(
            (one) => one.organizationId === grant.organizationId && isOpen(one, grant.createdAt)
          )
          if (open.length >= most) return "full"
          grants.set(grant.id, grant)
          grantTokens.set(code.digest, code)
          return "signed"
        }),

      find: (digest) =>
        Effect.sync(() => {
          const token = grantTokens.get(digest)
          const grant = token === undefined ? undefined : grants.get(token.grantId)
          return token === undefined || grant === undefined ? Option.none() : Option.some({ token, grant })
        }),

      exchange: (digest, at, next) =>
        Effect.sync(() => {
          const token = grantTokens.get(digest)
          const grant = token === undefined ? undefined : grants.get(token.grantId)
          if (token === undefined || grant === undefined || grant.revokedAt !== null) return false
          if (token.spentAt !== null || isOver(token.expiresAt, at)) return false
          grantTokens.set(digest, { ...token, spentAt: at })
          for (const one of next) grantTokens.set(one.digest, one)
          grants.set(grant.id, { ...grant, lastUsedAt: at, endsAt: endOf(grant, next) })
          return true
        }),

      revoke: (organizationId, grantId, at) =>
        Effect.sync(() => {
          const grant = grants.get(grantId)
          if (grant === undefined || grant.organizationId !== organizationId) return Option.none()
          const revoked: Grant = { ...grant, revokedAt: grant.revokedAt ?? at }
          grants.set(grantId, revoked)
          return Option.some(revoked)
        }),

      list: (organizationId, slice) =>
        Effect.sync(() =>
          sliceOf(grants.values(), slice, {
            shown: (grant) => grant.organizationId === organizationId,
            position: ({ createdAt, id }) => ({ at: createdAt, id })
          })
        ),

      takeCredits: ({ atLeast, credits, day, grantId, most }) =>
        Effect.sync(() => {
          const key = spendingKey(grantId, day)
          const spent = grantSpending.get(key)?.credits ?? 0
          const left = Math.max(0, most - spent)
          const taken = Math.min(credits, left)
          if (taken < atLeast) return { taken: null, left }
          grantSpending.set(key, { day, credits: spent + taken })
          return { taken, left }
        }),

      giveBackCredits: (unspent) => Effect.sync(() => giveBackCredits(tables, unspent)),

      sweep: (now, keptSince, limit) => Effect.sync(() => sweep(tables, now, keptSince, limit))
    })
  })
)
