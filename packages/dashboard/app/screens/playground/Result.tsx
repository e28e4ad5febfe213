/** What a call answered, in the ways that fit it. */
import { useMemo, useState } from "react"
import { mount, pathIn } from "../../api/place.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Away } from "../../parts/Away.tsx"
import { Code } from "../../parts/Code.tsx"
import { DataTable } from "../../parts/DataTable.tsx"
import { JsonTree } from "../../parts/JsonTree.tsx"
import { Markdown } from "../../parts/Markdown.tsx"
import { StillFrame } from "../../parts/StillFrame.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { Cards, hasCards } from "./Cards.tsx"
import { type UnreadSite, unreadOf } from "./kept.ts"

type Json = Readonly<Record<string, unknown>>

const recordOf = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {}

const textAt = (value: unknown, name: string): string | null => {
  const text = recordOf(value)[name]
  return typeof text === "string" && text !== "" ? text : null
}

/** The first list of an answer: what it is about. What could not be read for it stands by itself. */
const listOf = (value: unknown): readonly [string, ReadonlyArray<unknown>] | null => {
  if (Array.isArray(value)) return ["data", value]
  const found = Object.entries(recordOf(value)).find(
    ([name, one]) => name !== "unread" && Array.isArray(one) && one.length > 0
  )
  return found === undefined ? null : [found[0], found[1] as ReadonlyArray<unknown>]
}

/** A picture of this installation, by its path: the page's policy loads no other. */
const ourPicture = (url: string | null): string | null => {
  if (url === null) return null
  if (/^data:image\/(png|jpeg|webp|gif|avif);base64,/.test(url)) return url
  try {
    const path = pathIn(url)
    return /^\/(assets|screenshots|files|pictures)\//.test(path) ||
      new URL(url, location.origin).origin === location.origin
      ? mount + path
      : null
  } catch {
    return null
  }
}

const pictureTypes = /^image\/(png|jpeg|webp|gif|avif)\b/

const pictureOf = (value: unknown): string | null => {
  const bytes = textAt(value, "bytes")
  const type = textAt(value, "contentType") ?? ""
  if (bytes !== null && pictureTypes.test(type)) return `data:${type.split(";")[0]};base64,${bytes}`
  return ourPicture(textAt(value, "screenshot"))
}

const Picture = ({ src }: { readonly src: string }) => {
  const { playground } = useStrings()
  const [isGone, setGone] = useState(false)
  if (isGone) return <p className="text-ink-2">{playground.pictureGone}</p>
  return (
    <div className="card overflow-auto bg-sunken p-2">
      <img src={src} alt={playground.pictureAlt} className="mx-auto max-w-full" onError={() => setGone(true)} />
    </div>
  )
}

const Pages = ({ pages }: { readonly pages: ReadonlyArray<unknown> }) => {
  const { common } = useStrings()
  const [shown, setShown] = useState(10)
  return (
    <div className="flex flex-col gap-2">
      {pages.slice(0, shown).map((page, index) => {
        const markdown = textAt(page, "markdown") ?? textAt(recordOf(page).markdown, "markdown") ?? ""
        const about = recordOf(recordOf(page).metadata)
        const url = textAt(page, "url") ?? textAt(about, "url") ?? textAt(about, "sourceUrl") ?? ""
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages of one answer never move
          <details key={index} className="card px-3 py-2" open={index === 0}>
            <summary dir="auto">
              <span className="font-strong">{textAt(page, "title") ?? textAt(about, "title") ?? url}</span>{" "}
              <span className="text-s text-ink-2">{url}</span>
            </summary>
            <div className="mt-3">
              <Markdown text={markdown} />
            </div>
          </details>
        )
      })}
      {pages.length > shown && (
        <button type="button" className="button self-start" onClick={() => setShown(shown + 30)}>
          {common.more} ({pages.length - shown})
        </button>
      )}
    </div>
  )
}

