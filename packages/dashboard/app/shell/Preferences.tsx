/** The choices of a person: for which organization, in which look and language; and the way out. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { actFor, asked, pages, queryClient } from "../api/queries.ts"
import { session, signOut } from "../api/session.ts"
import { type Language, languages, timeZone, useLanguage, useStrings } from "../i18n/strings.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { Segments } from "../parts/Segments.tsx"
import { mayLose } from "../parts/unsaved.ts"
import { chooseTheme, chosenTheme, type Theme } from "./theme.ts"

/** Most that are read by themselves, and that are read more when somebody asks. */
const readAtOnce = 2_000

/** Of more than that one is found by its name, and not by looking. */
const fewOrganizations = 12

const Organizations = () => {
  const { common, nav } = useStrings()
  const navigate = useNavigate()
  const { org } = useSearch({ strict: false })
  const list = useInfiniteQuery(pages("organizations.list", { query: { limit: 100 } }))
  const shown = useQuery({
    ...asked("organizations.get", { params: { organization_id: org ?? "" } }),
    enabled: org !== undefined
  })
  const [most, setMost] = useState(readAtOnce)
  const [words, setWords] = useState("")
  const { fetchNextPage, hasNextPage, isFetching } = list
  const all = list.data?.pages.flatMap(({ data }) => data) ?? []
  useEffect(() => {
    if (hasNextPage && !isFetching && all.length < most) void fetchNextPage()
  }, [all.length, fetchNextPage, hasNextPage, isFetching, most])
  const looked = words.trim().toLowerCase()
  const found =
    looked === "" ? all : all.filter(({ id, name }) => id === words.trim() || name.toLowerCase().includes(looked))
  return (
    <div className="flex flex-col gap-2">
      <label className="flex flex-col gap-1">
        <span className="label">{nav.organization}</span>
        <select
          className="input"
          value={org ?? ""}
          onChange={({ target }) => {
            const chosen = target.value
            void mayLose().then((may) => {
              if (!may) {
                target.value = org ?? ""
                return
              }
              actFor(chosen === "" ? null : chosen)
              void navigate({ to: "/", search: chosen === "" ? {} : { org: chosen }, ignoreBlocker: true })
            })
          }}
        >
          {org === undefined && <option value="">…</option>}
          {/* The one that is shown is there, whatever is listed. */}
          {org !== undefined && !found.some(({ id }) => id === org) && (
            <option value={org}>{shown.data?.name ?? (shown.isPending ? "…" : org)}</option>
          )}
          {found.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {all.length > fewOrganizations && (
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="search"
            className="input min-w-[16ch] flex-1"
            aria-label={nav.findOrganization}
            placeholder={nav.findOrganization}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
          {looked !== "" && (
            <span role="status" className="text-s text-ink-2">
              {nav.foundOrganizations(found.length)}
            </span>
          )}
          {hasNextPage && all.length >= most && (
            <button type="button" className="button" onClick={() => setMost(all.length + readAtOnce)}>
              {common.more}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

/** The choices of a person, in a dialog. */
export const Preferences = ({ onClose }: { readonly onClose: () => void }) => {
  const strings = useStrings()
  const { nav, time } = strings
  const navigate = useNavigate()
  const { choose, language } = useLanguage()
  const { data: who } = useQuery(session)
  const [theme, setTheme] = useState<Theme>(chosenTheme)
  const leave = async () => {
    if (!(await mayLose())) return
    await signOut()
    queryClient.clear()
    await navigate({ to: "/enter", search: {}, ignoreBlocker: true })
  }
  return (
    <Dialog title={who?.organization?.name ?? nav.organization} onClose={onClose}>
      {who?.session.kind === "operator" && <Organizations />}
      <div className="flex flex-wrap gap-6">
        <div className="flex flex-col gap-1">
          <span className="label">{nav.theme}</span>
          <Segments
            label={nav.theme}
            value={theme}
            options={nav.themes}
            onChange={(chosen) => {
              chooseTheme(chosen)
              setTheme(chosen)
            }}
          />
        </div>
        <div className="flex flex-col gap-1">
          <span className="label">{nav.language}</span>
          <Segments<Language> label={nav.language} value={language} options={languages} onChange={choose} />
        </div>
      </div>
      <p className="hint">{time.zone(timeZone())}</p>
      <button type="button" className="button self-start" onClick={() => void leave()}>
        {nav.signOut}
      </button>
    </Dialog>
  )
}
