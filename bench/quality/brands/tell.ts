/** What is told of a made site by the operation that callers use, over a scripted web and pictures that say where they are from. */
import { Assets } from "@kittiwake/core/assets/Assets"
import { Brands } from "@kittiwake/core/brands/Brands"
import type { BrandProfile } from "@kittiwake/core/brands/domain/BrandProfile"
import { ImageReader, ImageUnreadable } from "@kittiwake/core/pages/ImageReader"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { ScriptedWeb } from "@kittiwake/core/testing/ScriptedWeb"
import { TestInstallation } from "@kittiwake/core/testing/TestInstallation"
import * as HtmlPageReader from "@kittiwake/html/PageReader"
import { Clock, Effect, Layer, Option } from "effect"
import type { LabelledSite } from "./sites.ts"

/** A picture that shows its own address: wide, unless its address names an icon, and without colours of its own. */
const lookAt = (bytes: Uint8Array) =>
  Effect.sync(() => {
    const text = new TextDecoder().decode(bytes)
    const hash = [...text].reduce((sum, char) => (sum * 31n + BigInt(char.codePointAt(0)!)) % (1n << 64n), 7n)
    return {
      ...{
        width: /icon|square|touch|512/.test(text) ? 180 : 240,
        height: /icon|square|touch|512/.test(text) ? 180 : 60
      },
      mediaType: text.startsWith("<svg") || /\.svg/.test(text) ? "image/svg+xml" : "image/png",
      ...{
        kind: "logo" as const,
        likeness: ((hash * 0x9e3779b97f4a7c15n) % (1n << 64n)).toString(16).padStart(16, "0")
      },
      ...{ palette: [{ hex: "#808080", share: 1 }], clearShare: 0.5, brightness: 0.3 }
    } as const
  })

const pictures = ImageReader.of({
  crop: (bytes) => Effect.map(lookAt(bytes), (description) => ({ bytes, description })),
  describe: lookAt,
  slice: () => Effect.fail(new ImageUnreadable({ message: "Nothing is cut here." }))
})

const installation = TestInstallation.layer({
  pageReader: HtmlPageReader.layer,
  readers: Layer.merge(PlainReaders.layer, Layer.succeed(ImageReader, pictures)),
  credits: 100_000
})

const picturesOf = ({ answers, domain }: LabelledSite): ReadonlyArray<string> => {
  const own = [...answers].flatMap(([address, { body }]) =>
    [
      ...body.matchAll(
        /(?:src|href|content|url|logo|srcset)["']?\s*[=:]\s*["']([^"']+\.(?:svg|png|gif|jpe?g|ico)[^"']*)["']/gi
      )
    ].map(
      ([, found = ""]) =>
        URL.parse(found.replaceAll("&amp;", "&").replaceAll("\\/", "/").replaceAll("\\u0026", "&"), address)?.href ?? ""
    )
  )
  return [...new Set([...own, `https://${domain}/favicon.ico`])].filter((address) => address !== "")
}

const show = Effect.fnUntraced(function* (site: LabelledSite) {
  const web = yield* ScriptedWeb
  for (const address of picturesOf(site)) {
    yield* web.page(address, { body: "", bytes: new TextEncoder().encode(address), mediaType: "image/png" })
  }
  for (const [address, { body, location, status }] of site.answers) {
    yield* web.page(address, location === null ? { body, status } : { body: "", redirectTo: location })
  }
})

const joined = (list: ReadonlyArray<readonly [string, string | null]>): string =>
  list.flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`])).join(", ")

/** By the names of labels. */
const fieldsOf = Effect.fnUntraced(function* (profile: BrandProfile) {
  const { address, employees, links, logos, socials, stock } = profile
  const [first] = logos
  const asset = first === undefined ? Option.none() : yield* (yield* Assets).get(first.assetId)
  const picture = Option.match(asset, { onNone: () => "", onSome: ({ bytes }) => new TextDecoder().decode(bytes) })
  return new Map<string, string>([
    ...(["title", "description", "slogan", "email", "phone", "language", "domain"] as const).map(
      (field) => [field, profile[field] ?? ""] as const
    ),
    ...(["street", "city", "postalCode", "countryCode"] as const).map(
      (part) => [part.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`), address?.[part] ?? ""] as const
    ),
    ["stock", stock === null ? "" : `${stock.ticker} ${stock.exchange ?? ""}`.trim()],
    ["employees", String(employees?.exact ?? "")],
    ["socials", joined(socials.map(({ type, url }) => [type, url]))],
    ["links", joined(Object.entries(links))],
    ["color", profile.colours[0]?.hex ?? ""],
    ["logo", picture.startsWith("<svg") ? "inline" : picture]
  ])
})

const tell = Effect.fnUntraced(function* (site: LabelledSite) {
  yield* show(site)
  const { organization } = yield* TestInstallation
  const now = yield* Clock.currentTimeMillis
  const call = {
    ...{
      organizationId: organization.id,
      requestId: `req_${site.domain}`,
      route: "/brand/retrieve",
      caller: "key",
      isWanted: () => true
    },
    deadline: { atMillis: now + 55_000, acceptsPart: false },
    freshness: { maxAgeMillis: 0, zeroRetention: false }
  } as const
  const lookup = { _tag: "Domain", domain: site.domain } as const
  const request = { lookup, maxAgeMillis: 0, language: null, isThin: false, timeoutMillis: null }
  return yield* Effect.matchEffect((yield* Brands).retrieve(call, request), {
    onSuccess: ({ value }) => fieldsOf(value.profile),
    onFailure: ({ _tag }) =>
      Effect.succeed(
        new Map([[_tag === "BrandNotFound" ? "parked" : "outcome", _tag === "BrandNotFound" ? "yes" : "none"]])
      )
  })
})

/** What is told of each of the sites, by the names of labels; each in an installation of its own. */
export const told = (site: LabelledSite): Promise<ReadonlyMap<string, string>> =>
  Effect.runPromise(Effect.provide(tell(site), installation))
