/** The S3-compatible store of the tests: one of this machine, or one in a container. */
import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { makeBucket, startOwnBucket, type TestBucket } from "./ownBucket.ts"

export type BucketServer =
  | {
      readonly _tag: "Running"
      readonly source: string
      readonly bucket: TestBucket
      readonly stop: () => Promise<void>
    }
  | { readonly _tag: "Missing"; readonly reasons: ReadonlyArray<string> }

type Source = () => Promise<Extract<BucketServer, { readonly _tag: "Running" }>>

const own: Source = async () => ({
  _tag: "Running",
  source: "radosgw of this machine",
  ...(await startOwnBucket())
})

const docker: Source = async () => {
  if (process.env.DOCKER_HOST === undefined && !existsSync("/var/run/docker.sock")) {
    throw new Error("no Docker engine answers")
  }
  const { GenericContainer, Wait } = await import("testcontainers")
  const access = { keyId: "KITTIWAKETESTS", secret: randomBytes(20).toString("hex") }
  const container = await new GenericContainer("minio/minio:latest")
    .withEnvironment({ MINIO_ROOT_USER: access.keyId, MINIO_ROOT_PASSWORD: access.secret })
    .withCommand(["server", "/data"])
    .withExposedPorts(9000)
    .withWaitStrategy(Wait.forHttp("/minio/health/ready", 9000))
    .start()
  const endpoint = `http://${container.getHost()}:${container.getMappedPort(9000)}`
  const bucket = await makeBucket({ endpoint, region: "us-east-1", ...access })
  return { _tag: "Running", source: "Docker", bucket, stop: async () => void (await container.stop()) }
}

/** Starts the first store that can be had. */
export const startBucket = async (): Promise<BucketServer> => {
  const reasons: Array<string> = []
  for (const [name, source] of Object.entries({ "this machine": own, Docker: docker })) {
    try {
      return await source()
    } catch (error) {
      reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { _tag: "Missing", reasons }
}
