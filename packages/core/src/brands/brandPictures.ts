/** The pictures of a brand: those that its site shows, else the logo that a list names. All of them are kept by us. */
import { Effect, Option } from "effect"
import type { Call } from "../web/domain/Call.ts"
import type { Deadline } from "../web/domain/Deadline.ts"
import type { FetchSession } from "../web/HttpFetcher.ts"
import { BrandStore } from "./BrandStore.ts"
import { isKeptPicture } from "./domain/BrandEntry.ts"
import type { PictureCandidate } from "./domain/pictureCandidates.ts"
import { keepPictures } from "./keepPictures.ts"

/** How surely what a list names is the brand's logo. */
const listedWeight = 0.3

/** The logo that a list names for a domain, which is elsewhere until it is kept. */
const listedLogo = Effect.fnUntraced(function* (domain: string) {
  const entry = yield* (yield* BrandStore).byDomain(domain)
  const source = Option.match(entry, { onNone: () => null, onSome: ({ logo }) => logo })
  if (source === null || isKeptPicture(source) || !/^https?:\/\//.test(source)) return []
  return [{ source, kind: "url", use: "logo", weight: listedWeight } satisfies PictureCandidate as PictureCandidate]
})

/** Keeps what shows the brand at a domain, within the deadline: a list's logo is asked for where the site shows none. */
export const brandPictures = Effect.fnUntraced(function* (
  call: Call,
  session: FetchSession,
  candidates: ReadonlyArray<PictureCandidate>,
  domain: string,
  deadline: Deadline
) {
  const own = yield* keepPictures(call, session, candidates, deadline)
  const listed = own.logos.length === 0 ? yield* listedLogo(domain) : []
  if (listed.length === 0) return own
  const { colours, isLacking, logos } = yield* keepPictures(call, session, listed, deadline)
  return { ...own, logos, colours: [...own.colours, ...colours], isLacking: own.isLacking || isLacking }
})
