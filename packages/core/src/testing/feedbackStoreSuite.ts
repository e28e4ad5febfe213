/** What `FeedbackStore` promises, run against any adapter. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { FeedbackNote, FeedbackNoteId } from "../feedback/domain/FeedbackNote.ts"
import { FeedbackStore } from "../feedback/FeedbackStore.ts"
import type { OrganizationId } from "../organizations/domain/Organization.ts"
import { assertSame, idsNewestFirst, readInSlices, readLargeRows, rowsOf } from "./arrangements.ts"
import { epoch, freshId, organizationOf } from "./builders.ts"
import { buildTimeout, type EmptyStores } from "./Stores.ts"

/** Something that an organization said. */
export const feedbackOf = (organizationId: OrganizationId, given: Partial<FeedbackNote> = {}): FeedbackNote => ({
  id: FeedbackNoteId.make(freshId("fb")),
  organizationId,
  by: "key_1",
  saidAt: epoch,
  message: "Très bien ☂\nand a second line",
  requestId: "0197f8a2-6c1e-7b3d-9a4f-2e5d8c7b6a90",
  rating: "positive",
  tags: ["docs"],
  ...given
})

const position = ({ id, saidAt }: FeedbackNote) => ({ at: saidAt, id })
const page = { limit: 100, after: null }
const minute = (minutes: number) => DateTime.add(epoch, { minutes })

export const suite = (name: string, stores: EmptyStores) =>
  layer(stores, { timeout: buildTimeout })(`FeedbackStore (${name})`, (it) => {
    it.effect("keeps what was said whole, for nobody but who is asked about", () =>
      Effect.gen(function* () {
        const store = yield* FeedbackStore
        const [mine, theirs] = [organizationOf().id, organizationOf().id]
        const said = feedbackOf(mine)
        const bare = feedbackOf(mine, { saidAt: minute(1), by: null, requestId: null, rating: null, tags: [] })
        yield* store.put(said, 10)
        yield* store.put(bare, 10)
        const [newest, oldest, ...rest] = yield* rowsOf(store.list(mine, page))
        assert.isEmpty(rest)
        assertSame(FeedbackNote, newest!, bare)
        assertSame(FeedbackNote, oldest!, said)
        assert.deepStrictEqual(yield* rowsOf(store.list(theirs, page)), [])
      })
    )

    it.effect("reads no more of long notes than a page has room for", () =>
      Effect.gen(function* () {
        const store = yield* FeedbackStore
        const { id } = organizationOf()
        const notes = Array.from({ length: 60 }, (_, n) =>
          feedbackOf(id, { message: "m".repeat(50_000), saidAt: minute(n % 7) })
        )
        yield* Effect.forEach(notes, (note) => store.put(note, 100))
        const read = yield* readLargeRows((slice) => store.list(id, slice))
        assert.deepStrictEqual(
          read.map((note) => note.id),
          idsNewestFirst(notes, position)
        )
      })
    )

    it.effect("lists the newest first, in slices that neither repeat nor leave out", () =>
      Effect.gen(function* () {
        const store = yield* FeedbackStore
        const { id } = organizationOf()
        const notes = [2, 1, 2, 3, 1, 2, 2].map((minutes) => feedbackOf(id, { saidAt: minute(minutes) }))
        yield* Effect.forEach(notes, (note) => store.put(note, 10), { concurrency: "unbounded" })
        const read = yield* readInSlices((slice) => store.list(id, slice), position)
        assert.deepStrictEqual(
          read.map((note) => note.id),
          idsNewestFirst(notes, position)
        )
      })
    )

    it.effect("keeps so many of an organization, the newest, and takes nothing from another", () =>
      Effect.gen(function* () {
        const store = yield* FeedbackStore
        const [loud, quiet] = [organizationOf().id, organizationOf().id]
        const said = feedbackOf(quiet)
        yield* store.put(said, 3)
        const notes = Array.from({ length: 9 }, (_, n) => feedbackOf(loud, { saidAt: minute(n) }))
        for (const note of notes) yield* store.put(note, 3)
        const kept = yield* rowsOf(store.list(loud, page))
        assert.deepStrictEqual(
          kept.map(({ id }) => id),
          notes
            .slice(-3)
            .map(({ id }) => id)
            .toReversed()
        )
        yield* store.put(feedbackOf(loud, { saidAt: minute(20) }), 1)
        assert.lengthOf(yield* rowsOf(store.list(loud, page)), 1)
        assert.lengthOf(yield* rowsOf(store.list(quiet, page)), 1)
      })
    )

    it.effect("keeps no more of many who speak at once", () =>
      Effect.gen(function* () {
        const store = yield* FeedbackStore
        const { id } = organizationOf()
        const notes = Array.from({ length: 20 }, (_, n) => feedbackOf(id, { saidAt: minute(n) }))
        yield* Effect.forEach(notes, (note) => store.put(note, 5), { concurrency: "unbounded" })
        yield* store.put(feedbackOf(id, { saidAt: minute(30) }), 5)
        assert.lengthOf(yield* rowsOf(store.list(id, page)), 5)
      })
    )
  })
