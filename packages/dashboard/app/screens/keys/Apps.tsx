/** Apps: how AI clients are connected, and which have been let in. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import { useState } from "react"
import type { Row } from "../../api/operations.ts"
import { apiAddress } from "../../api/place.ts"
import { changing, pages } from "../../api/queries.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Code } from "../../parts/Code.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { notify } from "../../parts/notices.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Time } from "../../parts/Time.tsx"
import { type Client, clients, snippetFor } from "./connecting.ts"
import { useOperator } from "./useOperator.ts"

type Grant = Row<"organizations.grants">

const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname)

const Connect = () => {
  const { keys } = useStrings()
  const words = keys.apps
  const navigate = useNavigate({ from: "/keys" })
  const search = useSearch({ from: "/signed-in/keys" })
  const client = clients.find((one) => one === search.client) ?? "oauth"
  return (
    <section aria-labelledby="connect" className="flex max-w-[760px] flex-col gap-3">
      <div>
        <h2 id="connect" className="text-l font-strong">
          {words.connect}
        </h2>
        <p className="mt-1 max-w-[68ch] text-ink-2">{words.connectHint}</p>
      </div>
      <div className="max-w-full overflow-x-auto">
        <Segments<Client>
          label={words.client}
          value={client}
          options={words.clients}
          onChange={(chosen) => void navigate({ search: (before) => ({ ...before, client: chosen }), replace: true })}
        />
      </div>
      <div>
        <p className="label mb-1">{words.how[client]}</p>
        <Code text={snippetFor(client, apiAddress)} label={words.clients[client]} />
      </div>
      {location.protocol === "http:" && !isLocal && <p className="hint">{words.insecure}</p>}
    </section>
  )
}

const GrantRow = ({ grant, onRevoke }: { readonly grant: Grant; readonly onRevoke: () => void }) => {
  const { keys } = useStrings()
  const words = keys.apps
  const formats = useFormats()
  const isOver = grant.revoked_at !== null || Date.parse(grant.ends_at) < Date.now()
  return (
    <tr>
      <td className="min-w-[16ch] wrap-anywhere">
        <Link
          to="/usage"
          search={{ tab: "requests", grant: grant.id, since: "month" }}
          title={words.calls(grant.client_name)}
          className={`no-underline hover:underline ${isOver ? "text-ink-2" : "font-strong text-ink"}`}
          dir="auto"
        >
          {grant.client_name}
        </Link>
        <span className="block text-s text-ink-3">
          {grant.client_host === null ? words.unvouched : words.vouched(grant.client_host)}
        </span>
        <Link to="/monitors" search={{ grant: grant.id }} className="link text-s">
          {words.monitors}
        </Link>
      </td>
      <td className="hidden text-ink-2 bar:table-cell">
        {grant.scopes.map((scope) => words.scopes[scope] ?? scope).join(", ")}
      </td>
      <td className="hidden w-px text-right whitespace-nowrap pane:table-cell">
        {grant.daily_credits === null ? words.unlimited : formats.number(grant.daily_credits)}
      </td>
      <td className="w-px text-ink-2">
        {grant.last_used_at === null ? words.never : <Time at={grant.last_used_at} />}
      </td>
      <td className="hidden w-px whitespace-nowrap text-ink-2 bar:table-cell">
        {isOver ? words.ended : formats.date(grant.ends_at)}
      </td>
      <td className="w-px">
        {!isOver && (
          <button type="button" className="button" onClick={onRevoke}>
            {words.revoke}
          </button>
        )}
      </td>
    </tr>
  )
}

const Granted = ({ organization }: { readonly organization: string }) => {
  const { common, keys } = useStrings()
  const words = keys.apps
  const [revoking, setRevoking] = useState<Grant | null>(null)
  const list = useInfiniteQuery(
    pages("organizations.grants", { params: { organization_id: organization }, query: { limit: 50 } })
  )
  const revoke = useMutation(
    changing("organizations.revokeGrant", ["organizations.grants"], {
      onSuccess: () => {
        setRevoking(null)
        notify(words.revoked)
      }
    })
  )
  if (list.isPending) return <Skeleton rows={3} />
  if (list.isError) return <Problem error={list.error} onRetry={() => void list.refetch()} />
  const grants = list.data.pages.flatMap(({ data }) => data)
  if (grants.length === 0) return <p className="text-ink-2">{words.empty}</p>
  return (
    <>
      <div className="card overflow-x-auto">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{words.columns.app}</th>
              <th scope="col" className="hidden bar:table-cell">
                {words.columns.may}
              </th>
              <th scope="col" className="hidden text-right pane:table-cell">
                {words.columns.budget}
              </th>
              <th scope="col">{words.columns.used}</th>
              <th scope="col" className="hidden bar:table-cell">
                {words.columns.ends}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {grants.map((grant) => (
              <GrantRow key={grant.id} grant={grant} onRevoke={() => setRevoking(grant)} />
            ))}
          </tbody>
        </table>
      </div>
      {list.hasNextPage && (
        <button type="button" className="button mt-3" onClick={() => void list.fetchNextPage()}>
          {common.more}
        </button>
      )}
      {revoking !== null && (
        <Confirm
          title={words.revokeTitle(revoking.client_name)}
          body={words.revokeBody}
          word={words.revoke}
          isPending={revoke.isPending}
          error={revoke.error}
          onDo={() => revoke.mutate({ params: { organization_id: organization, grant_id: revoking.id } })}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  )
}

const Apps = () => {
  const { keys } = useStrings()
  const words = keys.apps
  const { isOperator, organization } = useOperator()
  return (
    <div className="flex flex-col gap-8">
      <Connect />
      <section aria-labelledby="granted">
        <h2 id="granted" className="mb-2 text-l font-strong">
          {words.granted}
        </h2>
        {!isOperator ? (
          <p className="text-ink-2">{words.operatorOnly}</p>
        ) : organization === undefined ? (
          <p className="text-ink-2">{keys.choose}</p>
        ) : (
          <Granted organization={organization} />
        )}
      </section>
    </div>
  )
}

export default Apps
