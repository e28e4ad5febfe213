/** Brands, people, products, news and evidence as cards: what is known, from where, and of when. */
import { useMemo, useState } from "react"
import { useStrings } from "../../i18n/strings.ts"
import { Away } from "../../parts/Away.tsx"
import { SiteIcon } from "../../parts/SiteIcon.tsx"
import { Time } from "../../parts/Time.tsx"
import { type FieldSource, personSources, quotedSources } from "./sources.ts"

type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const recordOf = (value: unknown): Json => (isRecord(value) ? value : {})

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")

/** A moment that is one: no other is shown as a time. */
const momentOf = (value: unknown): string | null => {
  const at = text(value)
  return Number.isFinite(Date.parse(at)) ? at : null
}

const isNews = (value: unknown): boolean =>
  listOf(recordOf(value).data).some((one) => "published_at" in recordOf(one) && "source" in recordOf(one))

const personOf = (value: unknown): Json | null => {
  const { person } = recordOf(recordOf(value).match)
  return isRecord(person) ? person : null
}

const productsOf = (value: unknown): ReadonlyArray<unknown> => {
  const { product, products } = recordOf(value)
  return isRecord(product) ? [product] : listOf(products)
}

/** Whether an answer is shown as cards. */
export const hasCards = (value: unknown): boolean =>
  isRecord(recordOf(value).brand) ||
  personOf(value) !== null ||
  productsOf(value).length > 0 ||
  isNews(value) ||
  isRecord(recordOf(value).json_content) ||
  (isRecord(recordOf(value).data) && Array.isArray(recordOf(value).evidence))

const hex = /^#[0-9a-f]{3,8}$/i

/** How deep what is nested is drawn; what is deeper is text. */
const depthMax = 6

const Value = ({ depth = 0, value }: { readonly value: unknown; readonly depth?: number }): React.ReactNode => {
  const { common, parts } = useStrings()
  if (value === null || value === undefined || value === "") return <span className="text-ink-3">{common.unknown}</span>
  if (typeof value === "boolean") return value ? common.yes : common.no
  if (typeof value === "string" && /^https?:\/\//.test(value)) return <Away url={value} />
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) && Number.isFinite(Date.parse(value)))
    return <Time at={value} />
  if (typeof value !== "object") return <span dir="auto">{String(value).slice(0, 2_000)}</span>
  if (depth > depthMax) return <span className="text-ink-3">…</span>
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className="text-ink-3">{common.none}</span>
    return (
      <ul className="flex flex-col gap-1">
        {value.slice(0, 12).map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was answered never moves
          <li key={index}>
            <Value value={one} depth={depth + 1} />
          </li>
        ))}
        {value.length > 12 && <li className="text-ink-3">{parts.andMore(value.length - 12)}</li>}
      </ul>
    )
  }
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
  return (
    <span className="inline-flex flex-wrap gap-x-3 gap-y-1">
      {entries.slice(0, 12).map(([name, one]) => (
        <span key={name} className="inline-flex min-w-0 flex-wrap items-center gap-1">
          <span className="font-mono text-s text-ink-3">{name}</span>
          {name === "hex" && hex.test(text(one)) && (
            <span
              aria-hidden="true"
              className="inline-block size-3 rounded-full border border-line-strong"
              style={{ background: text(one) }}
            />
          )}
          <Value value={one} depth={depth + 1} />
        </span>
      ))}
    </span>
  )
}

type Sources = ReadonlyMap<string, ReadonlyArray<FieldSource>>

/** Most sources of one field that are shown. */
const sourcesMost = 3

/** What a field rests on: the words, who says them, and as of when. */
const Source = ({ asOf, of: { name, quote, url } }: { readonly of: FieldSource; readonly asOf: string | null }) => {
  const { playground } = useStrings()
  return (
    <p className="mt-1 border-l-[3px] border-line-strong pl-2 text-s text-ink-2" dir="auto">
      {quote !== "" && <q>{quote.slice(0, 300)}</q>} {playground.from} {name !== "" && <span>{name} </span>}
      {url !== "" && <Away url={url} />}
      {asOf !== null && (
        <>
          {", "}
          {playground.asOf} <Time at={asOf} />
        </>
      )}
    </p>
  )
}

/** Fields of a record with what each rests on, as of when that was looked at. */
const Fields = ({
  asOf,
  record,
  skip = [],
  sources
}: {
  readonly record: Json
  readonly skip?: ReadonlyArray<string>
  readonly sources: Sources
  readonly asOf: string | null
}) => {
  const { parts } = useStrings()
  return (
    <dl className="divide-y divide-line">
      {Object.entries(record)
        .filter(([name]) => !skip.includes(name))
        .map(([name, value]) => {
          const rests = sources.get(name) ?? []
          return (
            <div key={name} className="grid gap-x-4 gap-y-1 py-2 bar:grid-cols-[140px_minmax(0,1fr)]">
              <dt className="font-mono text-s text-ink-2">{name}</dt>
              <dd className="min-w-0">
                <Value value={value} />
                {rests.slice(0, sourcesMost).map((one, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: what was answered never moves
                  <Source key={index} of={one} asOf={asOf} />
                ))}
                {rests.length > sourcesMost && (
                  <p className="text-s text-ink-3">{parts.andMore(rests.length - sourcesMost)}</p>
                )}
              </dd>
            </div>
          )
        })}
    </dl>
  )
}

