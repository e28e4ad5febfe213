/** Deliveries as the lists of this screen ask for them: a read, though it is a POST. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { call } from "../../api/call.ts"
import type { Input, Output, Row } from "../../api/operations.ts"
import { queryClient } from "../../api/queries.ts"
import type { StatusKind } from "../../parts/Status.tsx"

export type DeliveryRow = Row<"deliveries.list">
export type DeliveryStatus = DeliveryRow["status"]

/** Which deliveries are listed. */
export type DeliveryFilter = NonNullable<Input<"deliveries.list">["payload"]>

export const statuses = ["pending", "delivering", "retrying", "delivered", "failed", "cancelled"] as const

export const kindOf: Readonly<Record<DeliveryStatus, StatusKind>> = {
  pending: "waiting",
  delivering: "waiting",
  retrying: "waiting",
  delivered: "well",
  failed: "needs-you",
  cancelled: "off"
}

/** Deliveries, newest first, page after page. */
export const deliveryPages = (filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ["deliveries.list", filter, "pages"] as const,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<Output<"deliveries.list">> =>
      call("deliveries.list", { payload: pageParam === null ? filter : { ...filter, cursor: pageParam } }, signal),
    getNextPageParam: (last) => last.next_cursor
  })

/** The newest deliveries, once. */
export const newestDeliveries = (filter: DeliveryFilter) =>
  queryOptions({
    queryKey: ["deliveries.list", filter] as const,
    queryFn: ({ signal }) => call("deliveries.list", { payload: filter }, signal)
  })

type Pages = { readonly pages: ReadonlyArray<Output<"deliveries.list">> }

const isPages = (value: unknown): value is Pages => typeof value === "object" && value !== null && "pages" in value

/** Shows a delivery as waiting in every list, before the server says so. */
export const showWaiting = (id: string): void => {
  queryClient.setQueriesData<unknown>({ queryKey: ["deliveries.list"] }, (kept: unknown) =>
    isPages(kept)
      ? {
          ...kept,
          pages: kept.pages.map((page) => ({
            ...page,
            data: page.data.map((one) => (one.id === id ? { ...one, status: "pending", next_attempt_at: null } : one))
          }))
        }
      : kept
  )
}
