/** The choices of a person: for which organization, in which look and language; and the way out. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { actFor, pages, queryClient } from "../api/queries.ts"
import { session, signOut } from "../api/session.ts"
import { type Language, languages, timeZone, useLanguage, useStrings } from "../i18n/strings.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { Segments } from "../parts/Segments.tsx"
import { chooseTheme, chosenTheme, type Theme } from "./theme.ts"

/** Most that are listed; another is reached by its address. */
const mostOrganizations = 2_000

const Organizations = () => {
  const { nav } = useStrings()
  const navigate = useNavigate()
  const { org } = useSearch({ strict: false })
  const list = useInfiniteQuery(pages("organizations.list", { query: { limit: 100 } }))
  const { fetchNextPage, hasNextPage, isFetching } = list
  const all = list.data?.pages.flatMap(({ data }) => data) ?? []
  useEffect(() => {
    if (hasNextPage && !isFetching && all.length < mostOrganizations) void fetchNextPage()
  }, [all.length, fetchNextPage, hasNextPage, isFetching])
  return (
    <label className="flex flex-col gap-1">
      <span className="label">{nav.organization}</span>
      <select
        className="input"
        value={org ?? ""}
        onChange={(event) => {
          const chosen = event.target.value
          actFor(chosen === "" ? null : chosen)
          void navigate({ to: "/", search: chosen === "" ? {} : { org: chosen } })
        }}
      >
        {org === undefined && <option value="">…</option>}
        {/* Of more than are listed the one that is shown is there all the same. */}
        {org !== undefined && !all.some(({ id }) => id === org) && (
          <option value={org}>{list.isPending ? "…" : org}</option>
        )}
        {all.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
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
      <button
        type="button"
        className="button self-start"
        onClick={() =>
          void signOut().then(() => {
            queryClient.clear()
            return navigate({ to: "/enter", search: {} })
          })
        }
      >
        {nav.signOut}
      </button>
    </Dialog>
  )
}
