/**
 * A bucket on a store of our own: Ceph's gateway for S3 over a monitor and one place for objects, all in memory, gone when it is
 * stopped.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { randomBytes, randomUUID } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { AwsClient } from "aws4fetch"
import { freePort } from "./freePort.ts"

/** A bucket, and who may use it. */
export interface TestBucket {
  readonly endpoint: string
  readonly name: string
  readonly region: string
  readonly keyId: string
  readonly secret: string
}

/** A store with a bucket. */
export interface OwnBucket {
  readonly bucket: TestBucket
  readonly stop: () => Promise<void>
}

const run = promisify(execFile)

/** One copy of everything, in memory, for whoever reaches this machine's loopback; nothing is logged but to files there. */
const configuration = (
  folder: string,
  ids: { readonly fsid: string; readonly mon: number; readonly gateway: number }
) => `
[global]
fsid = ${ids.fsid}
mon host = [v2:127.0.0.1:${ids.mon}]
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
ms mon service mode = crc
ms mon cluster mode = crc
ms client mode = crc
ms service mode = crc
ms cluster mode = crc
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
log to stderr = false
err to stderr = true
mon cluster log file = ${folder}/cluster.log
pid file = ${folder}/$name.pid
crash dir = ${folder}
mon allow pool size one = true
mon max pg per osd = 1000
mon osd down out interval = 100000
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd crush initial weight = 1
osd objectstore = memstore
memstore device bytes = 2147483648
osd data = ${folder}/osd
mon data = ${folder}/mon
mon data avail warn = 1
mon data avail crit = 0

[client.gateway]
rgw frontends = beast endpoint=127.0.0.1:${ids.gateway}
rgw data = ${folder}/gateway
rgw dns name = localhost
rgw thread pool size = 32
rgw run sync thread = false
rgw enable ops log = false
`

const answering = async (url: string, server: ChildProcess) => {
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null) throw new Error(`radosgw ended with code ${server.exitCode}`)
    const answer = await fetch(url).catch(() => null)
    await answer?.arrayBuffer()
    if (answer !== null && answer.status < 500) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error("radosgw did not answer for a minute")
}

/** Makes a bucket on a store that answers. */
export const makeBucket = async (store: Omit<TestBucket, "name">): Promise<TestBucket> => {
  const name = "kittiwake-tests"
  const client = new AwsClient({
    accessKeyId: store.keyId,
    secretAccessKey: store.secret,
    service: "s3",
    region: store.region
  })
  const answer = await client.fetch(`${store.endpoint}/${name}`, { method: "PUT" })
  if (!answer.ok) throw new Error(`the bucket was not made: ${answer.status} ${await answer.text()}`)
  return { ...store, name }
}

/** Starts the store and makes a bucket there. */
export const startOwnBucket = async (): Promise<OwnBucket> => {
  const folder = mkdtempSync(join(tmpdir(), "kittiwake-ceph-"))
  const servers: Array<ChildProcess> = []
  // Whoever ends without stopping the servers takes them along.
  const abandon = () => {
    for (const server of servers) server.kill("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  }
  process.once("exit", abandon)
  const stop = async () => {
    process.off("exit", abandon)
    const running = servers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    const ended = running.map((server) => new Promise((resolve) => server.once("exit", resolve)))
    for (const server of running) server.kill("SIGKILL")
    await Promise.all(ended)
    rmSync(folder, { recursive: true, force: true })
  }
  const start = (program: string, ...args: ReadonlyArray<string>) => {
    const server = spawn(program, ["-f", "-c", join(folder, "ceph.conf"), ...args], { stdio: "ignore" })
    server.once("error", () => undefined)
    servers.push(server)
    return server
  }
  const once = (program: string, ...args: ReadonlyArray<string>) =>
    run(program, ["-c", join(folder, "ceph.conf"), ...args], { timeout: 60_000 })
  try {
    const [mon, gateway] = [await freePort(), await freePort()]
    const fsid = randomUUID()
    for (const name of ["mon", "osd", "gateway"]) mkdirSync(join(folder, name))
    writeFileSync(join(folder, "ceph.conf"), configuration(folder, { fsid, mon, gateway }))
    const map = join(folder, "monmap")
    await once("monmaptool", "--create", "--fsid", fsid, "--addv", "a", `[v2:127.0.0.1:${mon}]`, map)
    await once("ceph-mon", "--mkfs", "-i", "a", "--monmap", map)
    start("ceph-mon", "-i", "a")
    const osd = randomUUID()
    await once("ceph", "osd", "new", osd)
    await once("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", osd)
    start("ceph-osd", "-i", "0")
    const access = { keyId: "KITTIWAKETESTS", secret: randomBytes(20).toString("hex") }
    await once(
      ...(["radosgw-admin", "--name", "client.gateway", "user", "create", "--uid", "tests"] as const),
      ...["--display-name", "tests", "--access-key", access.keyId, "--secret-key", access.secret]
    )
    const endpoint = `http://127.0.0.1:${gateway}`
    await answering(endpoint, start("radosgw", "--name", "client.gateway"))
    return { bucket: await makeBucket({ endpoint, region: "us-east-1", ...access }), stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}
