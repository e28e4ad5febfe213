/** Keys of the organization for the operator; what one's own may do for everybody else. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { Row } from "../../api/operations.ts"
import { asked } from "../../api/queries.ts"
import type { SignedIn } from "../../api/session.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Code } from "../../parts/Code.tsx"
import { Copyable } from "../../parts/Copyable.tsx"
import { useNow } from "../../parts/clock.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Status } from "../../parts/Status.tsx"
import { Time } from "../../parts/Time.tsx"
import { NewKey } from "./NewKey.tsx"
import { RevokeKey } from "./RevokeKey.tsx"
import { ScopeWords } from "./ScopeWords.tsx"
import { isScope } from "./scopes.ts"
import { useOperator } from "./useOperator.ts"

type KeyRecord = Row<"organizations.keys">

const Own = ({ who }: { readonly who: SignedIn }) => {
  const { keys: words } = useStrings()
  const organization = who.organization
  return (
    <div className="flex max-w-[68ch] flex-col gap-6">
      <section aria-labelledby="own">
        <h2 id="own" className="text-l font-strong">
          {words.yours}
        </h2>
        <p className="mt-1 text-ink-2">{who.scopes === null ? words.yoursAll : words.yoursSome}</p>
        {who.scopes !== null && (
          <ul className="card mt-2 divide-y divide-line">
            {who.scopes.map((scope) => (
              <li key={scope} className="px-3 py-2">
                {isScope(scope) ? words.scopes[scope][0] : scope}{" "}
                <span className="font-mono text-s text-ink-3">{scope}</span>
                {isScope(scope) && <span className="hint block">{words.scopes[scope][1]}</span>}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="ask">
        <h2 id="ask" className="text-l font-strong">
          {words.operatorOnly}
        </h2>
        <p className="mt-1 text-ink-2">{words.operatorOnlyTodo}</p>
        <p className="mt-3 mb-2">{words.askFor}</p>
        <Code
          text={`kittiwake key create --org ${organization?.id ?? "ORGANIZATION"} --name NAME \\\n  --scope data:execute --scope monitors:read`}
        />
      </section>
    </div>
  )
}

const KeyRow = ({ one, onRevoke }: { readonly one: KeyRecord; readonly onRevoke: () => void }) => {
  const { keys: words } = useStrings()
  const formats = useFormats()
  const now = useNow()
  return (
    <tr>
      <td className="min-w-[16ch] wrap-anywhere">
        <span className={one.revoked_at === null ? "font-strong" : "text-ink-2"} dir="auto">
          {one.name}
        </span>
        <span className="block text-s text-ink-3">
          {words.endsIn(one.last4)}{" "}
          <span className="hidden bar:inline">
            · <Copyable text={one.id} />
          </span>
        </span>
      </td>
      <td className="hidden text-ink-2 pane:table-cell">
        <ScopeWords scopes={one.scopes} />
      </td>
      <td className="hidden w-px text-ink-2 bar:table-cell">
        <Time at={one.created_at} />
      </td>
      <td className="w-px">
        <Status
          kind={one.revoked_at === null ? "well" : "off"}
          word={one.revoked_at === null ? words.active : words.revoked(formats.ago(one.revoked_at, now))}
        />
      </td>
      <td className="w-px">
        <span className="flex items-center justify-end gap-1">
          <Link
            to="/usage"
            search={{ tab: "requests", key: one.id }}
            className="button button-quiet hidden bar:inline-flex"
          >
            {words.usage}
          </Link>
          {one.revoked_at === null && (
            <button type="button" className="button" onClick={onRevoke}>
              {words.revoke}
            </button>
          )}
        </span>
      </td>
    </tr>
  )
}

const OfOrganization = ({ organization }: { readonly organization: string }) => {
  const { keys: words } = useStrings()
  const { data, error, isPending, refetch } = useQuery(
    asked("organizations.keys", { params: { organization_id: organization } })
  )
  const [isMaking, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<KeyRecord | null>(null)
  const [isAll, setAll] = useState(false)
  if (isPending) return <Skeleton rows={5} />
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />
  const newest = data.data.toReversed()
  const ended = newest.filter(({ revoked_at }) => revoked_at !== null)
  const shown = isAll ? newest : newest.filter(({ revoked_at }) => revoked_at === null)
  const make = (
    <button type="button" className="button button-main" onClick={() => setMaking(true)}>
      <Icon name="plus" /> {words.create}
    </button>
  )
  return (
    <>
      {shown.length === 0 ? (
        <Empty title={words.emptyTitle} body={words.emptyBody}>
          {make}
        </Empty>
      ) : (
        <>
          <div className="mb-3 flex justify-end">{make}</div>
          <div className="card overflow-x-auto">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{words.columns.name}</th>
                  <th scope="col" className="hidden pane:table-cell">
                    {words.columns.scopes}
                  </th>
                  <th scope="col" className="hidden bar:table-cell">
                    {words.columns.created}
                  </th>
                  <th scope="col">{words.columns.state}</th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {shown.map((one) => (
                  <KeyRow key={one.id} one={one} onRevoke={() => setRevoking(one)} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {!isAll && ended.length > 0 && (
        <button type="button" className="button button-quiet mt-3" onClick={() => setAll(true)}>
          {words.showRevoked(ended.length)}
        </button>
      )}
      {isMaking && <NewKey organization={organization} onClose={() => setMaking(false)} />}
      {revoking !== null && (
        <RevokeKey organization={organization} keyRecord={revoking} onClose={() => setRevoking(null)} />
      )}
    </>
  )
}

export const ApiKeys = () => {
  const { keys: words } = useStrings()
  const { isOperator, organization, who } = useOperator()
  if (who === undefined || who === null) return <Skeleton rows={4} />
  if (!isOperator) return <Own who={who} />
  if (organization === undefined) return <Empty title={words.tabs.keys} body={words.choose} />
  return <OfOrganization organization={organization} />
}
