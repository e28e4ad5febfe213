/** How the demonstration stands that this page shows. */
import { useQuery } from "@tanstack/react-query"
import type { Output } from "../../api/operations.ts"
import { asked } from "../../api/queries.ts"

export type Demonstration = Output<"demonstration.standing">

/** Milliseconds between two looks: while things happen in it, and once all of them did. */
const lookEvery = { showing: 1_000, shown: 30_000 }

export const useStanding = () =>
  useQuery({
    ...asked("demonstration.standing", {}),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === "showing" ? lookEvery.showing : lookEvery.shown)
  })
