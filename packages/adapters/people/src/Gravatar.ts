/**
 * Gravatar: a profile that a person keeps for an e-mail address, with accounts whose owner it checked.
 *
 * **Details.** It is asked by the digest of the address and never by the address itself. A profile says no address either.
 */
import { readProfile } from "@kittiwake/core/internal/people/domain/profileAddress"
import type { PersonClues } from "@kittiwake/core/people/domain/PersonClues"
import type { PersonRecord } from "@kittiwake/core/people/domain/PersonRecord"
import type { PersonSource } from "@kittiwake/core/people/PersonSource"
import { Signer } from "@kittiwake/core/security/Signer"
import { ServiceCaller } from "@kittiwake/core/web/ServiceCaller"
import { Effect, Option, Redacted, Schema } from "effect"
import { decoded, exchange, inTurn } from "./exchange.ts"
import { limits, link, linksOf, momentOf, placeOf, plain, plainAll, recordOf } from "./words.ts"

export interface GravatarOptions {
  readonly key?: Redacted.Redacted
  /** Where it answers; its own address unless given. */
  readonly url?: string
}

const Text = Schema.optionalKey(Schema.NullOr(Schema.String))

const listOf = <Item extends Schema.Top>(item: Item) => Schema.optionalKey(Schema.NullOr(Schema.Array(item)))

const Profile = Schema.Struct({
  ...{ display_name: Schema.String, profile_url: Text, avatar_url: Text, location: Text, description: Text },
  ...{ job_title: Text, company: Text, last_profile_edit: Text, first_name: Text, last_name: Text },
  is_organization: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  verified_accounts: listOf(
    Schema.Struct({ url: Schema.String, is_hidden: Schema.optionalKey(Schema.NullOr(Schema.Boolean)) })
  ),
  links: listOf(Schema.Struct({ url: Schema.String })),
  interests: listOf(Schema.Struct({ name: Schema.String }))
})

const readProfileOf = Schema.decodeUnknownOption(Profile)

/** Profiles that are read for one question, by a request each; bytes of one. */
const bounds = { requests: 3, bytes: 1_048_576, values: 20_000 } as const

const recordFor = (
  profile: typeof Profile.Type,
  fallbackUrl: string,
  foundBy: PersonRecord["foundBy"]
): PersonRecord => {
  const verified = linksOf(
    (profile.verified_accounts ?? []).filter((one) => one.is_hidden !== true).map(({ url }) => url)
  )
  const others = linksOf((profile.links ?? []).map(({ url }) => url))
  const company = plain(profile.company)
  const [first, last] = [plain(profile.first_name), plain(profile.last_name)]
  return recordOf({
    ...{ source: "gravatar", url: link(profile.profile_url) ?? fallbackUrl, foundBy },
    ...{ fullName: plain(profile.display_name), firstName: first, lastName: last },
    avatarUrl: link(profile.avatar_url),
    bio: plain(profile.description, limits.text),
    place: placeOf(profile.location),
    roles:
      company === null
        ? []
        : [
            {
              ...{ title: plain(profile.job_title) ?? "", organization: { name: company, domain: null } },
              ...{ location: null, description: null, startDate: null, endDate: null, isCurrent: true }
            }
          ],
    skills: plainAll((profile.interests ?? []).map(({ name }) => name)),
    socialUrls: [...new Set([...verified.socialUrls, ...others.socialUrls])],
    websiteUrls: [...new Set([...verified.websiteUrls, ...others.websiteUrls])],
    verifiedUrls: [...verified.socialUrls, ...verified.websiteUrls],
    updatedAt: momentOf(profile.last_profile_edit)
  })
}

/** A source over version 3 of its API. */
export const make = ({
  key,
  url = "https://api.gravatar.com/v3"
}: GravatarOptions = {}): Effect.Effect<PersonSource, never, ServiceCaller | Signer> =>
  Effect.gen(function* () {
    const [service, signer] = [yield* ServiceCaller, yield* Signer]
    const headers = {
      accept: "application/json",
      ...(key === undefined ? {} : { authorization: `Bearer ${Redacted.value(key)}` })
    }

    /** What profiles are asked by: the digest of an address, or what a profile is called. */
    const namesOf = Effect.fnUntraced(function* ({ email, socialUrls }: PersonClues) {
      const users = socialUrls.flatMap((one) => {
        const profile = readProfile(one)
        return profile?.network === "gravatar" ? [profile.user] : []
      })
      const byProfile = [...new Set(users)].map((name) => ({ name, foundBy: "profile" as const }))
      if (email === null) return byProfile
      return [{ name: yield* signer.digest(email.trim().toLowerCase()), foundBy: "email" as const }, ...byProfile]
    })

    const find = Effect.fnUntraced(function* (clues: PersonClues, leftMillis: number) {
      const names = (yield* namesOf(clues)).slice(0, bounds.requests)
      if (names.length === 0) return []
      const budget = { leftMillis, mostRequests: bounds.requests, maxBytes: bounds.bytes, maxValues: bounds.values }
      const read = yield* exchange({ service, headers, ...budget })
      return yield* inTurn(names, ({ foundBy, name }) =>
        Effect.gen(function* () {
          const json = yield* read(`${url}/profiles/${encodeURIComponent(name)}`)
          if (Option.isNone(json)) return []
          const profile = yield* decoded(readProfileOf, json.value)
          if (profile.is_organization === true) return []
          return [recordFor(profile, `https://gravatar.com/${encodeURIComponent(name)}`, foundBy)]
        })
      )
    })

    return { name: "gravatar", find: (clues, { leftMillis }) => find(clues, leftMillis) } satisfies PersonSource
  })
