import { useQuery } from "@tanstack/react-query"
import { asked } from "../api/queries.ts"

/** Names of the newest monitors by their ids: one call for a whole list. Others are named by their address. */
export const useMonitorNames = (): ((id: string) => string | undefined) => {
  const { data } = useQuery({
    ...asked("monitors.list", { query: { limit: 100 } }),
    staleTime: 5 * 60_000,
    select: ({ data: monitors }) => new Map(monitors.map(({ id, name }) => [id, name]))
  })
  return (id) => data?.get(id)
}
