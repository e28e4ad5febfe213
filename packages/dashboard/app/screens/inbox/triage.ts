/** What a person does with a change: shown at once, and taken back with a click. */
import { useMutation } from "@tanstack/react-query"
import { call } from "../../api/call.ts"
import type { Input, Output, Row } from "../../api/operations.ts"
import { queryClient, readAgainOf } from "../../api/queries.ts"
import { useStrings } from "../../i18n/strings.ts"
import { notify } from "../../parts/notices.tsx"

/** A change as lists show it. */
export type ChangeRow = Row<"monitors.allChanges">

/** What a person said of a change. */
export type Triage = "open" | "done" | "not_useful"

type Pages = { readonly pages: ReadonlyArray<{ readonly data: ReadonlyArray<{ readonly id: string }> }> }

const isPages = (value: unknown): value is Pages => typeof value === "object" && value !== null && "pages" in value

/** Takes a change out of every list that is shown: the lists are read again afterwards. */
const hide = (id: string): void => {
  queryClient.setQueriesData<unknown>({ queryKey: ["monitors.allChanges"] }, (kept: unknown) =>
    isPages(kept)
      ? { ...kept, pages: kept.pages.map((page) => ({ ...page, data: page.data.filter((one) => one.id !== id) })) }
      : kept
  )
}

const readAgain = () => {
  for (const name of ["monitors.allChanges", "monitors.countChanges", "monitors.change"]) readAgainOf(name)
}

/** Sets what a person says of a change; `hides` where the list shows only others. */
export const useTriage = (hides: boolean) => {
  const { common, inbox } = useStrings()
  const { mutate, mutateAsync } = useMutation({
    // One after the other: what is taken back at once must not be overtaken by what it takes back.
    scope: { id: "triage" },
    mutationFn: ({ id, triage }: { readonly id: string; readonly triage: Triage; readonly before: Triage }) =>
      call("monitors.triageChange", { params: { change_id: id }, payload: { triage } }),
    onMutate: ({ id, triage }) => {
      if (hides && triage !== "open") hide(id)
    },
    onError: () => notify(common.notDone),
    onSettled: readAgain
  })
  return (change: { readonly id: string; readonly triage?: Triage | undefined }, triage: Triage) => {
    const before = change.triage ?? "open"
    const settled = mutateAsync({ id: change.id, triage, before })
    const said = triage === "done" ? inbox.markedDone : triage === "open" ? inbox.markedOpen : inbox.markedNotUseful
    notify(said, () => mutate({ id: change.id, triage: before, before: triage }), settled)
  }
}

/** What a sweep is of. */
export type Sweep = NonNullable<NonNullable<Input<"monitors.triageChanges">["payload"]>["filter"]>

/** Sets all that a filter shows, from a change on and older; says how many, and since when they stand so, by which they are found again. */
export const triageAll = async (filter: Sweep, newest: string, triage: Triage) => {
  let changed = 0
  let at: string | null = null
  let cursor: string | null = null
  try {
    do {
      const said: Output<"monitors.triageChanges"> = await call("monitors.triageChanges", {
        payload: { triage, filter, up_to: newest, ...(cursor === null ? {} : { cursor }) }
      })
      changed += said.changed
      at ??= said.triaged_at
      cursor = said.next_cursor
    } while (cursor !== null)
  } finally {
    readAgain()
  }
  return { changed, at }
}
