/** A new batch of addresses, or a crawl of a site: what is read, how, and what it costs at most, before anything is begun. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useId, useState } from "react"
import { call } from "../../api/call.ts"
import type { Input } from "../../api/operations.ts"
import { readAgainOf } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Field } from "../../parts/Field.tsx"
import { Lack, useScope } from "../../parts/Lack.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { type Controls, Refusable, Refusal } from "../../parts/Refusal.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { typedAddress } from "../../parts/typedAddress.ts"
import { Unsaved } from "../../parts/unsaved.ts"
import { cellsOf, type Entry, entriesMax, entriesOf, isTable, likelyColumn, rowsOf } from "./addresses.ts"
import { failedOf } from "./outcome.ts"

const kinds = ["list", "crawl", "sitemap"] as const
type Kind = (typeof kinds)[number]

/** Largest file that is read: a hundred thousand long addresses. */
const fileMax = 32 * 1024 * 1024

/** Entries that the shown call is written with. */
const shownInCall = 3

type Body = NonNullable<Input<"batches.submit">["payload"]>

const numberOf = (text: string | undefined, fallback: number, most: number): number => {
  const number = Number(text)
  return text !== undefined && Number.isInteger(number) && number > 0 ? Math.min(number, most) : fallback
}

export const NewWork = () => {
  const { common, work } = useStrings()
  const { make } = work
  const formats = useFormats()
  const id = useId()
  const navigate = useNavigate({ from: "/work/new" })
  const search = useSearch({ from: "/signed-in/work/new" })
  const { has: mayBegin } = useScope("batches:write")
  const kind: Kind = kinds.find((one) => one === search.kind) ?? "list"
  const format = search.format === "html" ? "html" : "markdown"
  const isMain = search.main === "yes"
  const maxPages = numberOf(search.max, 100, entriesMax)
  const set = (next: Partial<typeof search>) =>
    void navigate({
      search: (before) =>
        Object.fromEntries(
          Object.entries({ ...before, ...next }).filter(([, value]) => value !== undefined && value !== "")
        ),
      replace: true,
      // The form itself stays.
      ignoreBlocker: true
    })
  const [text, setText] = useState("")
  const [table, setTable] = useState<ReadonlyArray<ReadonlyArray<string>> | null>(null)
  const [column, setColumn] = useState(0)
  const [isTooLarge, setTooLarge] = useState(false)
  // One key for what is typed now: however often it is sent, it begins once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const changed = () => setKey(crypto.randomUUID())
  const failed = useQuery({
    queryKey: ["work.failed", search.retry],
    enabled: search.retry !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const batch = await call("batches.get", { params: { batch_id: search.retry ?? "" } }, signal)
      return { batch, entries: await failedOf(batch.id, batch.progress.failed, signal) }
    }
  })
  const typed = table === null ? text.split("\n") : cellsOf(table, column)
  const isRetry = search.retry !== undefined
  const entries: ReadonlyArray<Entry> = isRetry ? (failed.data?.entries ?? []) : kind === "list" ? entriesOf(typed) : []
  const options = isMain ? { options: { useMainContentOnly: true } } : {}
  const tags = (search.tags ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .slice(0, 20)
  const bodyOf = (some: ReadonlyArray<Entry>): Body => {
    const around = tags.length === 0 ? {} : { tags }
    if (isRetry || kind === "list") {
      return { input: { mode: "scrape", data: { format, urls: some, ...options } }, ...around } as Body
    }
    const controls = { maxUrls: maxPages, ...(search.pattern === undefined ? {} : { regex: search.pattern }) }
    const source =
      kind === "sitemap"
        ? { type: "sitemap", domain: search.url ?? "", controls }
        : {
            type: "start_url",
            url: typedAddress(search.url ?? ""),
            controls: {
              ...controls,
              ...(search.depth === undefined ? {} : { maxDepth: numberOf(search.depth, 3, 50) })
            }
          }
    return { input: { mode: "crawl", data: { format, source, ...options } }, ...around } as Body
  }
  const count = isRetry || kind === "list" ? entries.length : maxPages
  const isReady = isRetry || kind === "list" ? count > 0 && count <= entriesMax : (search.url ?? "").trim() !== ""
  const submit = useMutation({
    mutationFn: () => call("batches.submit", { payload: bodyOf(entries) }, undefined, { "idempotency-key": key }),
    onSuccess: ({ id: batchId }) => {
      readAgainOf("batches")
      void navigate({ to: "/work/$batchId", params: { batchId }, search: {}, ignoreBlocker: true })
    }
  })
  const controls: Controls = {
    "input.data.urls": `${id}-list`,
    "input.data.source": `${id}-start`,
    "input.data.source.controls.regex": `${id}-pattern`,
    "input.data.source.controls.maxUrls": `${id}-max`,
    "input.data.source.controls.maxDepth": `${id}-depth`,
    tags: `${id}-tags`
  }
  const takeFile = async (file: File | undefined) => {
    if (file === undefined) return
    setTooLarge(file.size > fileMax)
    if (file.size > fileMax) return
    changed()
    const read = await file.text()
    const rows = isTable(read) ? rowsOf(read) : null
    setTable(rows)
    setColumn(rows === null ? 0 : likelyColumn(rows))
    setText(rows === null ? read : "")
  }
  return (
    <Page
      title={isRetry ? make.retryTitle : make.title}
      lead={make.lead}
      calls={[{ operation: "batches.submit", payload: bodyOf(entries.slice(0, shownInCall)) }]}
    >
      <Refusable error={submit.error} controls={controls}>
        <form
          className="flex max-w-[68ch] flex-col gap-5"
          onInput={changed}
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady && !submit.isPending) submit.mutate()
          }}
        >
          {/* What else is chosen stands in the address, and is found again by going back. */}
          <Unsaved is={!isRetry && kind === "list" && (text.trim() !== "" || table !== null)} />
          {!isRetry && (
            <div className="flex flex-col gap-1">
              <span className="label">{make.kind}</span>
              <Segments label={make.kind} value={kind} options={make.kinds} onChange={(next) => set({ kind: next })} />
              <p className="hint">{make.kindHints[kind]}</p>
            </div>
          )}
          {isRetry && failed.isPending && <Skeleton rows={4} />}
          {isRetry && failed.isError && <Problem error={failed.error} onRetry={() => void failed.refetch()} />}
          {isRetry && failed.isSuccess && (
            <section aria-label={make.addresses} className="flex flex-col gap-2">
              <p>{make.retryLead(formats.number(entries.length), formats.number(failed.data.batch.progress.failed))}</p>
              <ul className="card max-h-[40vh] overflow-auto p-3 font-mono text-s">
                {entries.slice(0, 100).map(({ itemId, url }) => (
                  <li key={`${url} ${itemId}`} className="break-all">
                    {url}
                  </li>
                ))}
              </ul>
              <p className="hint">{make.retryHint}</p>
            </section>
          )}
          {!isRetry && kind === "list" && (
            <div className="flex flex-col gap-2">
              {table === null ? (
                <Field id={`${id}-list`} label={make.addresses}>
                  {(control) => (
                    <textarea
                      {...control}
                      className="input font-mono text-s"
                      rows={8}
                      spellCheck="false"
                      placeholder={"https://example.com/one\nhttps://example.com/two"}
                      value={text}
                      onChange={({ target }) => setText(target.value)}
                    />
                  )}
                </Field>
              ) : (
                <div className="flex flex-wrap items-end gap-3">
                  <label className="flex flex-col gap-1">
                    <span className="label">{make.column}</span>
                    <select className="input" value={column} onChange={({ target }) => setColumn(Number(target.value))}>
                      {(table[0] ?? []).map((name, at) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file never move
                        <option key={at} value={at}>
                          {name.slice(0, 80)}
                        </option>
                      ))}
                    </select>
                  </label>
                  <button type="button" className="button" onClick={() => setTable(null)}>
                    {make.typeInstead}
                  </button>
                </div>
              )}
              <label className="flex flex-col gap-1">
                <span className="hint">{make.file}</span>
                <input
                  type="file"
                  accept=".txt,.csv,.tsv,text/plain,text/csv"
                  className="input"
                  onChange={({ target }) => void takeFile(target.files?.[0])}
                />
              </label>
              {isTooLarge && <p role="alert">{make.tooLarge(formats.bytes(fileMax))}</p>}
              {count > entriesMax && <p role="alert">{make.tooMany(formats.number(entriesMax))}</p>}
            </div>
          )}
          {!isRetry && kind !== "list" && (
            <>
              <Field id={`${id}-start`} label={kind === "crawl" ? make.start : make.domain}>
                {(control) => (
                  <input
                    {...control}
                    className="input"
                    inputMode="url"
                    spellCheck="false"
                    required
                    placeholder={kind === "crawl" ? "https://example.com/docs/" : "example.com"}
                    defaultValue={search.url ?? ""}
                    onChange={({ target }) => set({ url: target.value })}
                  />
                )}
              </Field>
              <div className="grid items-end gap-4 bar:grid-cols-3">
                <Field id={`${id}-max`} label={make.max}>
                  {(control) => (
                    <input
                      {...control}
                      className="input"
                      type="number"
                      min={1}
                      max={entriesMax}
                      placeholder="100"
                      defaultValue={search.max ?? ""}
                      onChange={({ target }) => set({ max: target.value })}
                    />
                  )}
                </Field>
                {kind === "crawl" && (
                  <Field id={`${id}-depth`} label={make.depth}>
                    {(control) => (
                      <input
                        {...control}
                        className="input"
                        type="number"
                        min={1}
                        max={50}
                        defaultValue={search.depth ?? ""}
                        onChange={({ target }) => set({ depth: target.value })}
                      />
                    )}
                  </Field>
                )}
                <Field id={`${id}-pattern`} label={make.pattern}>
                  {(control) => (
                    <input
                      {...control}
                      className="input font-mono text-s"
                      maxLength={256}
                      spellCheck="false"
                      defaultValue={search.pattern ?? ""}
                      onChange={({ target }) => set({ pattern: target.value })}
                    />
                  )}
                </Field>
              </div>
            </>
          )}
          <div className="flex flex-wrap items-center gap-4">
            <Segments
              label={make.format}
              value={format}
              options={{ markdown: "Markdown", html: "HTML" }}
              onChange={(next) => set({ format: next })}
            />
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={isMain}
                onChange={({ target }) => set({ main: target.checked ? "yes" : "" })}
              />
              {make.main}
            </label>
          </div>
          <Field id={`${id}-tags`} label={make.tags}>
            {(control) => (
              <input
                {...control}
                className="input"
                defaultValue={search.tags ?? ""}
                onChange={({ target }) => set({ tags: target.value })}
              />
            )}
          </Field>
          <Refusal error={submit.error} />
          <Lack of="batches:write" />
          <div className="flex flex-wrap items-center gap-3">
            <button type="submit" className="button button-main" disabled={!isReady || submit.isPending || !mayBegin}>
              {make.begin}
            </button>
            <span role="status" className="text-ink-2">
              {isReady &&
                (isRetry || kind === "list"
                  ? make.price(formats.number(count), common.credits(count))
                  : make.priceMost(formats.number(count), common.credits(count)))}
            </span>
          </div>
        </form>
      </Refusable>
    </Page>
  )
}
