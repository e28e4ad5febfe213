/** What may be asked of a brand over HTTP (contract/brand.md), and as the core takes it. */
import { type BrandLookup, type BrandRequest, brandAge } from "@kittiwake/core/brands/domain/BrandRequest"
import type { Language } from "@kittiwake/core/internal/brands/domain/languages"
import { exchanges } from "@kittiwake/core/internal/brands/domain/stockNamed"
import { Schema, SchemaGetter } from "effect"
import { closed, Domain, QueryBoolean, Tags, text, WebUrl } from "../fields.ts"
import { TimeoutBehavior, type TimeoutInput, timeoutMillis, Zdr } from "../web/query.ts"
import { BrandLanguage } from "./fields.ts"

const TimeoutOpts = closed({ milliseconds: timeoutMillis(1_000), behavior: Schema.optionalKey(TimeoutBehavior) })

/** What every shape takes. */
const common = {
  timeoutOpts: Schema.optionalKey(TimeoutOpts),
  timeoutMS: Schema.optionalKey(timeoutMillis(1_000)),
  timeout: Schema.optionalKey(Schema.Union([timeoutMillis(1_000), TimeoutOpts])),
  tags: Schema.optionalKey(Tags),
  zdr: Schema.optionalKey(Zdr)
}

const aged = { maxAgeMs: Schema.optionalKey(Schema.NullOr(Schema.Int)) }

const written = {
  force_language: Schema.optionalKey(Schema.NullOr(BrandLanguage)),
  maxSpeed: Schema.optionalKey(Schema.Boolean)
}

export const BrandName = text(3, 30)

const matching = (pattern: RegExp, expected: string) =>
  Schema.String.check(
    Schema.makeFilter((value: string) => pattern.test(value), {
      expected,
      toJsonSchema: () => ({ pattern: pattern.source })
    })
  )

export const Ticker = matching(/^[A-Za-z0-9.]{1,15}$/, "1 to 15 letters, digits and dots")
export const Isin = matching(/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/, "an ISIN such as US0378331005")

const known: ReadonlySet<string> = new Set(exchanges)

/** An exchange, however it is written. */
export const Exchange = Schema.String.check(
  Schema.makeFilter((value: string) => known.has(value.toUpperCase()), {
    expected: "the code of an exchange, such as NASDAQ",
    toJsonSchema: () => ({ enum: [...exchanges] })
  })
)

/** Countries that a hint may name (contract/brand.md, country_gl). */
const countries = new Set(
  "af al dz as ad ao ai aq ag ar am aw au at az bs bh bd bb by be bz bj bm bt bo ba bw bv br io bn bg bf bi kh cm ca cv ky cf td cl cn cx cc co km cg cd ck cr ci hr cu cy cz dk dj dm do ec eg sv gq er ee et fk fo fj fi fr gf pf tf ga gm ge de gh gi gr gl gd gp gu gt gn gw gy ht hm va hn hk hu is in id ir iq ie il it jm jp jo kz ke ki kp kr kw kg la lv lb ls lr ly li lt lu mo mk mg mw my mv ml mt mh mq mr mu yt mx fm md mc mn ms ma mz mm na nr np nl an nc nz ni ne ng nu nf mp no om pk pw ps pa pg py pe ph pn pl pt pr qa re ro ru rw sh kn lc pm vc ws sm st sa sn rs sc sl sg sk si sb so za gs es lk sd sr sj sz se ch sy tw tj tz th tl tg tk to tt tn tr tm tc tv ug ua ae gb us um uy uz vu ve vn vg vi wf eh ye zm zw".split(
    " "
  )
)

export const CountryHint = Schema.String.check(
  Schema.makeFilter((value: string) => countries.has(value.toLowerCase()), {
    expected: "the two letters of a country",
    toJsonSchema: () => ({ minLength: 2, maxLength: 2 })
  })
)

const textOrNumber = (maximum: number, pattern: RegExp, expected: string) =>
  Schema.Union([Schema.String, Schema.Int]).check(
    Schema.makeFilter((value: string | number) => String(value).length <= maximum && pattern.test(String(value)), {
      expected,
      toJsonSchema: () => ({ maxLength: maximum })
    })
  )

