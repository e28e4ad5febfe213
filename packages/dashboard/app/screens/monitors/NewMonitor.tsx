/** A new monitor: one field, and what we see of it before anything is saved. */
import { useMutation } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import { call } from "../../api/call.ts"
import type { Input, Output } from "../../api/operations.ts"
import { readAgainOf } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Diff } from "../../parts/Diff.tsx"
import { Field } from "../../parts/Field.tsx"
import { JsonField } from "../../parts/JsonField.tsx"
import { Lack, useScope } from "../../parts/Lack.tsx"
import { Page } from "../../parts/Page.tsx"
import { type Controls, Refusable, Refusal } from "../../parts/Refusal.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { sentAddress, typedAddress } from "../../parts/typedAddress.ts"
import { Unsaved } from "../../parts/unsaved.ts"
import { priceOf } from "../playground/price.ts"
import { isLookAsked } from "./askedLook.ts"
import { keepMade } from "./madeNow.ts"
import { Parts } from "./Parts.tsx"
import { PathFields } from "./PathFields.tsx"
import { TellField } from "./TellField.tsx"
import { chatOf, defaultRetry } from "./telling.ts"
import { linesOf } from "./typedLines.ts"

type Kind = "page" | "sitemap" | "extract"
type Body = NonNullable<Input<"monitors.create">["payload"]>
type Preview = Output<"monitors.preview">

const isKind = (value: string | undefined): value is Kind =>
  value === "page" || value === "sitemap" || value === "extract"

interface Draft {
  readonly url: string
  readonly kind: Kind
  readonly name: string
  /** What matters, or what is asked. */
  readonly words: string
  readonly keep: string
  readonly drop: string
  /** Of a sitemap: paths that are kept, and those that are left out. */
  readonly include: string
  readonly exclude: string
  readonly often: string
  readonly tell: string
  /** The shape of what is asked of a site, and of how much of it. */
  readonly schema: unknown
  readonly maxPages: string
  readonly maxDepth: string
  readonly hasSubdomains: boolean
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host + new URL(url).pathname : url)

const targetOf = (draft: Draft): Body["target"] => {
  const { drop, keep, kind, url, words } = draft
  const address = typedAddress(url)
  if (kind === "sitemap") {
    const [include, exclude] = [linesOf(draft.include), linesOf(draft.exclude)]
    return {
      type: "sitemap",
      url: address,
      ...(include.length === 0 ? {} : { include }),
      ...(exclude.length === 0 ? {} : { exclude })
    }
  }
  if (kind === "extract") {
    const { hasSubdomains, maxDepth, maxPages, schema } = draft
    return {
      type: "extract",
      url: address,
      instructions: words.trim(),
      // What is no object is refused by name, where it is sent.
      ...(schema === undefined ? {} : { schema: schema as Readonly<Record<string, never>> }),
      ...(maxPages === "" ? {} : { max_pages: Number(maxPages) }),
      ...(maxDepth === "" ? {} : { max_depth: Number(maxDepth) }),
      ...(hasSubdomains ? { follow_subdomains: true } : {})
    }
  }
  return {
    type: "page",
    url: address,
    ...(words.trim() === "" ? {} : { instructions: words.trim() }),
    ...(linesOf(keep).length === 0 ? {} : { include_selectors: linesOf(keep) }),
    ...(linesOf(drop).length === 0 ? {} : { exclude_selectors: linesOf(drop) })
  }
}

/** The body of the call that saves it. */
const bodyOf = (draft: Draft): Body => {
  const [frequency = "1", unit = "days"] = draft.often.split(" ")
  const isGoal = draft.kind === "page" && draft.words.trim() !== ""
  return {
    name: (draft.name.trim() === "" ? hostOf(typedAddress(draft.url)) : draft.name.trim()).slice(0, 200),
    target: targetOf(draft),
    ...(draft.kind === "page" && !isGoal ? { change_detection: { type: "exact" } } : {}),
    schedule: { type: "interval", frequency: Number(frequency), unit: unit as "minutes" | "hours" | "days" },
    ...(draft.tell.trim() === "" ? {} : { webhook: { url: sentAddress(draft.tell.trim()), retry: defaultRetry } })
  }
}

/** What of a body a look shows: its page, and what it costs. */
const lookedAt = ({ change_detection, schedule, target }: Body): string =>
  JSON.stringify([target, change_detection, schedule])

