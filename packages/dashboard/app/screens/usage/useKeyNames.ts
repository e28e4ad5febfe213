/** Names of keys, which the operator alone can list; others see their ids. */
import { useQuery } from "@tanstack/react-query"
import { useSearch } from "@tanstack/react-router"
import { asked } from "../../api/queries.ts"
import { session } from "../../api/session.ts"
import { useStrings } from "../../i18n/strings.ts"

export const useKeyNames = (): ((id: string) => string) => {
  const { usage } = useStrings()
  const { org } = useSearch({ strict: false })
  const { data: who } = useQuery(session)
  const { data } = useQuery({
    ...asked("organizations.keys", { params: { organization_id: org ?? "" } }),
    enabled: who?.session.kind === "operator" && org !== undefined,
    select: ({ data: keys }) => new Map(keys.map(({ id, name }) => [id, name]))
  })
  return (id) => data?.get(id) ?? (id === "" ? usage.noKey : id)
}