/** The body of `POST /brand/retrieve`: one shape for each way to name a brand. */
export const RetrieveBrand = Schema.Union([
  closed({ type: Schema.Literal("by_domain"), domain: Domain, ...written, ...aged, ...common }),
  closed({
    type: Schema.Literal("by_name"),
    name: BrandName,
    country_gl: Schema.optionalKey(CountryHint),
    ...written,
    ...aged,
    ...common
  }),
  closed({ type: Schema.Literal("by_email"), email: text(3, 320), ...written, ...aged, ...common }),
  closed({
    type: Schema.Literal("by_ticker"),
    ticker: Ticker,
    ticker_exchange: Schema.optionalKey(Exchange),
    ...written,
    ...aged,
    ...common
  }),
  closed({ type: Schema.Literal("by_isin"), isin: Isin, ...written, ...aged, ...common }),
  closed({ type: Schema.Literal("by_direct_url"), direct_url: WebUrl, ...common }),
  closed({
    type: Schema.Literal("by_transaction"),
    transaction_info: text(3, 500),
    country_gl: Schema.optionalKey(CountryHint),
    city: Schema.optionalKey(text(0, 200)),
    mcc: Schema.optionalKey(textOrNumber(4, /^\d{4}$/, "four digits")),
    phone: Schema.optionalKey(textOrNumber(32, /^.*$/, "at most 32 characters")),
    high_confidence_only: Schema.optionalKey(Schema.Boolean),
    ...written,
    ...common
  })
]).annotate({
  identifier: "RetrieveBrandRequest",
  expected: "an object whose type is by_domain, by_name, by_email, by_ticker, by_isin, by_direct_url or by_transaction"
})
export type RetrieveBrandInput = typeof RetrieveBrand.Type

/** An age in a query; one beyond the limits counts as the limit. */
export const AgeQuery = Schema.String.check(
  Schema.makeFilter((value: string) => /^-?\d{1,15}$/.test(value), {
    expected: "an integer",
    toJsonSchema: () => ({ type: "integer" })
  })
).pipe(
  Schema.decodeTo(Schema.Int, {
    decode: SchemaGetter.transform(Number),
    encode: SchemaGetter.transform(String)
  })
)

/** What the older query of `GET /brand/retrieve` takes beside deadlines. */
export const retrieveQuery = {
  domain: Schema.optionalKey(Domain),
  name: Schema.optionalKey(BrandName),
  ticker: Schema.optionalKey(Ticker),
  ticker_exchange: Schema.optionalKey(Exchange),
  force_language: Schema.optionalKey(BrandLanguage),
  maxSpeed: Schema.optionalKey(QueryBoolean),
  maxAgeMs: Schema.optionalKey(AgeQuery)
}

/** What says how a brand is read. */
interface Asked {
  readonly force_language?: Language | null
  readonly maxSpeed?: boolean
  readonly maxAgeMs?: number | null
  readonly timeoutOpts?: TimeoutInput
  readonly timeoutMS?: number
  readonly timeout?: number | TimeoutInput
}

const millisOf = (timeout: number | TimeoutInput | undefined): number | null =>
  timeout === undefined ? null : typeof timeout === "number" ? timeout : timeout.milliseconds

/** The request for a brand that is named so. */
export const brandRequest = (lookup: BrandLookup, asked: Asked): BrandRequest => ({
  lookup,
  maxAgeMillis: brandAge(asked.maxAgeMs),
  language: asked.force_language ?? null,
  isThin: asked.maxSpeed ?? false,
  timeoutMillis: millisOf(asked.timeoutOpts) ?? millisOf(asked.timeoutMS) ?? millisOf(asked.timeout)
})

/** What was asked as a call takes it: an age that counts, and none for a page, which is as old as pages may be. */
export const ofCall = <A extends Asked & { readonly type?: string }>({ maxAgeMs, ...input }: A) => ({
  ...input,
  ...(input.type === "by_direct_url" ? {} : { maxAgeMs: brandAge(maxAgeMs) })
})

/** How a body names its brand. */
export const lookupOf = (body: RetrieveBrandInput): BrandLookup => {
  switch (body.type) {
    case "by_domain":
      return { _tag: "Domain", domain: body.domain }
    case "by_name":
      return { _tag: "Name", name: body.name, country: body.country_gl ?? null }
    case "by_email":
      return { _tag: "Email", email: body.email }
    case "by_ticker":
      return { _tag: "Ticker", ticker: body.ticker, exchange: (body.ticker_exchange ?? "NASDAQ").toUpperCase() }
    case "by_isin":
      return { _tag: "Isin", isin: body.isin }
    case "by_direct_url":
      return { _tag: "Page", url: body.direct_url }
    case "by_transaction":
      return {
        _tag: "Transaction",
        text: body.transaction_info,
        city: body.city ?? null,
        country: body.country_gl ?? null,
        isStrict: body.high_confidence_only ?? false
      }
  }
}
