/** Makes a key: its name, and what it may do in plain words. The secret is shown once. */
import { useMutation } from "@tanstack/react-query"
import { useId, useState } from "react"
import { apiAddress } from "../../api/place.ts"
import { changing } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Code } from "../../parts/Code.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Refusable, Refusal } from "../../parts/Refusal.tsx"
import { Unsaved } from "../../parts/unsaved.ts"
import { presets, type Scope, scopes } from "./scopes.ts"

type Preset = keyof typeof presets

const presetNames = Object.keys(presets) as ReadonlyArray<Preset>

const Made = ({ onClose, secret }: { readonly secret: string; readonly onClose: () => void }) => {
  const { keys: words } = useStrings()
  return (
    <Dialog title={words.made} onClose={onClose}>
      <p>{words.madeHint}</p>
      <Code text={secret} label={words.made} />
      <div>
        <p className="label mb-1">{words.tryIt}</p>
        <Code text={`curl ${apiAddress}/v1/org/usage -H "Authorization: Bearer ${secret}"`} label={words.tryIt} />
      </div>
      <div>
        <button type="button" className="button button-main" onClick={onClose}>
          {words.understood}
        </button>
      </div>
    </Dialog>
  )
}

export const NewKey = ({ onClose, organization }: { readonly organization: string; readonly onClose: () => void }) => {
  const { common, keys: words } = useStrings()
  const id = useId()
  const [name, setName] = useState("")
  const [chosen, setChosen] = useState<ReadonlyArray<Scope> | null>(null)
  // The reply alone has the secret: it is in no cache and goes with this dialog.
  const create = useMutation(changing("organizations.createKey", ["organizations.keys"], { gcTime: 0 }))
  if (create.data !== undefined) return <Made secret={create.data.secret} onClose={onClose} />
  const has = (scope: Scope): boolean => chosen === null || chosen.includes(scope)
  const isWithin = (scope: Scope): boolean =>
    chosen !== null && scope.endsWith(":read") && chosen.some((one) => one === scope.replace(":read", ":write"))
  const toggle = (scope: Scope) => {
    const before = chosen ?? scopes
    setChosen(before.includes(scope) ? before.filter((one) => one !== scope) : [...before, scope])
  }
  const isPreset = (preset: Preset): boolean => {
    const of: ReadonlyArray<Scope> | null = presets[preset]
    if (of === null || chosen === null) return of === chosen
    return of.length === chosen.length && of.every((one) => chosen.includes(one))
  }
  return (
    <Dialog title={words.create} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({
            params: { organization_id: organization },
            payload: { name: name.trim(), ...(chosen === null ? {} : { scopes: [...chosen] }) }
          })
        }}
      >
        <Unsaved is={name.trim() !== "" || chosen !== null} />
        <Refusable error={create.error} controls={{ name: id }}>
          <Field id={id} label={words.name} hint={words.nameHint}>
            {(control) => (
              <input
                {...control}
                className="input"
                data-first
                required
                maxLength={200}
                placeholder={words.namePlaceholder}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <fieldset className="flex flex-col gap-3">
            <legend className="label mb-1">{words.may}</legend>
            <div className="flex flex-wrap gap-2">
              {presetNames.map((preset) => (
                <button
                  key={preset}
                  type="button"
                  className="chip"
                  aria-pressed={isPreset(preset)}
                  onClick={() => setChosen(presets[preset])}
                >
                  {words.presets[preset]}
                </button>
              ))}
            </div>
            {scopes.map((scope) => {
              const [title, means] = words.scopes[scope]
              return (
                <label key={scope} className="flex items-start gap-2">
                  <input
                    type="checkbox"
                    className="mt-1"
                    checked={has(scope) || isWithin(scope)}
                    disabled={isWithin(scope)}
                    onChange={() => toggle(scope)}
                  />
                  <span>
                    {title} <span className="font-mono text-s text-ink-3">{scope}</span>
                    <span className="hint block">{means}</span>
                  </span>
                </label>
              )
            })}
          </fieldset>
          <Refusal error={create.error} />
        </Refusable>
        <div className="flex flex-wrap gap-2">
          <button
            type="submit"
            className="button button-main"
            disabled={create.isPending || name.trim() === "" || chosen?.length === 0}
          >
            {words.create}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {common.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