const Conditions = ({ conditions }: { readonly conditions: ReadonlyArray<string> }) => (
  <span className="mt-1 flex flex-wrap gap-1">
    {conditions.map((one) => (
      <span key={one} className="rounded-m bg-action-weak px-2 text-s leading-5 text-ink">
        {one}
      </span>
    ))}
  </span>
)

/** What each selector finds, so that one that finds nothing is seen. */
const Found = ({ selectors: found }: { readonly selectors: NonNullable<Preview["selectors"]> }) => {
  const { make } = useStrings().monitors
  const formats = useFormats()
  return (
    <ul className="flex flex-col gap-1">
      {found.map(({ characters, elements, selector, use }) => (
        <li key={`${use} ${selector}`} className="hint">
          {use === "keep" ? make.parts.keeps : make.parts.drops} <code className="font-mono">{selector}</code>:{" "}
          {make.parts.found(elements, formats.number(characters))}
        </li>
      ))}
    </ul>
  )
}

const Seen = ({
  isBusy,
  onDrop,
  onKeep,
  preview
}: {
  readonly preview: Preview
  readonly isBusy: boolean
  readonly onKeep: (selector: string) => void
  readonly onDrop: (...selectors: ReadonlyArray<string>) => void
}) => {
  const { common, monitors } = useStrings()
  const { make } = monitors
  const formats = useFormats()
  const { seen } = preview
  const id = useId()
  return (
    <div className="flex flex-col gap-4">
      {preview.error !== null && (
        <p role="alert" className="card p-4">
          {preview.error.message} <span className="font-mono text-s text-ink-3">{preview.error.code}</span>
        </p>
      )}
      <p className="text-ink-2">
        {make.cost(common.credits(preview.credits_per_run), common.credits(preview.credits_per_30_days))}
        {preview.next_runs_at.length > 0 &&
          ` · ${make.next} ${preview.next_runs_at.map((at) => `${formats.date(at)}, ${formats.time(at)}`).join(" · ")}`}
      </p>
      {seen?.type === "page" && (
        <>
          <p>
            {seen.is_same ? make.looksAlike : make.looksDiffer} {make.characters(formats.number(seen.characters))},{" "}
            {make.got[seen.got_by]}.
          </p>
          {seen.lacks_browser && <p role="alert">{make.lacksBrowser}</p>}
          {seen.diff !== "" && <Diff diff={seen.diff} />}
          {(preview.left_out ?? []).length > 0 && (
            <p className="hint">
              {make.leftOut}: {preview.left_out?.map(({ kind, pieces }) => `${kind} (${pieces})`).join(", ")}
            </p>
          )}
          {(preview.selectors ?? []).length > 0 && <Found selectors={preview.selectors ?? []} />}
          <section aria-labelledby={id}>
            <h2 id={id} className="mb-2 text-l font-strong">
              {make.text}
            </h2>
            <div dir="auto" className="card max-w-[68ch] p-4 whitespace-pre-wrap">
              {seen.text.split("\n").map((line, index) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines of one look never move
                  key={index}
                  className={seen.unstable.includes(line) ? "text-ink-3 line-through" : ""}
                >
                  {line}
                  {"\n"}
                </span>
              ))}
            </div>
          </section>
          {(preview.blocks ?? []).length > 0 && (
            <Parts preview={preview} isBusy={isBusy} onKeep={onKeep} onDrop={onDrop} />
          )}
        </>
      )}
      {seen === null && (preview.selectors ?? []).length > 0 && <Found selectors={preview.selectors ?? []} />}
      {seen?.type === "sitemap" && (
        <>
          <p>
            {seen.is_same ? make.looksAlike : make.looksDiffer} {make.addresses(formats.number(seen.url_count))}.
          </p>
          <ul className="card p-3 font-mono text-s">
            {seen.urls.map((url) => (
              <li key={url}>{url}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

export const NewMonitor = () => {
  const { common, monitors } = useStrings()
  const { make } = monitors
  const navigate = useNavigate()
  const search = useSearch({ from: "/signed-in/monitors/new" })
  const { has: mayWrite } = useScope("monitors:write")
  const id = useId()
  const [given] = useState<Draft>({
    url: search.url ?? "",
    kind: isKind(search.type) ? search.type : "page",
    name: search.name ?? "",
    words: search.words ?? "",
    keep: search.keep ?? "",
    drop: search.drop ?? "",
    include: "",
    exclude: "",
    often: "1 days",
    tell: "",
    schema: search.schema,
    maxPages: search.pages ?? "",
    maxDepth: search.depth ?? "",
    hasSubdomains: search.subdomains === "yes"
  })
  const [draft, setDraft] = useState(given)
  const [tellsInbox, setTellsInbox] = useState(false)
  const look = useMutation({
    mutationFn: (body: Body) => call("monitors.preview", { payload: { ...body, blocks: true } })
  })
  const { mutate: lookAt } = look
  // Who pressed *Look at it* to come here asked for it. An address that was opened asks for nothing: a look costs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at once, as it came
  useEffect(() => {
    const isAsked = isLookAsked(given.url)
    if (isAsked && mayWrite) lookAt(bodyOf(given))
  }, [])
  const save = useMutation({
    mutationFn: (body: Body) => call("monitors.create", { payload: body }),
    onSuccess: ({ id: monitorId, webhook }) => {
      // Neither the built-in inbox nor a chat is given a secret to check with.
      if (webhook?.secret !== undefined && !tellsInbox && chatOf(webhook.url)?.takes !== true)
        keepMade({ monitorId, secret: webhook.secret })
      readAgainOf("monitors")
      void navigate({ to: "/monitors/$monitorId", params: { monitorId }, ignoreBlocker: true })
    }
  })
  const set = (next: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...next }))
    // What was refused is another draft now.
    if (save.isError) save.reset()
  }
  const address = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: who comes with an address goes on from there, and it is gone to once
  useLayoutEffect(() => {
    if (given.url === "") address.current?.focus()
  }, [])
  const seen = look.data
  const isOutdated = look.variables !== undefined && lookedAt(look.variables) !== lookedAt(bodyOf(draft))
  /** Adds selectors to those that are watched or left out, and looks again. */
  const chooseRegions = (use: "drop" | "keep", ...added: ReadonlyArray<string>) => {
    const chosen = [...linesOf(draft[use]).filter((one) => !added.includes(one)), ...added].join("\n")
    set({ [use]: chosen })
    look.mutate(bodyOf({ ...draft, [use]: chosen }))
  }
  const mayLook = draft.kind !== "extract"
  const cost = common.credits(priceOf("monitors.preview", { payload: bodyOf(draft) }).atMost)
  const isReady = draft.url.trim() !== "" && (draft.kind !== "extract" || draft.words.trim() !== "")
  const isLookLast = look.submittedAt > save.submittedAt
  const controls: Controls = {
    "target.url": `${id}-url`,
    "target.instructions": `${id}-words`,
    "target.schema": `${id}-schema`,
    "target.max_pages": `${id}-pages`,
    "target.include_selectors": `${id}-keep`,
    "target.exclude_selectors": `${id}-drop`,
    "target.include": `${id}-include`,
    "target.exclude": `${id}-exclude`,
    schedule: `${id}-often`,
    webhook: `${id}-tell`,
    name: `${id}-name`
  }
  return (
    <Page title={make.title} lead={make.lead} calls={[{ operation: "monitors.create", payload: bodyOf(draft) }]}>
      <Refusable error={isLookLast ? look.error : save.error} controls={controls}>
        <div className="grid gap-8 pane:grid-cols-[minmax(0,420px)_minmax(0,1fr)]">
          <form
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              save.mutate(bodyOf(draft))
            }}
          >
            <Unsaved is={!save.isSuccess && JSON.stringify(draft) !== JSON.stringify(given)} />
            <Lack of="monitors:write" />
            <Field
              id={`${id}-url`}
              label={make.url}
              hint={`${make.urlHint} ${mayLook ? make.lookCosts(cost) : make.noLook}`}
            >
              {(control) => (
                <div className="flex gap-2">
                  <input
                    {...control}
                    ref={address}
                    className="input"
                    inputMode="url"
                    autoComplete="url"
                    spellCheck="false"
                    required
                    value={draft.url}
                    onChange={({ target }) => set({ url: target.value })}
                  />
                  {mayLook && (
                    <button
                      type="button"
                      className="button"
                      disabled={!isReady || !mayWrite}
                      // What is disabled loses the focus of who pressed it by a key.
                      aria-disabled={look.isPending}
                      onClick={() => {
                        if (!look.isPending) look.mutate(bodyOf(draft))
                      }}
                    >
                      {make.look}
                    </button>
                  )}
                </div>
              )}
            </Field>
            <div className="flex flex-col gap-1">
              <span className="label">{make.type}</span>
              <Segments
                label={make.type}
                value={draft.kind}
                options={monitors.types}
                onChange={(kind) => set({ kind })}
              />
              <p className="hint">{make.typeHints[draft.kind]}</p>
            </div>
            {draft.kind !== "sitemap" && (
              <Field
                id={`${id}-words`}
                label={draft.kind === "extract" ? make.question : make.goal}
                hint={
                  (look.data?.conditions ?? []).length > 0 ? (
                    <Conditions conditions={look.data?.conditions ?? []} />
                  ) : draft.kind === "page" ? (
                    make.goalHint
                  ) : undefined
                }
              >
                {(control) => (
                  <textarea
                    {...control}
                    className="input"
                    rows={2}
                    maxLength={2_000}
                    placeholder={draft.kind === "extract" ? make.questionPlaceholder : make.goalPlaceholder}
                    required={draft.kind === "extract"}
                    value={draft.words}
                    onChange={({ target }) => set({ words: target.value })}
                  />
                )}
              </Field>
            )}
            {draft.kind === "extract" && (
              <>
                <Field id={`${id}-schema`} label={make.schema} hint={make.schemaHint}>
                  {(control) => (
                    <JsonField {...control} value={draft.schema} rows={12} onChange={(schema) => set({ schema })} />
                  )}
                </Field>
                <Field id={`${id}-pages`} label={make.maxPages}>
                  {(control) => (
                    <input
                      {...control}
                      type="number"
                      className="input"
                      min={1}
                      max={50}
                      value={draft.maxPages}
                      onChange={({ target }) => set({ maxPages: target.value })}
                    />
                  )}
                </Field>
              </>
            )}
            {draft.kind === "page" && (
              <div className="grid gap-4 bar:grid-cols-2">
                <Field id={`${id}-keep`} label={make.keep}>
                  {(control) => (
                    <textarea
                      {...control}
                      className="input font-mono text-s"
                      rows={2}
                      spellCheck="false"
                      value={draft.keep}
                      onChange={({ target }) => set({ keep: target.value })}
                    />
                  )}
                </Field>
                <Field id={`${id}-drop`} label={make.drop}>
                  {(control) => (
                    <textarea
                      {...control}
                      className="input font-mono text-s"
                      rows={2}
                      spellCheck="false"
                      value={draft.drop}
                      onChange={({ target }) => set({ drop: target.value })}
                    />
                  )}
                </Field>
              </div>
            )}
            {draft.kind === "sitemap" && (
              <PathFields id={id} include={draft.include} exclude={draft.exclude} onChange={set} />
            )}
            <Field id={`${id}-often`} label={make.often}>
              {(control) => (
                <select
                  {...control}
                  className="input"
                  value={draft.often}
                  onChange={({ target }) => set({ often: target.value })}
                >
                  {Object.entries(make.oftenOptions).map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <TellField
              id={`${id}-tell`}
              mayWrite={mayWrite}
              value={draft.tell}
              onChange={(tell, isInbox) => {
                set({ tell })
                setTellsInbox(isInbox)
              }}
            />
            <Field id={`${id}-name`} label={make.name}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  maxLength={200}
                  placeholder={hostOf(typedAddress(draft.url))}
                  value={draft.name}
                  onChange={({ target }) => set({ name: target.value })}
                />
              )}
            </Field>
            <Refusal error={save.error} />
            {draft.kind === "extract" && draft.words.trim() === "" && (
              <p id={`${id}-lacks`} className="hint">
                {make.lacksQuestion}
              </p>
            )}
            <button
              type="submit"
              className="button button-main self-start"
              disabled={!isReady || !mayWrite || save.isPending}
              aria-describedby={draft.kind === "extract" && draft.words.trim() === "" ? `${id}-lacks` : undefined}
            >
              {make.save}
            </button>
          </form>
          <div aria-live="polite" className="min-w-0">
            {look.isPending && (
              <>
                <p role="status">{make.looking}</p>
                <Skeleton rows={8} />
              </>
            )}
            <Refusal error={look.error} onRetry={() => look.mutate(bodyOf(draft))} />
            {seen !== undefined && !look.isPending && isOutdated && mayLook && (
              <p role="status" className="card flex flex-wrap items-center gap-3 p-4">
                {make.outdated}
                <button type="button" className="button" disabled={!isReady} onClick={() => look.mutate(bodyOf(draft))}>
                  {make.look}
                </button>
              </p>
            )}
            {seen !== undefined && !look.isPending && (
              <Seen
                preview={seen}
                isBusy={look.isPending}
                onKeep={(selector) => chooseRegions("keep", selector)}
                onDrop={(...found) => chooseRegions("drop", ...found)}
              />
            )}
            {look.isIdle && <p className="text-ink-3">{mayLook ? make.previewEmpty(make.look) : make.noLook}</p>}
          </div>
        </div>
      </Refusable>
    </Page>
  )
}
