/** What the doctor says of a Postgres that answers and takes no writes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { needsServer, newDatabase } from "../../adapters/postgres/test/databases.ts"
import type { Settings } from "../src/config.ts"
import { database } from "../src/doctor/database.ts"

describe("kittiwake doctor beside Postgres", needsServer, () => {
  /** What it says with settings of the server for its own connections alone. */
  const saidWith = Effect.fnUntraced(function* (...settings: ReadonlyArray<string>) {
    const url = new URL(Redacted.value(yield* newDatabase))
    if (settings.length > 0) url.searchParams.set("options", settings.map((one) => `-c ${one}`).join(" "))
    const storage = { _tag: "Postgres", url: Redacted.make(url.href) } as const
    return yield* database({ storage } as unknown as Settings, false)
  })

  it.live("finds one that works in order, and one that takes no writes broken, with what to do", () =>
    Effect.gen(function* () {
      const works = yield* saidWith()
      assert.strictEqual(works.state, "ok", works.message)
      const readOnly = yield* saidWith("default_transaction_read_only=on")
      assert.strictEqual(readOnly.state, "broken")
      assert.match(readOnly.message, /^Postgres answers, but it takes no writes: set default_transaction_read_only/)
      assert.match(readOnly.mend ?? "", /deploy\.md#health/)
      const limited = yield* saidWith("temp_file_limit=1024")
      assert.strictEqual(limited.state, "broken")
      assert.match(limited.message, /^Postgres answers, but what it was to write to its disk failed: .*temp_file_limit/)
    }).pipe(Effect.scoped)
  )
})
