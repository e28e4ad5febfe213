/** All saved views of a list: opened, named, renamed and removed; and what the list shows now, kept under a name. */
import { useMutation } from "@tanstack/react-query"
import { useId, useLayoutEffect, useRef, useState } from "react"
import { changing } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Lack, useScope } from "../../parts/Lack.tsx"
import { notify } from "../../parts/notices.tsx"
import { Refusable, Refusal } from "../../parts/Refusal.tsx"
import { useNotifyProblem } from "../../parts/useNotifyProblem.ts"
import { type Filters, isSame, nameMost, type SavedView, type ViewedList } from "./savedViews.ts"
import { useFilterWords } from "./useFilterWords.ts"
import { ViewLink } from "./ViewsBar.tsx"

const readAgain = ["views"]

/** Keeps what the list shows now. */
const Keep = ({
  filters,
  list,
  onKept
}: {
  readonly list: ViewedList
  readonly filters: Filters
  readonly onKept: () => void
}) => {
  const { common, views: words } = useStrings()
  const say = useFilterWords()
  const id = useId()
  const [name, setName] = useState("")
  const create = useMutation(
    changing("views.create", readAgain, {
      onSuccess: () => {
        notify(words.kept)
        onKept()
      }
    })
  )
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== "") create.mutate({ payload: { list, name: name.trim(), filters } })
      }}
    >
      <Refusable error={create.error} controls={{ name: id }}>
        <Field id={id} label={words.keepLabel} hint={<span dir="auto">{words.shows(say(filters))}</span>}>
          {(control) => (
            <div className="flex flex-wrap gap-2">
              <input
                {...control}
                className="input min-w-[16ch] flex-1"
                placeholder={words.placeholder[list]}
                maxLength={nameMost}
                data-first
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
              <button type="submit" className="button button-main" disabled={name.trim() === "" || create.isPending}>
                {common.save}
              </button>
            </div>
          )}
        </Field>
        <Refusal error={create.error} />
      </Refusable>
    </form>
  )
}

const Rename = ({ onClose, view }: { readonly view: SavedView; readonly onClose: () => void }) => {
  const { common, views: words } = useStrings()
  const id = useId()
  const [name, setName] = useState(view.name)
  const field = useRef<HTMLInputElement>(null)
  // The field is there because somebody asked for it.
  useLayoutEffect(() => field.current?.focus(), [])
  const update = useMutation(changing("views.update", readAgain, { onSuccess: onClose }))
  return (
    <form
      className="flex flex-col gap-2 py-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() === view.name) onClose()
        else if (name.trim() !== "") update.mutate({ params: { view_id: view.id }, payload: { name: name.trim() } })
      }}
    >
      <Refusable error={update.error} controls={{ name: id }}>
        <div className="flex flex-wrap gap-2">
          <Field id={id} className="min-w-[16ch] flex-1">
            {(control) => (
              <input
                {...control}
                aria-label={words.newName(view.name)}
                className="input"
                maxLength={nameMost}
                ref={field}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <button type="submit" className="button button-main" disabled={name.trim() === "" || update.isPending}>
            {common.save}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {common.cancel}
          </button>
        </div>
        <Refusal error={update.error} />
      </Refusable>
    </form>
  )
}

const Shown = ({
  isCurrent,
  mayWrite,
  onClose,
  view
}: {
  readonly view: SavedView
  readonly isCurrent: boolean
  readonly mayWrite: boolean
  readonly onClose: () => void
}) => {
  const { views: words } = useStrings()
  const say = useFilterWords()
  const [isRenaming, setRenaming] = useState(false)
  const tell = useNotifyProblem()
  const again = useMutation(changing("views.create", readAgain, { onError: tell }))
  const remove = useMutation(
    changing("views.remove", readAgain, {
      onSuccess: () => {
        const { filters, list, name } = view
        notify(words.removed, () => again.mutate({ payload: { list, name, filters } }))
      },
      onError: tell
    })
  )
  if (isRenaming) return <Rename view={view} onClose={() => setRenaming(false)} />
  return (
    <div className="flex items-center gap-2">
      <div className="flex min-w-0 flex-1 flex-col py-1">
        <ViewLink
          view={view}
          isCurrent={isCurrent}
          className={`flex min-w-0 text-ink no-underline hover:underline ${isCurrent ? "font-strong" : ""}`}
          onClick={onClose}
        />
        <span dir="auto" className="truncate text-s text-ink-2">
          {say(view.filters)}
        </span>
      </div>
      {mayWrite && (
        <>
          <button
            type="button"
            className="button button-quiet"
            aria-label={`${words.rename}: ${view.name}`}
            onClick={() => setRenaming(true)}
          >
            {words.rename}
          </button>
          <button
            type="button"
            className="button button-quiet px-1"
            aria-label={words.remove(view.name)}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ params: { view_id: view.id } })}
          >
            <Icon name="trash" />
          </button>
        </>
      )}
    </div>
  )
}

export const ViewsDialog = ({
  filters,
  isFiltered,
  isLoaded,
  list,
  onClose,
  views
}: {
  readonly list: ViewedList
  readonly filters: Filters
  readonly isFiltered: boolean
  readonly views: ReadonlyArray<SavedView>
  readonly isLoaded: boolean
  readonly onClose: () => void
}) => {
  const { views: words } = useStrings()
  const { has: mayWrite } = useScope("monitors:write")
  const current = views.find((view) => isSame(view.filters, filters))
  return (
    <Dialog title={words.title[list]} onClose={onClose}>
      {views.length > 0 && (
        <ul className="divide-y divide-line" aria-label={words.title[list]}>
          {views.map((view) => (
            <li key={view.id}>
              <Shown view={view} isCurrent={view === current} mayWrite={mayWrite} onClose={onClose} />
            </li>
          ))}
        </ul>
      )}
      {isLoaded && views.length === 0 && <p className="text-ink-2">{words.empty[list]}</p>}
      {mayWrite ? (
        current === undefined && isFiltered ? (
          <Keep list={list} filters={filters} onKept={onClose} />
        ) : (
          <p className="hint">{current === undefined ? words.filterFirst : words.isKept(current.name)}</p>
        )
      ) : (
        <Lack of="monitors:write" />
      )}
    </Dialog>
  )
}
