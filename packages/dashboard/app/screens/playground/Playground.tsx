/** Every operation of the API, to be tried: form, JSON and code, what it costs, and what came of it. */
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useId, useMemo, useRef, useState } from "react"
import { ApiError } from "../../api/ApiError.ts"
import type { OperationName } from "../../api/operations.ts"
import { may, session } from "../../api/session.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Code } from "../../parts/Code.tsx"
import { Copyable } from "../../parts/Copyable.tsx"
import { type CallLanguage, callLanguages, callText } from "../../parts/callText.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { JsonField } from "../../parts/JsonField.tsx"
import { Page } from "../../parts/Page.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { unfold } from "../../parts/Refusal.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"
import { Unsaved } from "../../parts/unsaved.ts"
import { useKeys } from "../../shell/keys.ts"
import { forgetCalls, type MadeCall, make, shownInput, useMadeCalls } from "./calls.ts"
import { type CallInput, description, type Operation, operationsOf, withoutSecrets, withValue } from "./description.ts"
import { Form } from "./Form.tsx"
import { type GroupName, groupNames, groupOf, isDestroying, rankOf } from "./groups.ts"
import { ageIn, keptOf } from "./kept.ts"
import { MakeMonitor } from "./MakeMonitor.tsx"
import { priceOf } from "./price.ts"
import { Result } from "./Result.tsx"

const views = ["form", "json", "code"] as const
type View = (typeof views)[number]

const isView = (value: string | undefined): value is View => views.some((one) => one === value)

/** Most characters of an input that stand in the address. */
const addressMax = 4_000

const useNames = () => {
  const { playground } = useStrings()
  const names = playground.operations as Readonly<Record<string, string>>
  return (operation: Pick<Operation, "id" | "summary">): string => names[operation.id] ?? operation.summary
}

type Groups = ReadonlyArray<readonly [GroupName, ReadonlyArray<Operation>]>

const groupsOf = (operations: ReadonlyArray<Operation>): Groups => {
  const grouped = Map.groupBy(operations, groupOf)
  return groupNames
    .map(
      (name) => [name, (grouped.get(name) ?? []).toSorted((one, other) => rankOf(one.id) - rankOf(other.id))] as const
    )
    .filter(([, some]) => some.length > 0)
}

