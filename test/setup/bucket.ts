/** The S3-compatible store of the tests: one of this machine, or one in a container. */
import { randomBytes } from "node:crypto"
import { containers, firstOf, type Missing, type Running, type Source } from "./firstSource.ts"
import { makeBucket, startOwnBucket, type TestBucket } from "./ownBucket.ts"

interface Store {
  readonly bucket: TestBucket
}

export type BucketServer = Running<Store> | Missing

const own: Source<Store> = async () => ({
  _tag: "Running",
  source: "radosgw of this machine",
  ...(await startOwnBucket())
})

const docker: Source<Store> = async () => {
  const { GenericContainer, Wait } = await containers()
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
export const startBucket = (): Promise<BucketServer> => firstOf({ "this machine": own, Docker: docker })
