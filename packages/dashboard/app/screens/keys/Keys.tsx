/** Who may call: keys, browser profiles, apps that were let in, and browsers that are signed in. */
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { lazy, Suspense } from "react"
import { session } from "../../api/session.ts"
import { useStrings } from "../../i18n/strings.ts"
import type { ShownCall } from "../../parts/CallCode.tsx"
import { Page } from "../../parts/Page.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { ApiKeys } from "./ApiKeys.tsx"

const Profiles = lazy(() => import("./Profiles.tsx"))
const Apps = lazy(() => import("./Apps.tsx"))
const Sessions = lazy(() => import("./Sessions.tsx"))

const tabNames = ["keys", "profiles", "apps", "sessions"] as const
type TabName = (typeof tabNames)[number]

const shown = { keys: ApiKeys, profiles: Profiles, apps: Apps, sessions: Sessions } as const

export const Keys = () => {
  const { keys: words } = useStrings()
  const navigate = useNavigate({ from: "/keys" })
  const search = useSearch({ from: "/signed-in/keys" })
  const { data: who } = useQuery(session)
  const tab = tabNames.find((name) => name === search.tab) ?? "keys"
  const Shown = shown[tab]
  const params = { organization_id: search.org ?? who?.organization?.id ?? "…" }
  const calls: Readonly<Record<TabName, ReadonlyArray<ShownCall>>> = {
    keys: [{ operation: "organizations.keys", params }],
    profiles: [{ operation: "profiles.list", query: { limit: 50 } }],
    apps: [{ operation: "organizations.grants", params }],
    sessions: []
  }
  return (
    <Page title={words.title} lead={words.lead} {...(calls[tab].length === 0 ? {} : { calls: calls[tab] })}>
      <Tabs<TabName>
        label={words.title}
        tabs={tabNames.map((name) => [name, words.tabs[name]] as const)}
        value={tab}
        onChange={(chosen) => void navigate({ search: chosen === "keys" ? {} : { tab: chosen } })}
      >
        <Suspense fallback={<Skeleton rows={6} />}>
          <Shown />
        </Suspense>
      </Tabs>
    </Page>
  )
}
