import { Database } from "../../src/memory/Database.ts"
import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/creditCrowdSuite.ts"

suite("memory", layer, (organizationId) =>
  Database.useSync(({ holds, ledgers }) => {
    const { balance, entries, held } = ledgers.get(organizationId)!
    return {
      ...{ balance, held },
      holds: [...holds.values()].filter((hold) => hold.organizationId === organizationId),
      entries: entries.map(({ cause, credits }) => ({ causeId: cause.id, credits }))
    }
  })
)
