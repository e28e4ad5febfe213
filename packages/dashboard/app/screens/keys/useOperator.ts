/** Whether the operator is signed in, and for which organization. */
import { useQuery } from "@tanstack/react-query"
import { useSearch } from "@tanstack/react-router"
import { session } from "../../api/session.ts"

export const useOperator = () => {
  const { org } = useSearch({ strict: false })
  const { data: who } = useQuery(session)
  return { who, isOperator: who?.session.kind === "operator", organization: org }
}
