/** The grants of programs that were let in, by id, which the operator alone can list. */
import { useQuery } from "@tanstack/react-query"
import { useSearch } from "@tanstack/react-router"
import { asked } from "../api/queries.ts"
import { session } from "../api/session.ts"
import { useFormats } from "../i18n/strings.ts"

/** How many are looked up: those that were let in last. */
const programs = 100

/** Their names; of several with the same one each has its day. Undefined for whoever may not list them, and until they are there. */
export const useGrants = (): ReadonlyMap<string, string> | undefined => {
  const formats = useFormats()
  const { org } = useSearch({ strict: false })
  const { data: who } = useQuery(session)
  const { data } = useQuery({
    ...asked("organizations.grants", { params: { organization_id: org ?? "" }, query: { limit: programs } }),
    enabled: who?.session.kind === "operator" && org !== undefined
  })
  if (data === undefined) return undefined
  const names = data.data.map(({ client_name }) => client_name)
  return new Map(
    data.data.map(({ client_name, created_at, id }) => [
      id,
      names.indexOf(client_name) === names.lastIndexOf(client_name)
        ? client_name
        : `${client_name} (${formats.date(created_at)})`
    ])
  )
}