/** Sites that a search or an answer could not read. */
const Unread = ({ sites }: { readonly sites: ReadonlyArray<UnreadSite> }) => {
  const { playground } = useStrings()
  if (sites.length === 0) return null
  return (
    <section aria-label={playground.unread(sites.length)} className="card mt-3 max-w-[88ch] p-4">
      <h3 className="font-strong">{playground.unread(sites.length)}</h3>
      <ul className="mt-1 flex flex-col gap-2">
        {sites.map(({ code, message, url }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was answered never moves
          <li key={index} className="min-w-0">
            <Away url={url} /> <span className="font-mono text-s text-ink-3">{code}</span>
            <p className="text-s text-ink-2" dir="auto">
              {message.slice(0, 500)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

type View = "card" | "rendered" | "markdown" | "frame" | "html" | "picture" | "pages" | "table" | "tree" | "raw"

const rawMax = 300_000

/** `at` is when it was answered. */
export const Result = ({ at, value }: { readonly value: unknown; readonly at: number }) => {
  const { playground } = useStrings()
  const formats = useFormats()
  const [chosen, setChosen] = useState<View | null>(null)
  const markdown = textAt(value, "markdown")
  const html = textAt(value, "html")
  const picture = pictureOf(value)
  const list = listOf(value)
  const hasPages =
    list?.[1].some((one) => textAt(one, "markdown") !== null || textAt(recordOf(one).markdown, "markdown") !== null) ??
    false
  const raw = useMemo(() => (typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "")), [value])
  const views: ReadonlyArray<View> = [
    ...(hasCards(value) ? (["card"] as const) : []),
    ...(picture === null ? [] : (["picture"] as const)),
    ...(markdown === null ? [] : (["rendered", "markdown"] as const)),
    ...(html === null ? [] : (["frame", "html"] as const)),
    ...(hasPages ? (["pages"] as const) : []),
    ...(list === null ? [] : (["table"] as const)),
    ...(!hasCards(value) && unreadOf(value).length > 0 && list === null ? (["card"] as const) : []),
    "tree",
    "raw"
  ]
  const view = chosen !== null && views.includes(chosen) ? chosen : (views[0] ?? "tree")
  const download = () => {
    const url = URL.createObjectURL(new Blob([raw], { type: "application/json" }))
    const link = Object.assign(document.createElement("a"), { href: url, download: "answer.json" })
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  return (
    <Tabs
      label={playground.result}
      tabs={views.map((one) => [one, playground.views[one]] as const)}
      value={view}
      onChange={setChosen}
    >
      {view === "card" && <Cards value={value} at={at} />}
      {view === "picture" && picture !== null && <Picture key={picture} src={picture} />}
      {view === "rendered" && <Markdown text={markdown ?? ""} />}
      {view === "markdown" && <Code text={(markdown ?? "").slice(0, rawMax)} label={playground.views.markdown} />}
      {view === "frame" && (
        <div className="flex flex-col gap-2">
          <p className="hint">{playground.frameHint}</p>
          <StillFrame html={html ?? ""} title={playground.views.frame} />
        </div>
      )}
      {view === "html" && <Code text={(html ?? "").slice(0, rawMax)} label={playground.views.html} />}
      {view === "pages" && <Pages pages={list?.[1] ?? []} />}
      {view === "table" && list !== null && <DataTable label={list[0]} rows={list[1]} />}
      {view !== "tree" && view !== "raw" && <Unread sites={unreadOf(value)} />}
      {view === "tree" && <JsonTree value={value} />}
      {view === "raw" && (
        <div className="flex flex-col gap-2">
          {raw.length > rawMax && (
            <p className="hint">{playground.rawCut(formats.bytes(rawMax), formats.bytes(raw.length))}</p>
          )}
          <button type="button" className="button self-start" onClick={download}>
            {playground.download}
          </button>
          <Code text={raw.slice(0, rawMax)} label={playground.views.raw} />
        </div>
      )}
    </Tabs>
  )
}
