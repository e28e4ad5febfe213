/** Observed: what a look holds of the memory that all share, while it lasts and afterwards. */
import { assert, it } from "@effect/vitest"
import { CurrentLease, MemoryBudget, MemoryCounter } from "@kittiwake/core/budget/MemoryBudget"
import { ChangeJudge } from "@kittiwake/core/monitors/ChangeJudge"
import { MonitorStore } from "@kittiwake/core/monitors/MonitorStore"
import { TextComparer } from "@kittiwake/core/monitors/TextComparer"
import { VersionStore } from "@kittiwake/core/monitors/VersionStore"
import { PageReader } from "@kittiwake/core/pages/PageReader"
import { ProfileStore } from "@kittiwake/core/profiles/ProfileStore"
import { Sealer } from "@kittiwake/core/security/Sealer"
import { Signer } from "@kittiwake/core/security/Signer"
import * as PlainReaders from "@kittiwake/core/testing/PlainReaders"
import { HttpFetcher, PageUnreachable } from "@kittiwake/core/web/HttpFetcher"
import { Effect, Layer } from "effect"
import { lookAtTarget } from "../../src/monitors/lookAtTarget.ts"
import { HostPauses } from "../../src/sharing/HostPauses.ts"
import { epoch, monitorOf, organizationOf } from "../../src/testing/builders.ts"

const unused = { fetchEncoded: () => Effect.die("unused"), download: () => Effect.die("unused") }

it.effect("a look counts what it downloads as its organization's, until it ends", () =>
  Effect.gen(function* () {
    const memory = new MemoryCounter({ capacityBytes: 1_000 })
    const { id } = organizationOf()
    let rooms: ReadonlyArray<boolean> = []
    const fetch = () =>
      Effect.gen(function* () {
        assert.isTrue((yield* CurrentLease).take(300))
        rooms = [memory.hasRoom(id, 300), memory.hasRoom(id, 500), memory.hasRoom("another", 500)]
        return yield* new PageUnreachable({ reason: "connection_failed", message: "It is gone." })
      })
    const { verdict } = yield* lookAtTarget(monitorOf(id, epoch)).pipe(
      Effect.provide([
        Layer.succeed(MemoryBudget, memory),
        Layer.succeed(HttpFetcher, { openSession: Effect.succeed({ fetch, ...unused }) }),
        Layer.mock(PageReader, {}),
        Layer.mock(Sealer, {}),
        Layer.mock(ProfileStore, {}),
        PlainReaders.layer,
        HostPauses.layer,
        Layer.mock(Signer, {}),
        Layer.mock(ChangeJudge, {}),
        Layer.mock(TextComparer, {}),
        Layer.mock(MonitorStore, {}),
        Layer.mock(VersionStore, {})
      ])
    )
    assert.strictEqual(verdict._tag, "Failed")
    assert.deepStrictEqual(rooms, [true, false, true])
    assert.strictEqual(memory.usedBytes, 0)
  })
)
