/** Names of keys and of programs that were let in, which the operator alone can list; others see their ids. */
import { useQuery } from "@tanstack/react-query"
import { useSearch } from "@tanstack/react-router"
import { asked } from "../../api/queries.ts"
import { session } from "../../api/session.ts"
import { useStrings } from "../../i18n/strings.ts"
import { useGrants } from "../../parts/useGrants.ts"

/** Whether the id of a caller is that of a grant, and not that of a key. */
export const isGrant = (id: string): boolean => id.startsWith("grant_")

export const useCallerNames = (): ((id: string) => string) => {
  const { usage } = useStrings()
  const { org } = useSearch({ strict: false })
  const { data: who } = useQuery(session)
  const params = { organization_id: org ?? "" }
  const enabled = who?.session.kind === "operator" && org !== undefined
  const { data: keys } = useQuery({
    ...asked("organizations.keys", { params }),
    enabled,
    select: ({ data }) => new Map(data.map(({ id, name }) => [id, name]))
  })
  const grants = useGrants()
  return (id) => keys?.get(id) ?? grants?.get(id) ?? (id === "" ? usage.noKey : id)
}
