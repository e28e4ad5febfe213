/** A server whose large bytes lie in a bucket. Observed: what it says at its start, and what the doctor says. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { needing } from "../../../test/setup/needs.ts"
import { testBucket } from "../../../test/setup/sharedServers.ts"
import { run, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"

const bucket = await testBucket()
const directory = await temporaryDirectory()
afterAll(() => directory[Symbol.asyncDispose]())

const settings = (given: Record<string, string> = {}) => ({
  KITTIWAKE_DATA_DIR: directory.path,
  KITTIWAKE_BROWSER: "off",
  KITTIWAKE_BLOBS: `s3://${bucket?.name}/cli-${process.pid}?endpoint=${bucket?.endpoint}`,
  KITTIWAKE_EGRESS_ALLOW: "127.0.0.1",
  AWS_ACCESS_KEY_ID: bucket?.keyId ?? "",
  AWS_SECRET_ACCESS_KEY: bucket?.secret ?? "",
  ...given
})

interface Finding {
  readonly subject: string
  readonly state: string
  readonly message: string
  readonly mend: string | null
}

const findingOf = async (given: Record<string, string> = {}) => {
  const { stderr, stdout } = await runHere(["doctor", "--json"], settings(given))
  assert.notInclude(stdout + stderr, bucket?.secret ?? "no secret")
  return (JSON.parse(stdout) as ReadonlyArray<Finding>).find(({ subject }) => subject === "large bytes")
}

describe("large bytes in a bucket", { ...needing({ bucket: bucket !== null }), timeout: 300_000 }, () => {
  it("are said by the doctor to be well, or what to mend", async () => {
    const well = await findingOf()
    assert.strictEqual(well?.state, "ok")
    assert.match(well?.message ?? "", /^objects of s3:\/\/kittiwake-tests\/cli-\d+ at http:.*, not sealed/)
    const wrong = await findingOf({ AWS_SECRET_ACCESS_KEY: "another-secret" })
    assert.strictEqual(wrong?.state, "broken")
    assert.match(wrong?.mend ?? "", /AWS_SECRET_ACCESS_KEY/)
  })

  it("end a start that may not use them, with a line that says what to write", async () => {
    for (const [given, says] of [
      [
        { AWS_SECRET_ACCESS_KEY: "another-secret" },
        /refused the call.*see AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/
      ],
      [{ KITTIWAKE_BLOBS: `s3://no-such-bucket?endpoint=${bucket?.endpoint}` }, /There is no bucket no-such-bucket/],
      [{ KITTIWAKE_EGRESS_ALLOW: "" }, /must be in KITTIWAKE_EGRESS_ALLOW/]
    ] as const) {
      const { exitCode, stderr } = await run(["start"], settings({ ...given, KITTIWAKE_PORT: "0" }))
      assert.strictEqual(exitCode, 3, stderr)
      assert.match(stderr, says)
      assert.notInclude(stderr, "another-secret")
    }
  })
})
