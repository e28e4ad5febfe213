/** What was called, what it took, how long the credits last, and each single call. */
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { lazy, Suspense } from "react"
import { may, session } from "../../api/session.ts"
import { useStrings } from "../../i18n/strings.ts"
import type { ShownCall } from "../../parts/CallCode.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Page } from "../../parts/Page.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { Credits, useHistoryQuery } from "./Credits.tsx"
import { useLogQuery } from "./useLogQuery.ts"

const Ledger = lazy(() => import("./Ledger.tsx"))
const Requests = lazy(() => import("./Requests.tsx"))

const tabNames = ["credits", "ledger", "requests"] as const
type TabName = (typeof tabNames)[number]

const useCalls = (tab: TabName): ReadonlyArray<ShownCall> => {
  const { org } = useSearch({ strict: false })
  const history = useHistoryQuery()
  const logs = useLogQuery()
  if (tab === "requests") return [{ operation: "logs.list", query: logs }]
  if (tab === "ledger") return [{ operation: "organizations.entries", params: { organization_id: org ?? "…" } }]
  return [{ operation: "usage.credits" }, { operation: "usage.history", query: history }]
}

const Shown = ({ tab }: { readonly tab: TabName }) => {
  const { usage: words } = useStrings()
  const { data: who } = useQuery(session)
  if (tab === "ledger") return <Ledger />
  if (who !== undefined && !may(who, "logs:read")) return <Empty title={words.noScope} body={words.noScopeTodo} />
  return tab === "requests" ? <Requests /> : <Credits />
}

export const Usage = () => {
  const { usage: words } = useStrings()
  const navigate = useNavigate({ from: "/usage" })
  const search = useSearch({ from: "/signed-in/usage" })
  const tab = tabNames.find((name) => name === search.tab) ?? "credits"
  const calls = useCalls(tab)
  return (
    <Page title={words.title} lead={words.lead} calls={calls}>
      <Tabs<TabName>
        label={words.title}
        tabs={tabNames.map((name) => [name, words.tabs[name]] as const)}
        value={tab}
        onChange={(chosen) => void navigate({ search: chosen === "credits" ? {} : { tab: chosen } })}
      >
        <Suspense fallback={<Skeleton rows={6} />}>
          <Shown tab={tab} />
        </Suspense>
      </Tabs>
    </Page>
  )
}