const Picker = ({
  groups,
  onPick,
  picked
}: {
  readonly groups: Groups
  readonly picked: Operation
  readonly onPick: (id: string) => void
}) => {
  const { playground } = useStrings()
  const nameOf = useNames()
  const [words, setWords] = useState("")
  const field = useRef<HTMLInputElement>(null)
  useKeys({ "/": () => field.current?.focus() })
  const asked = words.trim().toLowerCase()
  const fits = (operation: Operation) =>
    `${nameOf(operation)} ${operation.id} ${operation.path} ${operation.summary}`.toLowerCase().includes(asked)
  const found = groups
    .map(([name, all]) => [name, asked === "" ? all : all.filter(fits)] as const)
    .filter(([, all]) => all.length > 0)
  return (
    <>
      <select
        aria-label={playground.operation}
        className="input pane:hidden"
        value={picked.id}
        onChange={({ target }) => onPick(target.value)}
      >
        {groups.map(([name, all]) => (
          <optgroup key={name} label={playground.groups[name]}>
            {all.map((one) => (
              <option key={one.id} value={one.id}>
                {nameOf(one)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <nav
        aria-label={playground.operation}
        className="relative -mt-1 -ml-1 hidden min-w-0 flex-col gap-1 overflow-y-auto pt-1 pr-2 pb-8 pl-1 pane:flex"
      >
        <input
          ref={field}
          type="search"
          className="input mb-2"
          aria-label={playground.find}
          placeholder={playground.find}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {found.length === 0 && <p className="text-ink-2">{playground.noneFound}</p>}
        {found.map(([name, all]) => (
          <details
            key={name}
            open={asked !== "" || all.includes(picked) || ["read", "ask", "companies"].includes(name)}
          >
            <summary className="py-1 text-s font-strong text-ink-3">{playground.groups[name]}</summary>
            {all.map((one) => (
              <button
                key={one.id}
                type="button"
                aria-current={one.id === picked.id}
                onClick={() => onPick(one.id)}
                title={`${one.method} ${one.path}`}
                className={`block w-full rounded-m px-2 py-1 text-left ${one.id === picked.id ? "bg-action-weak font-strong" : "text-ink-2 hover:bg-sunken"}`}
              >
                {nameOf(one)}
              </button>
            ))}
          </details>
        ))}
      </nav>
    </>
  )
}

const PriceLine = ({ input, operation }: { readonly operation: Operation; readonly input: CallInput }) => {
  const { common, playground } = useStrings()
  const formats = useFormats()
  const { atLeast, atMost, each } = priceOf(operation.id, input)
  const text =
    atMost === 0
      ? playground.free
      : atLeast === atMost
        ? common.credits(atMost)
        : playground.between(formats.number(atLeast), common.credits(atMost))
  return (
    <span className="text-s text-ink-2">
      {text}
      {atMost > 0 && ` · ${each === true ? playground.eachPage : playground.onlyIfFound}`}
    </span>
  )
}

/** Says of an answer that it is a copy that was kept, and how old; `onFresh` asks for it anew. */
const KeptCopy = ({ answered, onFresh }: { readonly answered: unknown; readonly onFresh: (() => void) | null }) => {
  const { playground } = useStrings()
  const kept = keptOf(answered)
  if (kept === null) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>{playground.keptCopy(...ageIn(kept.age))}</span>
      {onFresh !== null && (
        <button type="button" className="button" onClick={onFresh}>
          {playground.readFresh}
        </button>
      )}
    </p>
  )
}

const Answered = ({ call, onFresh }: { readonly call: MadeCall; readonly onFresh: (() => void) | null }) => {
  const { common, playground } = useStrings()
  const formats = useFormats()
  const { answer } = call
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-s text-ink-2">
        <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {answer === null ? (
            <Status kind="needs-you" word={playground.refused} />
          ) : (
            <Status kind="well" word={playground.answered(answer.status)} />
          )}
          <span>{formats.duration(call.millis)}</span>
          {answer !== null && answer.credits !== null && <span>{common.credits(answer.credits)}</span>}
          {answer !== null && <span>{formats.bytes(answer.bytes)}</span>}
          {answer !== null && answer.requestId !== null && (
            <Link to="/usage/requests/$requestId" params={{ requestId: answer.requestId }} className="link">
              {playground.inTheLog}
            </Link>
          )}
          {answer !== null && answer.requestId !== null && <Copyable text={answer.requestId} />}
        </div>
        {answer !== null && <MakeMonitor key={call.id} call={call} />}
      </div>
      {answer === null ? (
        call.error instanceof ApiError && call.error.code === "TOO_LONG" ? (
          <p role="alert">{playground.tooLong}</p>
        ) : call.error === null ? (
          <p className="text-ink-2">{playground.forgotten}</p>
        ) : (
          <Problem error={call.error} fields={playground.fields} />
        )
      ) : (
        <>
          <KeptCopy answered={answer.value} onFresh={onFresh} />
          <Result key={call.id} value={answer.value} at={call.at + call.millis} />
        </>
      )}
    </div>
  )
}

const Past = ({ onPick, picked }: { readonly picked: number | null; readonly onPick: (call: MadeCall) => void }) => {
  const { playground } = useStrings()
  const formats = useFormats()
  const calls = useMadeCalls()
  const names = playground.operations as Readonly<Record<string, string>>
  if (calls.length === 0) return null
  return (
    <details className="mt-6 border-t border-line pt-3">
      <summary className="text-ink-2">{playground.past(calls.length)}</summary>
      <ul className="mt-2 flex flex-col">
        {calls.map((call) => (
          <li key={call.id}>
            <button
              type="button"
              aria-current={call.id === picked}
              onClick={() => onPick(call)}
              className={`flex w-full flex-wrap items-center gap-x-3 rounded-m px-2 py-1 text-left ${call.id === picked ? "bg-action-weak" : "hover:bg-sunken"}`}
            >
              <Status
                kind={call.error === null ? "well" : "needs-you"}
                word={names[call.operation] ?? call.operation}
              />
              <span className="text-s text-ink-2">{formats.duration(call.millis)}</span>
              <span className="ml-auto text-s text-ink-3">
                <Time at={new Date(call.at).toISOString()} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button button-quiet mt-2" onClick={forgetCalls}>
        {playground.forget}
      </button>
    </details>
  )
}

const Written = ({ input, operation }: { readonly operation: Operation; readonly input: CallInput }) => {
  const { playground } = useStrings()
  const [language, setLanguage] = useState<CallLanguage>("curl")
  return (
    <div className="flex flex-col gap-3">
      <Segments label={playground.language} value={language} options={callLanguages} onChange={setLanguage} />
      <Code
        text={callText(
          language,
          operation.id as OperationName,
          shownInput(operation, operation.completed(input)),
          location.origin,
          operation.takesFile
        )}
      />
      {operation.takesFile && <p className="hint">{playground.fileInCode}</p>}
    </div>
  )
}

/** Shows the first field that cannot be sent as it is, which may stand in a part that is folded; says whether there is one. */
const hasWrong = (form: HTMLFormElement): boolean => {
  const wrong = form.querySelector<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    ":is(input, select, textarea):invalid"
  )
  if (wrong === null) return false
  unfold(wrong)
  wrong.reportValidity()
  return true
}

/** What stands in the address is found again by going back. */
const fitsAddress = (input: CallInput): boolean => JSON.stringify(withoutSecrets(input)).length <= addressMax

const Bench = ({ operation }: { readonly operation: Operation }) => {
  const { common, playground } = useStrings()
  const nameOf = useNames()
  const navigate = useNavigate({ from: "/playground" })
  const search = useSearch({ from: "/signed-in/playground" })
  const { data: who } = useQuery(session)
  const fileId = useId()
  const jsonId = useId()
  const view = isView(search.view) ? search.view : "form"
  const [input, setInput] = useState<CallInput>((search.input as CallInput | undefined) ?? operation.example)
  const [file, setFile] = useState<File | null>(null)
  const [shown, setShown] = useState<MadeCall | null>(null)
  /** What was sent last, until another is picked. */
  const [sentLast, setSentLast] = useState<MadeCall | null>(null)
  const [running, setRunning] = useState<AbortController | null>(null)
  const [isAsking, setAsking] = useState(false)
  const results = useRef<HTMLElement>(null)
  const refused = shown?.input === input ? shown.error : null
  const mayCall = operation.scope === null || may(who, operation.scope)
  const change = (next: CallInput) => {
    setInput(next)
    const kept = withoutSecrets(next) as Record<string, unknown>
    void navigate({
      search: ({ input: _, ...before }) => ({
        ...before,
        operation: operation.id,
        ...(fitsAddress(next) ? { input: kept } : {})
      }),
      replace: true,
      ignoreBlocker: true
    })
  }
  const start = async (given: CallInput) => {
    const completed = operation.completed(given)
    // What is shown is what is sent, and stays as it is typed where nothing was left out.
    const sent = JSON.stringify(completed) === JSON.stringify(input) ? input : completed
    if (sent !== input) change(sent)
    await send(sent)
  }
  const send = async (sent: CallInput) => {
    setAsking(false)
    const controller = new AbortController()
    setRunning(controller)
    try {
      const made = await make(operation, sent, file, controller.signal)
      setShown(made)
      setSentLast(made)
      if (window.innerWidth < 900) results.current?.scrollIntoView({ block: "start" })
    } catch {
      // It was cancelled.
    } finally {
      setRunning(null)
    }
  }
  const ask = () => {
    if (running !== null || !mayCall || (operation.takesFile && file === null)) return
    if (isDestroying(operation)) setAsking(true)
    else void start(input)
  }
  const fresh = (call: MadeCall): (() => void) | null => {
    const agePath = call.operation === operation.id ? operation.agePath(call.input) : null
    if (agePath === null || !mayCall || operation.takesFile) return null
    // The form stays as it is: what was typed since is of another call.
    return () => void send(withValue(call.input, agePath, 0) as CallInput)
  }
  return (
    <>
      <form
        noValidate
        className="-ml-1 flex min-w-0 flex-col gap-4 overflow-x-hidden overflow-y-auto pr-1 pl-1"
        onSubmit={(event) => {
          event.preventDefault()
          if (!hasWrong(event.currentTarget)) ask()
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
      >
        <div>
          <h2 className="text-l font-strong">{nameOf(operation)}</h2>
          <p className="font-mono text-s text-ink-3">
            {operation.method} {operation.path}
          </p>
        </div>
        <Segments
          label={playground.view}
          value={view}
          options={playground.inputViews}
          onChange={(next) =>
            void navigate({ search: (before) => ({ ...before, view: next }), replace: true, ignoreBlocker: true })
          }
        />
        {operation.takesFile && (
          <div className="flex flex-col gap-1">
            <label htmlFor={fileId} className="label">
              {playground.file}
            </label>
            <input
              id={fileId}
              type="file"
              className="input"
              onChange={({ target }) => setFile(target.files?.[0] ?? null)}
            />
            <p className="hint">{playground.fileHint}</p>
          </div>
        )}
        {view === "form" && (
          <Form operation={operation} input={input} refused={refused} isNew={shown === sentLast} onChange={change} />
        )}
        {view === "json" && (
          <div className="flex flex-col gap-1">
            <label htmlFor={jsonId} className="label">
              {playground.inputJson}
            </label>
            <JsonField
              id={jsonId}
              value={input}
              rows={28}
              onChange={(next) => change(typeof next === "object" && next !== null ? (next as CallInput) : {})}
            />
          </div>
        )}
        <Unsaved is={!fitsAddress(input) && shown?.input !== input} />
        {!fitsAddress(input) && (
          <p role="status" className="hint">
            {playground.notInAddress}
          </p>
        )}
        {view === "code" && <Written operation={operation} input={input} />}
        <div className="sticky bottom-0 mt-auto flex flex-none flex-wrap items-center gap-3 border-t border-line bg-bg pt-3 pb-6">
          {running === null ? (
            <button
              type="submit"
              className={`button ${isDestroying(operation) ? "button-danger" : "button-main"}`}
              disabled={!mayCall || (operation.takesFile && file === null)}
            >
              {playground.send}
            </button>
          ) : (
            <button type="button" className="button" onClick={() => running.abort()}>
              {common.cancel}
            </button>
          )}
          <PriceLine operation={operation} input={input} />
          <button type="button" className="button ml-auto" onClick={() => change(operation.example)}>
            {playground.example}
          </button>
        </div>
        {!mayCall && <p className="text-ink-2">{playground.needsScope(operation.scope ?? "")}</p>}
      </form>
      <section
        ref={results}
        aria-label={playground.result}
        className="relative min-w-0 overflow-y-auto border-line pb-16 pane:border-l pane:pl-6"
      >
        {running !== null && (
          <div role="status">
            <p className="text-ink-2">{playground.running}</p>
            <Skeleton rows={6} />
          </div>
        )}
        {running === null && shown === null && (
          <div className="flex max-w-[52ch] flex-col gap-2 py-2">
            <h2 className="font-strong">{playground.nothingYet}</h2>
            <p className="text-ink-2">{playground.nothingYetBody}</p>
          </div>
        )}
        {running === null && shown !== null && <Answered call={shown} onFresh={fresh(shown)} />}
        <Past
          picked={shown?.id ?? null}
          onPick={(call) => {
            setShown(call)
            setSentLast(null)
            if (call.operation === operation.id) change(call.input)
          }}
        />
      </section>
      {isAsking && (
        <Dialog title={nameOf(operation)} onClose={() => setAsking(false)}>
          <p>{playground.destroys}</p>
          <Code
            text={`${operation.method} ${operation.path}\n${JSON.stringify(shownInput(operation, operation.completed(input)), null, 2)}`}
          />
          <div className="flex gap-3">
            <button type="button" className="button button-danger" onClick={() => void start(input)}>
              {playground.send}
            </button>
            <button type="button" className="button" onClick={() => setAsking(false)}>
              {common.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

export const Playground = () => {
  const { playground } = useStrings()
  const navigate = useNavigate({ from: "/playground" })
  const search = useSearch({ from: "/signed-in/playground" })
  const described = useQuery(description)
  const groups = useMemo(
    () => (described.data === undefined ? [] : groupsOf(operationsOf(described.data))),
    [described.data]
  )
  const all = groups.flatMap(([, some]) => some)
  const operation = all.find(({ id }) => id === search.operation) ?? all[0]
  const pick = (id: string) =>
    void navigate({ search: ({ view }) => ({ operation: id, ...(view === undefined ? {} : { view }) }) })
  return (
    <Page title={playground.title} lead={playground.lead} isFull>
      {described.isPending && <Skeleton rows={8} />}
      {described.isError && <Problem error={described.error} onRetry={() => void described.refetch()} />}
      {operation !== undefined && (
        <div className="grid gap-6 pane:h-full pane:grid-cols-[200px_minmax(280px,1fr)_minmax(0,1.4fr)] pane:grid-rows-[minmax(0,1fr)]">
          <Picker groups={groups} picked={operation} onPick={pick} />
          <Bench key={operation.id} operation={operation} />
        </div>
      )}
    </Page>
  )
}
