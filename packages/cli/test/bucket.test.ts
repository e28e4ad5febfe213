/** A server whose large bytes lie in a bucket. Observed: what it says at its start, and what the doctor says. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { needing } from "../../../test/setup/needs.ts"
import { testBucket } from "../../../test/setup/sharedServers.ts"
import { run, serve, temporaryDirectory } from "./support/command.ts"
import { runHere } from "./support/commandHere.ts"
import { site } from "./support/site.ts"

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

it("that hangs are told by a server that is ready without them", async () => {
  await using own = await temporaryDirectory()
  await using hanging = await site(() => undefined)
  const token = "a-token-for-metrics-that-nobody-guesses"
  const given = {
    KITTIWAKE_DATA_DIR: own.path,
    KITTIWAKE_BLOBS: `s3://large/of-ours?endpoint=${hanging.url}`,
    KITTIWAKE_METRICS_TOKEN: token,
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret"
  }
  await using served = await serve(["start"], settings(given))
  const degradedOf = async () => {
    const response = await fetch(`${served.url}/ready`)
    assert.strictEqual(response.status, 200)
    return ((await response.json()) as { readonly degraded?: ReadonlyArray<unknown> }).degraded
  }
  const [degraded] = (await degradedOf()) ?? []
  assert.deepInclude(degraded, { check: "bucket" })
  const metrics = await fetch(`${served.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  assert.include(await metrics.text(), 'kittiwake_ready{check="bucket"} 0')
}, 120_000)
