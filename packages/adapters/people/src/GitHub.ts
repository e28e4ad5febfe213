/**
 * GitHub: persons who develop, by an e-mail address that they show there or by the address of their profile.
 *
 * **Details.** Nobody is looked for by a name, and e-mail addresses are taken from a profile alone, never from commits. Without a token it
 * takes sixty requests an hour and says so with 403 and `x-ratelimit-remaining: 0`.
 */
import { readProfile } from "@kittiwake/core/internal/people/domain/profileAddress"
import type { PersonClues } from "@kittiwake/core/people/domain/PersonClues"
import type { PersonRecord, Role } from "@kittiwake/core/people/domain/PersonRecord"
import type { PersonSource } from "@kittiwake/core/people/PersonSource"
import { ServiceCaller, type ServiceReply } from "@kittiwake/core/web/ServiceCaller"
import { Effect, Option, Redacted, Schema } from "effect"
import { decoded, exchange, failed, inTurn, type Read } from "./exchange.ts"
import { emailsOf, limits, link, linksOf, momentOf, placeOf, plain, recordOf } from "./words.ts"

export interface GitHubOptions {
  readonly token?: Redacted.Redacted
  /** Where it answers; its own address unless given. */
  readonly url?: string
}

const Text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Found = Schema.Struct({ items: Schema.Array(Schema.Struct({ login: Schema.String })) })

const User = Schema.Struct({
  ...{ login: Schema.String, type: Schema.String, html_url: Text, avatar_url: Text, name: Text, company: Text },
  ...{ blog: Text, location: Text, email: Text, bio: Text, twitter_username: Text, updated_at: Text }
})

const Accounts = Schema.Array(Schema.Struct({ url: Schema.String }))

const readFound = Schema.decodeUnknownOption(Found)
const readUser = Schema.decodeUnknownOption(User)
const readAccounts = Schema.decodeUnknownOption(Accounts)

/** Profiles that are read for one question; requests for it; bytes of one answer. */
const bounds = { profiles: 3, requests: 7, bytes: 1_048_576, values: 20_000 } as const

/** It tells of its hourly allowance by headers of its own. */
const throttled = ({ headers, status }: ServiceReply, nowMillis: number) => {
  if ((status !== 403 && status !== 429) || headers["retry-after"] !== undefined) return null
  if (headers["x-ratelimit-remaining"] !== "0") return null
  const resetSeconds = Number(headers["x-ratelimit-reset"])
  const after = Number.isFinite(resetSeconds) ? Math.max(1, Math.ceil(resetSeconds - nowMillis / 1_000)) : null
  return failed("throttled", "It takes no more in this hour.", after)
}

/** Places of work as persons write them there: `@harbour`, or words. */
const rolesOf = (company: string | null): ReadonlyArray<Role> => {
  const accounts = [...(company ?? "").matchAll(/@([\w-]{1,39})/g)].map(([, name]) => name!)
  const names = accounts.length > 0 ? accounts : company === null ? [] : [company]
  return names.slice(0, 3).map((name) => ({
    ...{ title: "", organization: { name, domain: null }, location: null, description: null },
    ...{ startDate: null, endDate: null, isCurrent: true }
  }))
}

/** Logins of the profiles among the addresses. */
const loginsOf = (urls: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(
    urls.flatMap((url) => {
      const profile = readProfile(url)
      return profile?.network === "github" ? [profile.user] : []
    })
  )
]

const accountsOf = (read: Read, url: string, login: string) =>
  Effect.gen(function* () {
    const json = yield* read(`${url}/users/${login}/social_accounts?per_page=30`)
    return Option.isNone(json) ? [] : yield* decoded(readAccounts, json.value)
  }).pipe(
    // What a profile links to is worth less than the profile itself.
    Effect.orElseSucceed((): typeof Accounts.Type => [])
  )

const profileAt = Effect.fnUntraced(function* (read: Read, url: string, login: string, email: string | null) {
  const json = yield* read(`${url}/users/${encodeURIComponent(login)}`)
  if (Option.isNone(json)) return []
  const user = yield* decoded(readUser, json.value)
  if (user.type !== "User" || !/^[\w-]{1,60}$/.test(user.login)) return []
  const emails = emailsOf([user.email])
  // A search for an address finds those that are like it, too.
  if (email !== null && !emails.includes(email)) return []
  const accounts = yield* accountsOf(read, url, user.login)
  const own = link(user.html_url) ?? `https://github.com/${user.login}`
  const onX = /^\w{1,15}$/.test(user.twitter_username ?? "") ? [`https://x.com/${user.twitter_username}`] : []
  return [
    recordOf({
      ...{ source: "github", url: own, foundBy: email === null ? "profile" : "email" },
      fullName: plain(user.name),
      emails,
      avatarUrl: link(user.avatar_url),
      bio: plain(user.bio, limits.text),
      place: placeOf(user.location),
      roles: rolesOf(plain(user.company)),
      ...linksOf([own, user.blog, ...onX, ...accounts.map((one) => one.url)]),
      updatedAt: momentOf(user.updated_at)
    })
  ]
})

/** Those whose profile shows the address. */
const byEmail = Effect.fnUntraced(function* (read: Read, url: string, email: string) {
  const parameters = new URLSearchParams({ q: `${email} in:email`, per_page: String(bounds.profiles) })
  const json = yield* read(`${url}/search/users?${parameters}`)
  const { items } = Option.isNone(json) ? { items: [] } : yield* decoded(readFound, json.value)
  return yield* inTurn(items.slice(0, bounds.profiles), ({ login }) => profileAt(read, url, login, email))
})

/** A source over its REST API. */
export const make = ({
  token,
  url = "https://api.github.com"
}: GitHubOptions = {}): Effect.Effect<PersonSource, never, ServiceCaller> =>
  Effect.map(ServiceCaller, (service) => {
    const headers = {
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      ...(token === undefined ? {} : { authorization: `Bearer ${Redacted.value(token)}` })
    }

    const find = Effect.fnUntraced(function* ({ email, socialUrls }: PersonClues, leftMillis: number) {
      const logins = loginsOf(socialUrls)
      if (email === null && logins.length === 0) return []
      const read = yield* exchange({
        ...{
          service,
          headers,
          leftMillis,
          mostRequests: bounds.requests,
          maxBytes: bounds.bytes,
          maxValues: bounds.values
        },
        told: throttled
      })
      const profiles = logins.slice(0, bounds.profiles).map((login) => profileAt(read, url, login, null))
      const ways = [...profiles, ...(email === null ? [] : [byEmail(read, url, email)])]
      const found: ReadonlyArray<PersonRecord> = yield* inTurn(ways, (way) => way)
      // Who is found both ways is one.
      return [...new Map(found.toReversed().map((record) => [record.url, record])).values()].toReversed()
    })

    return { name: "github", find: (clues, { leftMillis }) => find(clues, leftMillis) } satisfies PersonSource
  })
