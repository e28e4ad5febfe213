/** The order of the files: those first that take minutes, so that none of them is left when all others have ended. */
import { relative, sep } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { root } from "../../scripts/workspace.ts"

/** Files that take long, the longest first; on a clean clone nobody knows it from a run before. */
const long = [
  "packages/adapters/playwright/test/Browser.test.ts",
  "packages/adapters/playwright/test/hostileMessages.test.ts",
  "test/growth/",
  "test/packages.test.ts",
  "test/guides.test.ts",
  "test/kill/postgres.test.ts",
  "test/kill/embedded.test.ts",
  "packages/dashboard/test/demonstration.test.ts",
  "packages/adapters/playwright/test/leftBehind.test.ts",
  "test/simulation/simulation.test.ts",
  "packages/dashboard/test/",
  "packages/adapters/children/test/ChildPool.test.ts",
  "packages/adapters/playwright/test/",
  "packages/mcp/test/officialClients.test.ts",
  "packages/cli/test/sealing.test.ts",
  "test/mutants/mutants.test.ts",
  "test/patterns/patterns.test.ts",
  "packages/cli/test/start.test.ts",
  "test/web/publicClient.test.ts",
  "packages/adapters/threads/test/",
  "test/kill/",
  "test/endToEnd/",
  // Of those that share processes.
  "test/transfer/oldExports.test.ts",
  "packages/mcp/test/cancelling.test.ts",
  "packages/adapters/sqlite/test/generations.test.ts",
  "packages/adapters/postgres/test/listPlan.test.ts",
  "packages/cli/test/demo.test.ts",
  "packages/adapters/blobs/test/bucket.test.ts",
  "packages/adapters/postgres/test/PgClient.test.ts",
  "packages/adapters/sqlite/test/dataDirectory.test.ts",
  "packages/cli/test/placeCheck.test.ts",
  "packages/cli/test/peopleImport.test.ts",
  "packages/adapters/redis/test/several.test.ts",
  "packages/http/test/access.test.ts"
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const path = relative(root, moduleId).split(sep).join("/")
  const place = long.findIndex((one) => path.startsWith(one))
  return place === -1 ? long.length : place
}

/** Those that share processes come after all others, which would end these processes between them. */
const comesLater = ({ project }: TestSpecification): number => (project.config.isolate ? 0 : 1)

export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => comesLater(one) - comesLater(other) || placeOf(one) - placeOf(other))
  }
}