/** One page that all of a card is from, and as of when. */
const Whole = ({ asOf, url }: { readonly url: string; readonly asOf: string | null }) => {
  const { playground } = useStrings()
  return (
    <>
      {url !== "" && (
        <>
          {playground.allFrom} <Away url={url} />
        </>
      )}
      {url !== "" && asOf !== null && ", "}
      {asOf !== null && (
        <>
          {playground.asOf} <Time at={asOf} />
        </>
      )}
    </>
  )
}

const Card = ({
  children,
  hint,
  title,
  url
}: {
  readonly title: string
  readonly hint?: React.ReactNode
  readonly url?: string
  readonly children: React.ReactNode
}) => (
  <article className="card flex flex-col gap-2 p-4">
    <div className="flex items-start gap-3">
      {url !== undefined && url !== "" && <SiteIcon url={siteOf(url)} />}
      <div className="min-w-0">
        <h3 className="text-l font-strong" dir="auto">
          {title.slice(0, 500)}
        </h3>
        {hint !== undefined && <div className="text-s text-ink-2">{hint}</div>}
      </div>
    </div>
    {children}
  </article>
)

const News = ({ articles }: { readonly articles: ReadonlyArray<unknown> }) => {
  const { common } = useStrings()
  const [shown, setShown] = useState(25)
  return (
    <>
      {articles.slice(0, shown).map((one, index) => {
        const article = recordOf(one)
        const source = recordOf(article.source)
        const published = momentOf(article.published_at)
        return (
          <Card
            // biome-ignore lint/suspicious/noArrayIndexKey: what was answered never moves
            key={index}
            title={text(article.title)}
            url={text(article.url)}
            hint={
              <>
                {text(source.name) || text(source.domain)}
                {published !== null && (
                  <>
                    {" · "}
                    <Time at={published} />
                  </>
                )}
              </>
            }
          >
            {text(article.description) !== "" && <p dir="auto">{text(article.description).slice(0, 600)}</p>}
            <Away url={text(article.url)} />
          </Card>
        )
      })}
      {articles.length > shown && (
        <button type="button" className="button self-start" onClick={() => setShown(shown + 50)}>
          {common.more}
        </button>
      )}
    </>
  )
}

/** The site of a domain. */
const siteOf = (domain: string): string => (domain === "" || domain.includes("://") ? domain : `https://${domain}`)

const Clues = ({ clues }: { readonly clues: ReadonlyArray<unknown> }) => {
  const { playground } = useStrings()
  // A clue may be called like something that every object has.
  const names = new Map<string, string>(Object.entries(playground.clues))
  if (clues.length === 0) return null
  return (
    <section aria-label={playground.restsOn}>
      <h4 className="mt-2 font-strong">{playground.restsOn}</h4>
      <ul className="mt-1 flex flex-col gap-1">
        {clues.slice(0, 30).map((one, index) => {
          const clue = recordOf(one)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was answered never moves
            <li key={index} className="flex flex-wrap gap-x-2 text-s">
              <span>{names.get(text(clue.clue)) ?? text(clue.clue)}</span>
              <span className="text-ink-2">{text(clue.weight)}</span>
              {text(clue.source) !== "" && <span className="text-ink-2">{text(clue.source)}</span>}
              {text(clue.url) !== "" && <Away url={text(clue.url)} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** `at` is when it was answered. */
export const Cards = ({ at, value }: { readonly value: unknown; readonly at: number }) => {
  const { playground } = useStrings()
  const record = recordOf(value)
  const quoted = useMemo(() => quotedSources(record.evidence), [record])
  // Of what was not kept, it is as of the answer itself.
  const age = recordOf(record.cache_metadata).age_ms
  const asOf = new Date(at - (typeof age === "number" && age > 0 && age < at ? age : 0)).toISOString()
  const { brand } = record
  const person = personOf(value)
  const products = productsOf(value)
  const read = isRecord(record.json_content)
    ? record.json_content
    : quoted.size > 0 && isRecord(record.data)
      ? record.data
      : null
  return (
    <div className="flex max-w-[88ch] flex-col gap-3">
      {isRecord(brand) && (
        <Card
          title={text(brand.title) || text(brand.domain)}
          url={text(brand.domain)}
          hint={<Whole url={siteOf(text(brand.domain))} asOf={asOf} />}
        >
          <Fields record={brand} skip={["title", "domain"]} sources={quoted} asOf={asOf} />
        </Card>
      )}
      {person !== null && (
        <Card
          title={
            text(recordOf(person.name).full) ||
            Object.values(recordOf(person.name)).map(text).join(" ") ||
            text(person.email)
          }
          hint={<Whole url="" asOf={momentOf(person.checked_at)} />}
        >
          <Fields
            record={person}
            skip={["checked_at"]}
            sources={personSources(record.evidence)}
            asOf={momentOf(person.checked_at)}
          />
          <Clues clues={listOf(record.evidence)} />
        </Card>
      )}
      {products.slice(0, 50).map((one, index) => (
        <Card
          // biome-ignore lint/suspicious/noArrayIndexKey: what was answered never moves
          key={index}
          title={text(recordOf(one).name)}
          hint={<Whole url={text(recordOf(one).url)} asOf={asOf} />}
        >
          <Fields record={recordOf(one)} skip={["name", "url"]} sources={quoted} asOf={null} />
        </Card>
      ))}
      {isNews(value) && <News articles={listOf(record.data)} />}
      {read !== null && (
        <Card title={playground.found} hint={<Whole url="" asOf={asOf} />}>
          <Fields record={read} sources={quoted} asOf={asOf} />
        </Card>
      )}
    </div>
  )
}
