/** The form of an operation: the fields that matter on top, the others folded. */
import { createContext, useContext, useEffect, useId, useState } from "react"
import { useStrings } from "../../i18n/strings.ts"
import { JsonField, type Said } from "../../parts/JsonField.tsx"
import { type CallInput, type Field, type Operation, valueAt, withValue } from "./description.ts"
import { hidden, isFirst } from "./groups.ts"

/** A field that the API refused, and why. */
export interface Refusal {
  readonly field: string
  readonly what: string
}

const Refused = createContext<Refusal | null>(null)

/** Whether a refusal is about a field, or about something in it. */
const isAbout = (refusal: Refusal | null, { kind, path }: Field): refusal is Refusal => {
  if (refusal === null) return false
  const name = path.slice(1).join(".")
  return refusal.field === name || (kind !== "group" && new RegExp(`^${name}[.[]`).test(refusal.field))
}

/** Whether it is about a field, or about one of its fields. */
const holds = (refusal: Refusal | null, field: Field): boolean =>
  isAbout(refusal, field) || field.fields.some((one) => holds(refusal, one))

type Set = (path: ReadonlyArray<string>, value: unknown) => void

interface FieldProps {
  readonly field: Field
  readonly input: CallInput
  readonly set: Set
}

const Label = ({ field, id }: { readonly field: Field; readonly id: string }) => {
  const { playground } = useStrings()
  const word = (playground.fields as Readonly<Record<string, string>>)[field.name]
  return (
    <label htmlFor={id} className="flex flex-wrap items-baseline gap-x-2">
      <span className={word === undefined ? "font-mono text-s" : "font-strong"}>{word ?? field.name}</span>
      {word !== undefined && <span className="font-mono text-s text-ink-3">{field.name}</span>}
      {field.isRequired && <span className="text-s text-ink-3">{playground.required}</span>}
    </label>
  )
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ""
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

const orNothing = (text: string): string | undefined => (text === "" ? undefined : text)

/** A list, one entry a line. */
const Lines = ({
  field,
  id,
  said,
  set,
  value
}: FieldProps & { readonly id: string; readonly said: Said; readonly value: unknown }) => {
  const given = Array.isArray(value) ? value.map(textOf).join("\n") : textOf(value)
  const [text, setText] = useState(given)
  const lines = text
    .split("\n")
    .map((one) => one.trim())
    .filter((one) => one !== "")
  const written = lines.join("\n")
  // What was chosen elsewhere replaces what is typed; what is typed is not taken back while it is not whole.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (given !== written) setText(given)
  }, [given])
  return (
    <textarea
      id={id}
      {...said}
      className="input font-mono text-s"
      rows={Math.min(6, Math.max(2, text.split("\n").length))}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        const next = target.value
          .split("\n")
          .map((one) => one.trim())
          .filter((one) => one !== "")
        set(field.path, next.length === 0 ? undefined : next)
      }}
    />
  )
}

const Control = ({ field, id, input, said, set }: FieldProps & { readonly id: string; readonly said: Said }) => {
  const { common, playground } = useStrings()
  const value = valueAt(input, field.path)
  switch (field.kind) {
    case "boolean":
      return (
        <select
          id={id}
          {...said}
          className="input"
          value={value === undefined ? "" : String(value)}
          onChange={({ target }) => set(field.path, target.value === "" ? undefined : target.value === "true")}
        >
          <option value="">{playground.unset}</option>
          <option value="true">{common.yes}</option>
          <option value="false">{common.no}</option>
        </select>
      )
    case "choice":
      return (
        <select
          id={id}
          {...said}
          className="input"
          value={textOf(value)}
          onChange={({ target }) => set(field.path, orNothing(target.value))}
        >
          <option value="">
            {field.fallback === undefined ? playground.unset : `${playground.unset} (${textOf(field.fallback)})`}
          </option>
          {field.options.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      )
    case "number":
      return (
        <input
          id={id}
          {...said}
          type="number"
          className="input"
          min={field.min}
          max={field.max}
          placeholder={field.fallback === undefined ? undefined : textOf(field.fallback)}
          value={textOf(value)}
          onChange={({ target }) => set(field.path, target.value === "" ? undefined : Number(target.value))}
        />
      )
    case "lines":
      return <Lines field={field} id={id} input={input} said={said} set={set} value={value} />
    case "json":
      return <JsonField id={id} said={said} value={value} rows={12} onChange={(next) => set(field.path, next)} />
    case "long":
      return (
        <textarea
          id={id}
          {...said}
          className="input"
          rows={3}
          value={textOf(value)}
          onChange={({ target }) => set(field.path, orNothing(target.value))}
        />
      )
    default:
      return (
        <input
          id={id}
          {...said}
          type="text"
          className="input"
          spellCheck="false"
          value={textOf(value)}
          onChange={({ target }) => set(field.path, orNothing(target.value))}
        />
      )
  }
}

const FieldRow = ({ field, input, set }: FieldProps) => {
  const id = useId()
  const refusal = useContext(Refused)
  const { playground } = useStrings()
  const word = (playground.fields as Readonly<Record<string, string>>)[field.name]
  if (field.kind === "group") {
    return (
      <fieldset className="flex flex-col gap-3 border-l-2 border-line pl-3">
        <legend className="-ml-3 mb-1 flex gap-2">
          <span className={word === undefined ? "font-mono text-s" : "font-strong"}>{word ?? field.name}</span>
          {word !== undefined && <span className="font-mono text-s text-ink-3">{field.name}</span>}
        </legend>
        {field.fields.map((one) => (
          <FieldRow key={one.name} field={one} input={input} set={set} />
        ))}
      </fieldset>
    )
  }
  const isRefused = isAbout(refusal, field)
  return (
    <div className="flex flex-col gap-1">
      <Label field={field} id={id} />
      <Control
        field={field}
        id={id}
        input={input}
        said={isRefused ? { "aria-invalid": true, "aria-describedby": `${id}-refused` } : {}}
        set={set}
      />
      {isRefused && (
        <p id={`${id}-refused`} className="text-s text-rem" dir="auto">
          {refusal.what}
        </p>
      )}
    </div>
  )
}

export const Form = ({
  input,
  onChange,
  operation,
  refusal
}: {
  readonly operation: Operation
  /** The field that the API refused of this very input. */
  readonly refusal: Refusal | null
  readonly input: CallInput
  readonly onChange: (input: CallInput) => void
}) => {
  const { playground } = useStrings()
  const set: Set = (path, value) => onChange(withValue(input, path, value) as CallInput)
  const shown = operation.fields.filter(({ isRequired, name }) => isRequired || !hidden.has(name))
  const top = shown.filter(({ isRequired, name }) => isFirst(operation, name, isRequired))
  const others = shown.filter((field) => !top.includes(field))
  // What was refused is seen, wherever it stands.
  const isRefusedBelow = others.some((field) => holds(refusal, field))
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isRefusedBelow) setOpen(true)
  }, [isRefusedBelow])
  return (
    <Refused value={refusal}>
      <div className="flex flex-col gap-4">
        {operation.fields.length === 0 && <p className="text-ink-2">{playground.noFields}</p>}
        {top.map((field) => (
          <FieldRow key={field.path.join(".")} field={field} input={input} set={set} />
        ))}
        {others.length > 0 && (
          <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary className="py-1 text-ink-2">{playground.moreFields(others.length)}</summary>
            <div className="mt-3 flex flex-col gap-4">
              {others.map((field) => (
                <FieldRow key={field.path.join(".")} field={field} input={input} set={set} />
              ))}
            </div>
          </details>
        )}
      </div>
    </Refused>
  )
}
