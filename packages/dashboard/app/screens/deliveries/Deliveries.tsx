/** What was sent to webhooks, and the receiver that is part of the installation. */
import { useNavigate, useSearch } from "@tanstack/react-router"
import { lazy, Suspense } from "react"
import { useStrings } from "../../i18n/strings.ts"
import { Page } from "../../parts/Page.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { Sent, useSentFilter } from "./Sent.tsx"

const OwnInbox = lazy(() => import("./OwnInbox.tsx"))

const tabNames = ["sent", "inbox"] as const

export const Deliveries = () => {
  const { deliveries: words } = useStrings()
  const navigate = useNavigate({ from: "/deliveries" })
  const search = useSearch({ from: "/signed-in/deliveries" })
  const tab = search.tab === "inbox" ? "inbox" : "sent"
  const { filter } = useSentFilter()
  return (
    <Page
      title={words.title}
      lead={words.lead}
      calls={
        tab === "inbox"
          ? [{ operation: "inbox.list", query: { limit: 50 } }]
          : [{ operation: "deliveries.list", payload: filter }]
      }
    >
      <Tabs<(typeof tabNames)[number]>
        label={words.title}
        tabs={tabNames.map((name) => [name, words.tabs[name]] as const)}
        value={tab}
        onChange={(chosen) => void navigate({ search: chosen === "sent" ? {} : { tab: chosen } })}
      >
        {tab === "inbox" ? (
          <Suspense fallback={<Skeleton rows={6} />}>
            <OwnInbox />
          </Suspense>
        ) : (
          <Sent />
        )}
      </Tabs>
    </Page>
  )
}
