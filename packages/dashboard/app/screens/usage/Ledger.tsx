/** Every movement of credits: the operator's. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useSearch } from "@tanstack/react-router"
import type { Input } from "../../api/operations.ts"
import { pages } from "../../api/queries.ts"
import { session } from "../../api/session.ts"
import { useFormats, useStrings } from "../../i18n/strings.ts"
import { Choice } from "../../parts/Choice.tsx"
import { Copyable } from "../../parts/Copyable.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Skeleton } from "../../parts/Skeleton.tsx"
import { Time } from "../../parts/Time.tsx"

const kinds = ["grant", "refill", "expiry", "topup", "run", "request", "batch", "refund", "adjustment"] as const
type Kind = (typeof kinds)[number]

const Cause = ({ id, kind }: { readonly kind: Kind; readonly id: string }) =>
  kind === "request" ? (
    <Link to="/usage/requests/$requestId" params={{ requestId: id }} className="link font-mono text-s">
      {id}
    </Link>
  ) : kind === "batch" && id.startsWith("batch_") ? (
    <Link to="/work/$batchId" params={{ batchId: id }} className="link font-mono text-s">
      {id}
    </Link>
  ) : (
    <Copyable text={id} />
  )

const Ledger = () => {
  const { common, usage } = useStrings()
  const words = usage.ledger
  const formats = useFormats()
  const navigate = useNavigate({ from: "/usage" })
  const search = useSearch({ from: "/signed-in/usage" })
  const { data: who } = useQuery(session)
  const isOperator = who?.session.kind === "operator"
  const organization = search.org
  const kind = kinds.find((one) => one === search.kind)
  const input: Input<"organizations.entries"> = {
    params: { organization_id: organization ?? "" },
    query: { limit: 50, ...(kind === undefined ? {} : { kind }) }
  }
  const list = useInfiniteQuery({
    ...pages("organizations.entries", input),
    enabled: isOperator && organization !== undefined
  })
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? []
  if (who !== undefined && !isOperator) return <Empty title={words.operatorOnly} body={words.operatorOnlyTodo} />
  if (organization === undefined) return <Empty title={usage.tabs.ledger} body={words.choose} />
  return (
    <>
      <div className="mb-3">
        <Choice
          label={words.kind}
          value={kind ?? ""}
          options={[["", words.anyKind], ...kinds.map((one) => [one, words.kinds[one]] as const)]}
          onChange={(chosen: string) =>
            void navigate({
              search: ({ kind: _, ...before }) => ({ ...before, ...(chosen === "" ? {} : { kind: chosen }) })
            })
          }
        />
      </div>
      {list.isPending ? (
        <Skeleton rows={8} />
      ) : list.isError ? (
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      ) : entries.length === 0 ? (
        <Empty title={words.empty} body={words.emptyBody} />
      ) : (
        <>
          <div className="card overflow-x-auto">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{words.columns.at}</th>
                  <th scope="col">{words.columns.kind}</th>
                  <th scope="col" className="text-right">
                    {words.columns.credits}
                  </th>
                  <th scope="col" className="hidden bar:table-cell">
                    {words.columns.cause}
                  </th>
                  <th scope="col" className="hidden pane:table-cell">
                    {words.columns.reason}
                  </th>
                </tr>
              </thead>
              <tbody>
                {entries.map(({ at, cause_id, credits, id, kind: of, reason }) => (
                  <tr key={id}>
                    <td className="w-px text-ink-2">
                      <Time at={at} />
                    </td>
                    <td className="whitespace-nowrap">{words.kinds[of]}</td>
                    <td className={`w-px text-right whitespace-nowrap ${credits > 0 ? "text-add" : ""}`}>
                      {credits > 0 ? "+" : "−"}
                      {formats.number(Math.abs(credits))}
                    </td>
                    <td className="hidden wrap-anywhere bar:table-cell">
                      <Cause kind={of} id={cause_id} />
                    </td>
                    <td className="hidden text-ink-2 wrap-anywhere pane:table-cell" dir="auto">
                      {reason}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {list.hasNextPage && (
            <button
              type="button"
              className="button mt-3"
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {common.more}
            </button>
          )}
        </>
      )}
    </>
  )
}

export default Ledger
