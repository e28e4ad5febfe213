/** The order of the files: those first that take minutes, so that none of them is left when all others have ended. */
import { relative, sep } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { root } from "../../scripts/workspace.ts"

/** Files that take long, the longest first; on a clean clone nobody knows it from a run before. */
const long = [
  "test/kill/postgres.test.ts",
  "test/kill/embedded.test.ts",
  "test/packages.test.ts",
  "packages/adapters/playwright/test/Browser.test.ts",
  "test/kill/rotating.test.ts",
  "packages/adapters/playwright/test/hostilePages.test.ts",
  "test/kill/redis.test.ts",
  "test/guides.test.ts",
  "packages/dashboard/test/",
  "packages/cli/test/beside.test.ts",
  "packages/adapters/blobs/test/bucket.test.ts",
  "test/simulation/simulation.test.ts",
  "test/mutants/mutants.test.ts",
  "test/endToEnd/redis.test.ts",
  "packages/adapters/documents/test/DocumentReader.test.ts",
  "test/kill/"
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const path = relative(root, moduleId).split(sep).join("/")
  const place = long.findIndex((one) => path.startsWith(one))
  return place === -1 ? long.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
