/** What `ViewStore` promises, run against any adapter. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { View, ViewId } from "../views/domain/View.ts"
import { ViewStore } from "../views/ViewStore.ts"
import { assertSame } from "./arrangements.ts"
import { epoch, freshId, organizationOf } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

/** A view of an organization. */
export const viewOf = (organizationId: OrganizationId, given: Partial<View> = {}): View => ({
  id: ViewId.make(freshId("view")),
  organizationId,
  list: "changes",
  name: "Größte Preise ☂ <b>",
  filters: { q: "price '\"", tag: "shop", triage: "open", importance: ["high", "medium"], monitor_id: "mon_1" },
  createdAt: epoch,
  updatedAt: epoch,
  ...given
})

const minute = (minutes: number) => DateTime.add(epoch, { minutes })

export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`ViewStore (${name})`, (it) => {
    it.effect("keeps a view whole, for nobody but its organization", () =>
      Effect.gen(function* () {
        const store = yield* ViewStore
        const [mine, theirs] = [organizationOf().id, organizationOf().id]
        const view = viewOf(mine)
        const bare = viewOf(mine, { list: "monitors", filters: {}, createdAt: minute(1), updatedAt: minute(2) })
        assert.isTrue(yield* store.put(view, 10))
        assert.isTrue(yield* store.put(bare, 10))
        assertSame(View, Option.getOrThrow(yield* store.get(mine, view.id)), view)
        assertSame(View, Option.getOrThrow(yield* store.get(mine, bare.id)), bare)
        assert.isTrue(Option.isNone(yield* store.get(theirs, view.id)))
        assert.isTrue(Option.isNone(yield* store.change(theirs, view.id, { name: "x", filters: null, at: minute(5) })))
        assert.isFalse(yield* store.remove(theirs, view.id))
        assert.isEmpty(yield* store.list(theirs))
        assertSame(View, Option.getOrThrow(yield* store.get(mine, view.id)), view)
      })
    )

    it.effect("lists the oldest first, whatever was changed since", () =>
      Effect.gen(function* () {
        const store = yield* ViewStore
        const { id } = organizationOf()
        const views = [2, 1, 3, 1].map((minutes) => viewOf(id, { createdAt: minute(minutes) }))
        for (const view of views) yield* store.put(view, 10)
        yield* store.change(id, views[1]!.id, { name: "later", filters: null, at: minute(9) })
        const order = [...views].sort((a, b) => DateTime.Order(a.createdAt, b.createdAt) || (a.id < b.id ? -1 : 1))
        assert.deepStrictEqual(
          (yield* store.list(id)).map((view) => view.id),
          order.map((view) => view.id)
        )
      })
    )

    it.effect("changes what is named and leaves the rest, whoever changes that at the same time", () =>
      Effect.gen(function* () {
        const store = yield* ViewStore
        const { id } = organizationOf()
        const view = viewOf(id)
        yield* store.put(view, 10)
        const filters = { triage: "not_useful" } as const
        yield* Effect.all(
          [
            store.change(id, view.id, { name: "Prices", filters: null, at: minute(3) }),
            store.change(id, view.id, { name: null, filters, at: minute(3) })
          ],
          { concurrency: "unbounded" }
        )
        const changed = { ...view, name: "Prices", filters, updatedAt: minute(3) }
        assertSame(View, Option.getOrThrow(yield* store.get(id, view.id)), changed)
        const again = yield* store.change(id, view.id, { name: "Prices", filters: {}, at: minute(4) })
        assertSame(View, Option.getOrThrow(again), { ...changed, filters: {}, updatedAt: minute(4) })
        assert.isTrue(
          Option.isNone(yield* store.change(id, ViewId.make("view_none"), { name: "x", filters: {}, at: epoch }))
        )
      })
    )

    it.effect("keeps no more than the most, however many put at once, and has room again once one is removed", () =>
      Effect.gen(function* () {
        const store = yield* ViewStore
        const [id, other] = [organizationOf().id, organizationOf().id]
        const views = Array.from({ length: 20 }, () => viewOf(id))
        const kept = yield* Effect.forEach(views, (view) => store.put(view, 5), { concurrency: "unbounded" })
        assert.lengthOf(
          kept.filter((isKept) => isKept),
          5
        )
        assert.lengthOf(yield* store.list(id), 5)
        assert.isTrue(yield* store.put(viewOf(other), 5))
        const [first] = yield* store.list(id)
        assert.isTrue(yield* store.remove(id, first!.id))
        assert.isFalse(yield* store.remove(id, first!.id))
        assert.isTrue(yield* store.put(viewOf(id), 5))
        assert.isFalse(yield* store.put(viewOf(id), 5))
      })
    )
  })
