/** The form of an operation: the fields that matter on top, the others folded. */
import { createContext, useContext, useEffect, useId, useState } from "react"
import { useStrings } from "../../i18n/strings.ts"
import { JsonField } from "../../parts/JsonField.tsx"
import { type Control as ControlProps, type Controls, Refusable, useControl } from "../../parts/Refusal.tsx"
import { type CallInput, type Field, type Operation, valueAt, withValue } from "./description.ts"
import { hidden, isFirst } from "./groups.ts"

/** How ids of the controls of a form begin. */
const FormId = createContext("")

const idOf = (form: string, { path }: Field): string => `${form}-${path.join(".")}`

/** The controls of fields and of those within them, each by the name that the API has for it: without the part of the call that it stands in. */
const controlsOf = (form: string, fields: ReadonlyArray<Field>): Controls =>
  Object.assign(
    {},
    ...fields.map((field) =>
      field.kind === "group" ? controlsOf(form, field.fields) : { [field.path.slice(1).join(".")]: idOf(form, field) }
    )
  )

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
  control,
  field,
  set,
  value
}: Omit<FieldProps, "input"> & { readonly control: ControlProps; readonly value: unknown }) => {
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
      {...control}
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

const Control = ({ control, field, input, set }: FieldProps & { readonly control: ControlProps }) => {
  const { common, playground } = useStrings()
  const value = valueAt(input, field.path)
  switch (field.kind) {
    case "boolean":
      return (
        <select
          {...control}
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
          {...control}
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
          {...control}
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
      return <Lines control={control} field={field} set={set} value={value} />
    case "json":
      return <JsonField {...control} value={value} rows={12} onChange={(next) => set(field.path, next)} />
    case "long":
      return (
        <textarea
          {...control}
          className="input"
          rows={3}
          value={textOf(value)}
          onChange={({ target }) => set(field.path, orNothing(target.value))}
        />
      )
    default:
      return (
        <input
          {...control}
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
  const id = idOf(useContext(FormId), field)
  const { control, refusal } = useControl(id)
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
  return (
    <div className="flex flex-col gap-1">
      <Label field={field} id={id} />
      <Control control={control} field={field} input={input} set={set} />
      {refusal}
    </div>
  )
}

export const Form = ({
  input,
  isNew,
  onChange,
  operation,
  refused
}: {
  readonly operation: Operation
  /** What was refused of this very input; null where nothing was. */
  readonly refused: unknown
  /** Whether it was sent just now. */
  readonly isNew: boolean
  readonly input: CallInput
  readonly onChange: (input: CallInput) => void
}) => {
  const { playground } = useStrings()
  const set: Set = (path, value) => onChange(withValue(input, path, value) as CallInput)
  const shown = operation.fields.filter(({ isRequired, name }) => isRequired || !hidden.has(name))
  const top = shown.filter(({ isRequired, name }) => isFirst(operation, name, isRequired))
  const others = shown.filter((field) => !top.includes(field))
  const id = useId()
  return (
    <Refusable error={refused} isNew={isNew} controls={controlsOf(id, shown)}>
      <FormId value={id}>
        <div className="flex flex-col gap-4">
          {operation.fields.length === 0 && <p className="text-ink-2">{playground.noFields}</p>}
          {top.map((field) => (
            <FieldRow key={field.path.join(".")} field={field} input={input} set={set} />
          ))}
          {others.length > 0 && (
            <details>
              <summary className="py-1 text-ink-2">{playground.moreFields(others.length)}</summary>
              <div className="mt-3 flex flex-col gap-4">
                {others.map((field) => (
                  <FieldRow key={field.path.join(".")} field={field} input={input} set={set} />
                ))}
              </div>
            </details>
          )}
        </div>
      </FormId>
    </Refusable>
  )
}
