/** Who is signed in, and for which organization. */
import { useQuery } from "@tanstack/react-query"
import { useSearch } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { asked } from "../api/queries.ts"
import { session } from "../api/session.ts"
import { useStrings } from "../i18n/strings.ts"

const Preferences = lazy(() => import("./Preferences.tsx").then((module) => ({ default: module.Preferences })))

export const Me = () => {
  const { nav } = useStrings()
  const { org } = useSearch({ strict: false })
  const { data: who } = useQuery(session)
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    ...asked("organizations.get", { params: { organization_id: org ?? "" } }),
    enabled: who?.session.kind === "operator" && org !== undefined
  })
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="truncate rounded-m px-2 py-1 text-left text-s text-ink-2 hover:bg-sunken"
      >
        {who?.organization?.name ?? data?.name ?? nav.organization}
      </button>
      {isOpen && (
        <Suspense>
          <Preferences onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
